// The operations on attachments of sent emails.
import { findContentBytes } from '../../emails/actions.ts'
import type { Handlers } from '../../../base/operation/operation.ts'
import { refusal } from '../../../base/text/refusal.ts'
import type { Tx } from '../../../base/store/database.ts'
import type { FileLinks } from '../../attachments/actions.ts'
import { findStoredAttachment, listStoredAttachments } from '../../attachments/store/attachments.ts'
import type { StoredAttachment } from '../../attachments/rules.ts'
import { attachmentItem } from '../present.ts'

export type AttachmentHandlers = Pick<Handlers, 'listEmailAttachments' | 'getEmailAttachment'>

/** Creates the handlers with `links`, whose secret signs the download URLs. */
export function createAttachmentHandlers(links: FileLinks): AttachmentHandlers {
  return {
    async listEmailAttachments({ tx, caller: { team_id }, path: { email_id }, query, now }) {
      if (!(await isThere(tx, team_id, email_id))) throw refusal('not_found', 'Email not found')
      const { rows, has_more } = await listStoredAttachments(tx, { team_id, email_id }, query)
      const shown = (attachment: StoredAttachment): ReturnType<typeof attachmentItem> =>
        attachmentItem(attachment, links.linkTo({ team_id, email_id, id: attachment.id }, now))
      return { status: 200, body: { object: 'list', has_more, data: rows.map(shown) } }
    },

    async getEmailAttachment({ tx, caller: { team_id }, path: { email_id, attachment_id: id }, now }) {
      const attachment = await findStoredAttachment(tx, { team_id, email_id, id })
      if (!attachment) {
        const isOfIt = await isThere(tx, team_id, email_id)
        throw refusal('not_found', isOfIt ? 'Attachment not found' : 'Email not found')
      }
      const link = links.linkTo({ team_id, email_id, id }, now)
      return { status: 200, body: { object: 'attachment', ...attachmentItem(attachment, link) } }
    },
  }
}

async function isThere(tx: Tx, team_id: string, email_id: string): Promise<boolean> {
  return (await findContentBytes(tx, team_id, email_id)) !== undefined
}
