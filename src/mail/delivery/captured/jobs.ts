// The job that removes the captured email of a team.
import { enqueue } from '../../../base/queue/enqueue.ts'
import type { Work } from '../../../base/queue/claimed-work.ts'
import { removeCapturedUntil } from '../store.ts'

/** Removes the next part of a team's captured email. */
export async function clear_mailbox(work: Work<'clear_mailbox'>): Promise<void> {
  const { team_id, until } = work.payload
  await work.finish(async tx => {
    if (await removeCapturedUntil(tx, team_id, until)) await enqueue(tx, 'clear_mailbox', work.payload, work.now())
  })
}
