// The job that deletes the values of a removed contact property.
import { enqueue } from '../../base/queue/enqueue.ts'
import { teamOf } from '../../base/queue/kinds.ts'
import type { Work } from '../../base/queue/claimed-work.ts'
import * as store from './store.ts'

/** Deletes the values of a removed property, some in each transaction, so that no other transaction waits long. */
export async function drop_property_values(work: Work<'drop_property_values'>): Promise<void> {
  const { contact_property_id } = work.payload
  await work.finish(async tx => {
    const team_id = teamOf(work.payload) ?? (await store.findTeamOfValues(tx, contact_property_id))
    if (team_id === undefined) return
    const more = await store.removeValuesOf(tx, { team_id, property_id: contact_property_id })
    if (more) await enqueue(tx, 'drop_property_values', { team_id, contact_property_id }, work.now())
  })
}
