// Runs the waiting emails of a broadcast when it is resumed or finished, so that none of them waits for its scheduled time.
import { hastenJobs } from '../../../../base/queue/waiting.ts'
import type { Work } from '../../../../base/queue/claimed-work.ts'
import type { TimedTx } from '../../../../base/store/database.ts'
import { HELD_GROUP } from '../groups/rules.ts'
import { listHeldEmails, removeWaiting } from '../groups/store.ts'

/** Maximum emails that one transaction releases. */
const RELEASED_AT_ONCE = 50

interface Payload {
  team_id: string
  broadcast_id: string
}

/** Runs the job `release_broadcast`. Emails that still have to wait are held again by their own jobs. */
export async function release_broadcast(work: Work<'release_broadcast'>): Promise<void> {
  let after_id: string | undefined = ''
  while (after_id !== undefined) {
    const behind: string = after_id
    after_id = await work.write(tx => releaseSome({ tx, now: work.now() }, work.payload, behind))
  }
}

/** Releases the next emails. Returns the contact to continue after, if more may remain. */
async function releaseSome({ tx, now }: TimedTx, of: Payload, after_id: string): Promise<string | undefined> {
  const held = await listHeldEmails(tx, { ...of, name: HELD_GROUP, after_id, limit: RELEASED_AT_ONCE })
  for (const { contact_id, email_id } of held) {
    if (email_id !== null) await hastenJobs({ tx, team_id: of.team_id, now }, 'deliver_email', email_id)
    removeWaiting(tx, { ...of, name: HELD_GROUP, contact_id })
  }
  return held.length < RELEASED_AT_ONCE ? undefined : held.at(-1)!.contact_id
}
