// Removes what has outlived its use, every few minutes and a part at a time, so that nobody waits for it. One job does it
// for ever: it is given back each time.
import { forgetOldRuns } from './automations/actions.ts'
import type { Retention } from './config.ts'
import { removeOldCaptured } from './delivery/actions.ts'
import { removeOldEmails } from './emails/actions.ts'
import { removeOldEvents } from './automations/contact-events/actions.ts'
import { forgetOldKeys } from './idempotency/actions.ts'
import { removeExpired } from './oauth/actions.ts'
import { enqueueOnce } from './queue/enqueue.ts'
import type { Work } from './queue/runner.ts'
import type { Database, Tx } from './store/database.ts'
import { removeExpiredInvitations } from './teams/invitations/actions.ts'
import { removeExpiredSessions } from './teams/sessions/actions.ts'

const EVERY_MS = 10 * 60_000
const DAY_MS = 86_400_000
/** Between two parts, for everybody else. */
const PAUSE_MS = 10
/** Then the job is given back and taken up again, so that a server that stops does not wait for it. */
const PARTS_MAX = 50

/** Removes some rows in one unit of work; whether more may be left. */
type Removal = (tx: Tx, now: Date) => Promise<boolean>

/** Does the job `sweep`. */
export function sweep(retention: Retention): (work: Work<'sweep'>) => Promise<void> {
  const removals = removalsOf(retention)
  return async work => {
    const now = work.now()
    let parts = 0
    for (const remove of removals) {
      while (await work.look(tx => remove(tx, now))) {
        if (++parts === PARTS_MAX) return work.postpone(now, 'there is more')
        await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
      }
    }
    await work.postpone(new Date(now.getTime() + EVERY_MS), 'until the next round')
  }
}

function removalsOf({ emails_days, captured_days }: Retention): Removal[] {
  const before = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)
  const removals = [
    removeExpiredSessions,
    removeExpiredInvitations,
    forgetOldKeys,
    removeOldEvents,
    removeExpired,
    walking(forgetOldRuns),
  ]
  if (captured_days > 0) removals.push((tx, now) => removeOldCaptured(tx, before(now, captured_days)))
  if (emails_days > 0) {
    removals.push(walking((tx, now, after) => removeOldEmails(tx, before(now, emails_days), after)))
  }
  return removals
}

/** Goes through rows of which some stay, from the beginning in each round. */
function walking(step: (tx: Tx, now: Date, after: string) => Promise<string | undefined>): Removal {
  let after: string | undefined = ''
  return async (tx, now) => {
    after = await step(tx, now, after ?? '')
    return after !== undefined
  }
}

/** Sees to it that the job is there. */
export async function keepSweeping(database: Database, now: Date): Promise<void> {
  await database.unit(tx => enqueueOnce(tx, 'sweep', { what: 'expired' }, now))
}
