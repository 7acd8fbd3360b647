// The table of event definitions.
import { json, nullable, text, uuid } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import { table } from '../../base/store/table.ts'
import type { EventSchema } from './payload.ts'
import type { EventRecord } from './rules.ts'

const events = table<EventRecord & { team_id: string }>('events', {
  id: uuid,
  team_id: uuid,
  name: text,
  schema: nullable(json<EventSchema>()),
  created_at: text,
  updated_at: text,
})

const byId = events.find('team_id', 'id')
export const listEvents = events.list('team_id').page
export const findEventByName = events.find('team_id', 'name').one
export const insertEvent = events.insert().put
export const saveEvent = events.update({ by: ['team_id', 'id'], set: ['schema', 'updated_at'] }).put
export const removeEvent = events.remove('team_id', 'id').put

/** Finds an event by its id, otherwise by its name. */
export async function findEvent(tx: Tx, team_id: string, id_or_name: string): Promise<EventRecord | undefined> {
  const byItsId = await tx.get(byId, { team_id, id: id_or_name.toLowerCase() })
  return byItsId ?? findEventByName(tx, { team_id, name: id_or_name })
}
