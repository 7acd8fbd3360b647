// The job that deletes the memberships of a removed segment.
import { enqueue } from '../../base/queue/enqueue.ts'
import { teamOf } from '../../base/queue/kinds.ts'
import type { Work } from '../../base/queue/claimed-work.ts'
import * as store from './store.ts'

/** Deletes the memberships of a removed segment, some in each transaction, so that no other transaction waits long. */
export async function drop_segment_members(work: Work<'drop_segment_members'>): Promise<void> {
  const { segment_id } = work.payload
  await work.finish(async tx => {
    const team_id = teamOf(work.payload) ?? (await store.findTeamOfMembers(tx, segment_id))
    if (team_id === undefined) return
    const more = await store.removeMembers(tx, { team_id, segment_id })
    if (more) await enqueue(tx, 'drop_segment_members', { team_id, segment_id }, work.now())
  })
}
