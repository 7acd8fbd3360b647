import { enqueue } from '../queue/enqueue.ts'
import type { Work } from '../queue/runner.ts'
import * as store from './store.ts'

/** Removes the members of a segment that is gone, a part at a time, so that no other unit waits for long. */
export async function drop_segment_members(work: Work<'drop_segment_members'>): Promise<void> {
  await work.finish(async tx => {
    const more = await store.removeMembers(tx, work.payload.segment_id)
    if (more) await enqueue(tx, 'drop_segment_members', work.payload, work.now())
  })
}
