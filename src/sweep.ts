// Removes what has outlived its use, every few minutes. One job does it for ever: it is given back each time.
import { forgetOldRuns } from './automations/actions.ts'
import { removeOldEvents } from './events/happened/actions.ts'
import { forgetOldKeys } from './http/idempotency.ts'
import { removeExpired } from './oauth/actions.ts'
import { enqueueOnce } from './queue/enqueue.ts'
import type { Work } from './queue/runner.ts'
import type { Database } from './store/database.ts'
import { removeExpiredInvitations } from './teams/invitations/actions.ts'
import { removeExpiredSessions } from './teams/sessions/actions.ts'

const EVERY_MS = 10 * 60_000

export async function sweep(work: Work<'sweep'>): Promise<void> {
  const now = work.now()
  await work.postpone(new Date(now.getTime() + EVERY_MS), 'until the next round', async tx => {
    await removeExpiredSessions(tx, now)
    await removeExpiredInvitations(tx, now)
    await forgetOldKeys(tx, now)
    await forgetOldRuns(tx, now)
    await removeOldEvents(tx, now)
    await removeExpired(tx, now)
  })
}

/** Sees to it that the job is there. */
export async function keepSweeping(database: Database, now: Date): Promise<void> {
  await database.unit(tx => enqueueOnce(tx, 'sweep', { what: 'expired' }, now))
}
