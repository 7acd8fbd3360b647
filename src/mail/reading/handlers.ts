// The operations that read emails.
import type { Schemas } from '../../../generated/api.ts'
import type { Handler } from '../../base/operation/operation.ts'
import type { TeamTx, Tx } from '../../base/store/database.ts'
import { refusal } from '../../base/text/refusal.ts'
import { findTimeline } from '../delivery/actions.ts'
import { findContentBytes, findEmail, findSmallEmail } from '../emails/actions.ts'
import { listEmailRecords, type EmailDetails } from '../emails/store.ts'
import { emailResponse, emailItem } from './present.ts'

export const listEmails: Handler<'listEmails'> = async ({ tx, caller, query }) => {
  const { rows, has_more } = await listEmailRecords(tx, caller, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(emailItem) } }
}

export const getEmail: Handler<'getEmail'> = async ({ tx, caller, path, query }) => {
  const { team_id } = caller
  const id = path.email_id
  const hasTimeline = query.include?.includes('timeline') === true
  const email = await findSmallEmail(tx, team_id, id)
  if (email) return { status: 200, body: hasTimeline ? await present(tx, email, true) : emailResponse(email) }
  const bytes = await findContentBytes(tx, team_id, id)
  if (bytes === undefined) throw unknown()
  return {
    status: 200,
    afterCommit: ({ readLarge }) => readLarge(bytes, tx => large({ tx, team_id }, id, hasTimeline)),
  }
}

/** Reads the timeline only if it is requested, because that takes as long as everything else. */
async function present(tx: Tx, email: EmailDetails, hasTimeline: boolean): Promise<Schemas['Email']> {
  const shown = emailResponse(email)
  return hasTimeline ? { ...shown, timeline: await findTimeline(tx, email) } : shown
}

/** Reading a large email takes as long as writing the response, so other work runs in between. */
async function large({ tx, team_id }: TeamTx, id: string, hasTimeline: boolean): Promise<Schemas['Email']> {
  await tx.pause()
  const email = await findEmail(tx, team_id, id)
  if (!email) throw unknown()
  await tx.pause()
  return present(tx, email, hasTimeline)
}

const unknown = (): Error => refusal('not_found', 'Email not found')
