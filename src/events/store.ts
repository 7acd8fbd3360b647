import type { Tx } from '../store/database.ts'
import { PagedList, type Page, type PageQuery } from '../store/page.ts'
import { statement } from '../store/statement.ts'
import type { EventSchema } from './payload.ts'
import type { EventRecord } from './rules.ts'

interface Row extends Omit<EventRecord, 'schema'> {
  team_id: string
  schema: string | null
}

const toRow = (team_id: string, event: EventRecord): Row => ({
  ...event,
  team_id,
  schema: event.schema && JSON.stringify(event.schema),
})

const fromRow = (row: Row): EventRecord => ({
  ...row,
  schema: row.schema === null ? null : (JSON.parse(row.schema) as EventSchema),
})

const list = new PagedList<{ team_id: string }, Row>((knex, place) =>
  knex('events').select('*').where('team_id', place('team_id')),
)

const byId = statement<{ team_id: string; id: string }, Row>((knex, place) =>
  knex('events')
    .select('*')
    .where({ id: place('id'), team_id: place('team_id') }),
)

const byName = statement<{ team_id: string; name: string }, Row>((knex, place) =>
  knex('events')
    .select('*')
    .where({ team_id: place('team_id'), name: place('name') }),
)

const insert = statement<Row>((knex, place) =>
  knex('events').insert({
    id: place('id'),
    team_id: place('team_id'),
    name: place('name'),
    schema: place('schema'),
    created_at: place('created_at'),
    updated_at: place('updated_at'),
  }),
)

const save = statement<Row>((knex, place) =>
  knex('events')
    .where({ id: place('id'), team_id: place('team_id') })
    .update({ schema: place('schema'), updated_at: place('updated_at') }),
)

const remove = statement<{ team_id: string; id: string }>((knex, place) =>
  knex('events')
    .where({ id: place('id'), team_id: place('team_id') })
    .delete(),
)

export async function listEvents(tx: Tx, team_id: string, query: PageQuery): Promise<Page<EventRecord>> {
  const { rows, has_more } = await list.page(tx, { team_id }, query)
  return { rows: rows.map(fromRow), has_more }
}

/** By its id, or else by its name. */
export async function findEvent(tx: Tx, team_id: string, id_or_name: string): Promise<EventRecord | undefined> {
  const row = await tx.get(byId, { team_id, id: id_or_name.toLowerCase() })
  return row ? fromRow(row) : findEventByName(tx, team_id, id_or_name)
}

export async function findEventByName(tx: Tx, team_id: string, name: string): Promise<EventRecord | undefined> {
  const row = await tx.get(byName, { team_id, name })
  return row && fromRow(row)
}

export async function insertEvent(tx: Tx, team_id: string, event: EventRecord): Promise<void> {
  await tx.run(insert, toRow(team_id, event))
}

export async function saveEvent(tx: Tx, team_id: string, event: EventRecord): Promise<void> {
  await tx.run(save, toRow(team_id, event))
}

export async function removeEvent(tx: Tx, team_id: string, id: string): Promise<void> {
  await tx.run(remove, { team_id, id })
}
