// A described table: rows are read back as written, and found by the columns that a query names.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { flag, json, nullable, number, oneOf, text, uuid } from '../../src/base/store/column.ts'
import type { Database, Tx } from '../../src/base/store/database.ts'
import { type RecordOf, table } from '../../src/base/store/table.ts'
import { databases, withTeams } from '../support/databases.ts'
import { anId } from '../support/ids.ts'

// tables that the migrations create; the description decides what the columns contain
const people = table<Person, { email_key: string }>(
  'contacts',
  {
    id: uuid,
    team_id: uuid,
    email: text,
    first_name: nullable(text),
    last_name: nullable(json<string[]>()),
    unsubscribed: flag,
    created_at: text,
    updated_at: text,
  },
  { email_key: ({ email }) => email.toLowerCase() },
)
const jobs = table('jobs', {
  id: text,
  kind: oneOf<'one' | 'other'>(),
  payload: json<{ list: string[] } | string[]>(),
  created_at: text,
  run_at: nullable(text),
  attempts: number,
  token: number,
})

interface Person {
  id: string
  team_id: string
  email: string
  first_name: string | null
  last_name: string[] | null
  unsubscribed: boolean
  created_at: string
  updated_at: string
}
type Job = RecordOf<typeof jobs>

const AT = '2026-11-20T10:00:00.000Z'
const person: Omit<Person, 'team_id'> = {
  id: anId('a'),
  email: 'Ana@x.org',
  first_name: null,
  last_name: ['de', 'la "Cruz"'],
  unsubscribed: true,
  created_at: AT,
  updated_at: AT,
}
const job: Job = {
  id: 'a',
  kind: 'one',
  payload: { list: ['x'] },
  created_at: AT,
  run_at: null,
  attempts: 0,
  token: 0,
}

const insert = people.insert()
const byId = people.find('team_id', 'id')
const byKey = people.find('team_id', 'email_key')
const insertJob = jobs.insert()
const jobById = jobs.find('id')
const jobsByKind = jobs.find('kind')

