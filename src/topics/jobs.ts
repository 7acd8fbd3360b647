import { enqueue } from '../queue/enqueue.ts'
import type { Work } from '../queue/runner.ts'
import * as store from './store.ts'

/** Removes the choices about a topic that is gone, a part at a time, so that no other unit waits for long. */
export async function drop_topic_choices(work: Work<'drop_topic_choices'>): Promise<void> {
  await work.finish(async tx => {
    const more = await store.removeChoices(tx, work.payload.topic_id)
    if (more) await enqueue(tx, 'drop_topic_choices', work.payload, work.now())
  })
}
