import { json, nullable, text, uuid } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import type { Page, PageQuery } from '../../base/store/page.ts'
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

const list = events.list('team_id')
const byId = events.find('team_id', 'id')
const byName = events.find('team_id', 'name')
const insert = events.insert()
const save = events.update({ by: ['team_id', 'id'], set: ['schema', 'updated_at'] })
const remove = events.remove('team_id', 'id')

export function listEvents(tx: Tx, team_id: string, query: PageQuery): Promise<Page<EventRecord>> {
  return list.page(tx, { team_id }, query)
}

/** By its id, or else by its name. */
export async function findEvent(tx: Tx, team_id: string, id_or_name: string): Promise<EventRecord | undefined> {
  return (await tx.get(byId, { team_id, id: id_or_name.toLowerCase() })) ?? findEventByName(tx, team_id, id_or_name)
}

export function findEventByName(tx: Tx, team_id: string, name: string): Promise<EventRecord | undefined> {
  return tx.get(byName, { team_id, name })
}

export async function insertEvent(tx: Tx, team_id: string, event: EventRecord): Promise<void> {
  await tx.run(insert, { ...event, team_id })
}

export async function saveEvent(tx: Tx, team_id: string, event: EventRecord): Promise<void> {
  await tx.run(save, { ...event, team_id })
}

export async function removeEvent(tx: Tx, team_id: string, id: string): Promise<void> {
  await tx.run(remove, { team_id, id })
}