describe.each(databases)('a table on %s', (_, open) => {
  let database: Database
  let team_id: string
  let stranger: string
  let end: () => Promise<void>

  beforeEach(async () => {
    ;({ database, team_id, stranger, end } = await withTeams(open))
  })
  afterEach(() => end())

  const unit = <T>(body: (tx: Tx) => Promise<T>): Promise<T> => database.unit(body)
  const put = (...some: Partial<Person>[]) =>
    unit(async tx => {
      for (const each of some) await tx.run(insert, { ...person, team_id, ...each })
    })
  const ids = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)

  it('returns what was written, and nothing else', async () => {
    await put({})
    expect(await database.read(tx => tx.get(byId, { team_id, id: anId('a') }))).toEqual({ ...person, team_id })
  })

  it.each<[string, Partial<Person>]>([
    ['nothing', { last_name: null }],
    ['an empty list', { last_name: [] }],
    ['no', { unsubscribed: false }],
  ])('returns %s', async (_what, of) => {
    await put(of)
    expect(await database.read(tx => tx.get(byId, { team_id, id: anId('a') }))).toMatchObject(of)
  })

  it('returns a separate empty list for each row', async () => {
    await put({ last_name: [] })
    const [one, other] = await Promise.all(
      [0, 1].map(() => database.read(tx => tx.get(byId, { team_id, id: anId('a') }))),
    )
    one!.last_name!.push('x')
    expect(other!.last_name).toEqual([])
  })

  it('writes derived columns, and finds rows by them', async () => {
    await put({})
    expect((await database.read(tx => tx.get(byKey, { team_id, email_key: 'ana@x.org' })))?.id).toBe(anId('a'))
  })

  it('reads the selected columns', async () => {
    await put({})
    const some = people.only('id', 'unsubscribed').find('team_id', 'id')
    expect(await database.read(tx => tx.get(some, { team_id, id: anId('a') }))).toEqual({
      id: anId('a'),
      unsubscribed: true,
    })
  })

  it('reads several rows, and the whole list', async () => {
    const names = ['a', 'b', 'c', 'd'].map(name => ({ id: anId(name), email: `${name}@x.org` }))
    await put(...names, { id: anId('e'), email: 'e@x.org', team_id: stranger })
    const some = people.findAny('id', 'team_id')
    const wanted = [...['b', 'd', 'b', 'e'].map(anId), 'none']
    expect(ids(await database.read(tx => some.all(tx, { team_id }, wanted))).toSorted()).toEqual(['b', 'd'].map(anId))
    const list = people.list('team_id')
    const page = await database.read(tx => list.page(tx, { team_id }, { limit: 3, after: anId('d') }))
    expect(page).toMatchObject({
      has_more: false,
      rows: [{ id: anId('c'), unsubscribed: true }, { id: anId('b') }, { id: anId('a') }],
    })
  })

  it('keeps an existing row, or overwrites the named columns', async () => {
    const other = { ...person, email: 'ANA@x.org', unsubscribed: false, last_name: ['Diaz'] }
    const ifNew = people.insertIfNew('team_id', 'email_key')
    const upsert = people.upsert(['team_id', 'email_key'], ['unsubscribed', 'last_name'])
    await put({})
    expect(await unit(tx => tx.run(ifNew, { ...other, id: anId('b'), team_id }))).toBe(0)
    expect(await unit(tx => tx.run(upsert, { ...other, id: anId('b'), team_id }))).toBe(1)
    expect(await database.read(tx => tx.get(byId, { team_id, id: anId('a') }))).toEqual({
      ...person,
      team_id,
      unsubscribed: false,
      last_name: ['Diaz'],
    })
  })

  it('updates the matching rows with given values, constants and increments', async () => {
    await unit(async tx => {
      for (const id of ['a', 'b', 'c']) await tx.run(insertJob, { ...job, id, run_at: id === 'c' ? AT : null })
    })
    const change = jobs.update({
      by: ['kind'],
      where: { run_at: null, payload: { list: ['x'] } },
      set: ['payload'],
      to: { kind: 'other' },
      increment: ['token', 'attempts'],
    })
    expect(await unit(tx => tx.run(change, { kind: 'one', payload: ['y'] }))).toBe(2)
    const changed = { kind: 'other', payload: ['y'], token: 1, attempts: 1 }
    expect(await database.read(tx => tx.all(jobsByKind, { kind: 'other' }))).toMatchObject([changed, changed])
    expect(await database.read(tx => tx.get(jobById, { id: 'c' }))).toMatchObject({ kind: 'one', token: 0 })
  })

  it('deletes all matching rows, or a limited number', async () => {
    await unit(async tx => {
      for (const id of ['a', 'b', 'c', 'd']) await tx.run(insertJob, { ...job, id, kind: id === 'd' ? 'other' : 'one' })
    })
    const some = jobs.removeSome({ key: ['id'], by: ['kind'], limit: 2 })
    expect(await unit(tx => some.more(tx, { kind: 'one' }))).toBe(true)
    expect(await unit(tx => some.count(tx, { kind: 'one' }))).toBe(1)
    expect(await unit(tx => some.more(tx, { kind: 'one' }))).toBe(false)
    expect(await unit(tx => tx.run(jobs.remove('id'), { id: 'd' }))).toBe(1)
  })

  it('accepts any kind of query, with additional columns', async () => {
    await put({})
    const query = people
      .only('id', 'last_name')
      .query<{ team_id: string; before: string }, { length: number }>(
        ({ rows, params, param, knex }) =>
          rows
            .select(knex.raw('octet_length(email) as length'))
            .where(params('team_id'))
            .where('created_at', '<', param('before')),
        'limit 1',
      )
    const rows = await database.read(tx => tx.all(query, { team_id, before: '2027' }))
    expect(rows).toEqual([{ id: anId('a'), last_name: person.last_name, length: 9 }])
  })
})
