// The operations on received emails.
import type { HandlerInput, Handlers } from '../../base/operation/operation.ts'
import type { TeamTx } from '../../base/store/database.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { FileLinks } from '../../mail/attachments/actions.ts'
import {
  emailPieces,
  ITEMS_AT_ONCE,
  receivedItemsById,
  receivedItems,
  listPieces,
  smallReceivedEmail,
} from './presentation/actions.ts'
import { isReceived } from './actions.ts'
import { receivedLink } from './presentation/present.ts'
import { listIds } from './presentation/store.ts'
import { refuseAboveQuota } from './rules.ts'
import {
  findReceivedAttachment,
  findReceivedRecord,
  listReceivedItems,
  pageReceivedAttachments,
  type ReceivedAttachment,
} from './store.ts'

export type ReceivingHandlers = Pick<
  Handlers,
  'listReceivedEmails' | 'getReceivedEmail' | 'listReceivedEmailAttachments' | 'getReceivedEmailAttachment'
>

/** Set explicitly, because the HTTP interface treats a response in pieces as plain text. */
const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' }

/** Creates the handlers with `links`, whose secret signs the download URLs. */
export function createReceivingHandlers(links: FileLinks): ReceivingHandlers {
  const presented = ({ team_id, now }: LinkOptions, file: ReceivedAttachment): ReturnType<typeof receivedLink> => {
    const { email_id, id } = file
    return receivedLink(file, links.linkTo({ team_id, email_id, id }, now, 'received'))
  }
  return {
    async listReceivedEmails({ tx, team_id, query }) {
      const unit = { tx, team_id }
      if (query.limit !== undefined) {
        const { rows, has_more } = await listReceivedItems(tx, { team_id }, query)
        return { status: 200, body: { object: 'list', has_more, data: await receivedItems(unit, rows) } }
      }
      const { rows, has_more } = await listIds(tx, { team_id }, query)
      const ids = rows.map(({ id }) => id)
      if (ids.length <= ITEMS_AT_ONCE)
        return { status: 200, body: { object: 'list', has_more, data: await receivedItemsById(unit, ids) } }
      return {
        status: 200,
        headers: JSON_TYPE,
        afterCommit: async ({ read }) =>
          listPieces(ids, has_more, some => read(body => receivedItemsById({ tx: body, team_id }, some))),
      }
    },

    async getReceivedEmail({ tx, team_id, path, query, now }) {
      const email = await findReceivedRecord(tx, { team_id, id: path.email_id })
      if (!email) throw unknown()
      refuseAboveQuota(email)
      const showing = { links, now, format: query.html_format ?? 'data_uri' }
      const body = await smallReceivedEmail({ tx, team_id }, email, showing)
      if (body) return { status: 200, body }
      return { status: 200, headers: JSON_TYPE, afterCommit: async ({ read }) => emailPieces(read, email, showing) }
    },

    async listReceivedEmailAttachments(call) {
      const { tx, team_id, path, query } = call
      // before the lookup of the email: an invalid cursor is refused (422) whether or not the email exists
      const { rows, has_more } = await pageReceivedAttachments(tx, { team_id, email_id: path.email_id }, query)
      await refuseUnread(call, path.email_id)
      const shown = (some: readonly ReceivedAttachment[]) => some.map(file => presented(call, file))
      if (rows.length <= ITEMS_AT_ONCE) return { status: 200, body: { object: 'list', has_more, data: shown(rows) } }
      return {
        status: 200,
        headers: JSON_TYPE,
        afterCommit: async () => listPieces(rows, has_more, async some => shown(some)),
      }
    },

    async getReceivedEmailAttachment(call) {
      const { tx, team_id, path } = call
      await refuseUnread(call, path.email_id)
      const file = await findReceivedAttachment(tx, { team_id, email_id: path.email_id, id: path.attachment_id })
      if (!file) throw refusal('not_found', 'Attachment not found')
      return { status: 200, body: { object: 'attachment', ...presented(call, file) } }
    },
  }
}

type LinkOptions = Pick<HandlerInput<'getReceivedEmail'>, 'team_id' | 'now'>

/** Refuses (404) an unknown email, and (403) an email received above the quota. */
async function refuseUnread(unit: TeamTx, id: string): Promise<void> {
  if (!(await isReceived(unit, id))) throw unknown()
}

const unknown = (): Error => refusal('not_found', 'Email not found')
