import { enqueue } from '../queue/enqueue.ts'
import type { Work } from '../queue/runner.ts'
import * as store from './store.ts'

/** Removes what contacts had for a property that is gone, a part at a time, so that no other unit waits for long. */
export async function drop_property_values(work: Work<'drop_property_values'>): Promise<void> {
  await work.finish(async tx => {
    const more = await store.removeValuesOf(tx, work.payload.contact_property_id)
    if (more) await enqueue(tx, 'drop_property_values', work.payload, work.now())
  })
}
