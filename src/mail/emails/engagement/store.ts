// Statements for opened, clicked and unsubscribed emails.
import type { Tx } from '../../../base/store/database.ts'
import type { RecordOf } from '../../../base/store/table.ts'
import type { EmailEvent } from '../events.ts'
import { STORED_EMAILS } from '../store.ts'

const engaged = STORED_EMAILS.whole.only(
  ...(['id', 'team_id', 'message_id', 'from', 'to', 'cc', 'bcc', 'subject', 'tags', 'headers', 'template_id'] as const),
  ...(['created_at', 'last_event'] as const),
  ...(['origin_kind', 'origin_id', 'version'] as const),
)

/** An email that was opened or clicked, without its content. */
export type EngagedEmail = RecordOf<typeof engaged>

/** Those of these emails that exist. */
export const findEngaged = engaged.findAny('id', 'team_id').all

/** The latest event of this type. */
export const findLatestEvent = STORED_EMAILS.history.query<{
  team_id: string
  email_id: string
  type: EmailEvent['type']
}>(({ rows, params }) => rows.where(params('team_id', 'email_id', 'type')).orderBy('created_at', 'desc'), 'limit 1').one

const BELOW = { opened: ['delivered'], clicked: ['delivered', 'opened'] } as const

const saveAs = (to: 'opened' | 'clicked') =>
  STORED_EMAILS.states.write<{ team_id: string; email_id: string }>(({ rows, params }) =>
    rows.where(params('team_id', 'email_id')).whereIn('last_event', BELOW[to]).update({ last_event: to }),
  ).put
export const saveEngaged = { opened: saveAs('opened'), clicked: saveAs('clicked') }

/** When the email was last delivered to a recipient. */
export async function findDeliveredAt(tx: Tx, of: { team_id: string; email_id: string }): Promise<Date | undefined> {
  const last = await findLatestEvent(tx, { ...of, type: 'delivered' })
  return last && new Date(last.created_at)
}
