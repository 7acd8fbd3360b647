// Audit events are stored in the transaction of the change, never updated, and deleted when they expire.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sweep } from '../../src/app/sweep.ts'
import type { Database } from '../../src/base/store/database.ts'
import { compileStatement, sqlBuilder } from '../../src/base/store/statement.ts'
import { createApiKey } from '../../src/identity/api-keys/actions.ts'
import { auditPieces, removeOldAudit } from '../../src/watch/audit/actions.ts'
import { allAuditEvents } from '../support/audit.ts'
import { databases, withTeams } from '../support/databases.ts'
import { everyStatement } from '../support/statements.ts'

const NOW = new Date('2026-11-20T10:01:02.123Z')

describe.each(databases)('audit events on %s', (_, open) => {
  let database: Database
  let team_id: string
  let stranger: string
  let end: () => Promise<void>

  beforeEach(async () => {
    ;({ database, team_id, stranger, end } = await withTeams(open))
  })
  afterEach(() => end())

  const make = (name: string, now = NOW): Promise<string> =>
    database.unit(tx => createApiKey({ tx, team_id, now }, { name }))
  const names = async (): Promise<(string | null)[]> =>
    (await allAuditEvents({ database })).flatMap(row => (row.action === 'api_key.created' ? row.object_name : []))

  it('belong to the server if no interface set an actor', async () => {
    await make('By itself')
    expect((await allAuditEvents({ database })).at(-1)).toMatchObject({
      team_id,
      actor_type: 'server',
      actor_id: null,
      ip: null,
      request_id: null,
      created_at: NOW.toISOString(),
    })
  })

  it('are rolled back with their change', async () => {
    const failing = database.unit(async tx => {
      await createApiKey({ tx, team_id, now: NOW }, { name: 'Undone' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await names()).toEqual([])
  })

  it('are deleted after the retention time', async () => {
    await make('Old', new Date('2026-10-01'))
    await make('Young')
    await database.unit(tx => removeOldAudit(tx, new Date('2026-11-01')))
    expect(await names()).toEqual(['Young'])
  })

  it.each([
    [0, ['Old', 'Young']],
    [30, ['Young']],
  ])('are kept for the configured number of days or forever (%i)', async (audit_days, left) => {
    await make('Old', new Date('2026-10-01'))
    await make('Young')
    const write = <T>(body: Parameters<typeof database.unit<T>>[0]): Promise<T> => database.unit(body)
    const work = { now: () => NOW, write, postpone: async () => {} }
    await sweep({
      emails_days: 0,
      captured_days: 0,
      received_days: 0,
      tracking_days: 0,
      webhooks_days: 0,
      logs_days: 36_500,
      audit_days,
    })(work as never)
    expect(await names()).toEqual(left)
  })

  it('are exported completely, without cells that are formulas', async () => {
    for (let count = 0; count < 205; count++) await make(`Number ${count}`)
    await make('=HYPERLINK("http://evil.example")')
    const pieces: string[] = []
    for await (const piece of auditPieces(body => database.read(body), team_id, { action: 'api_key.created' }))
      pieces.push(piece)
    const lines = pieces.join('').trimEnd().split('\r\n')
    expect(lines).toHaveLength(207)
    expect(lines[0]).toBe(
      'created_at,action,actor_type,actor_id,actor_name,ip,object_type,object_id,object_name,changes,request_id,id',
    )
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    const foreign: string[] = []
    for await (const piece of auditPieces(body => database.read(body), stranger, { action: 'api_key.created' }))
      foreign.push(piece)
    expect(foreign).toHaveLength(1)
  })
})

it('No statement updates an audit event, and only the sweep deletes them', async () => {
  const writer = sqlBuilder('better-sqlite3')
  const about = (await everyStatement())
    .filter(({ isForSharedDatabase }) => !isForSharedDatabase)
    .map(statement => ({ sql: compileStatement(statement, writer).sql, acrossTeams: statement.acrossTeams }))
    .filter(({ sql }) => sql.includes('audit_events'))
  const verbs = about.map(({ sql }) => sql.split(' ')[0])
  expect(new Set(verbs)).toEqual(new Set(['select', 'insert', 'delete']))
  expect(about.filter(({ sql }) => sql.startsWith('delete'))).toMatchObject([{ acrossTeams: 'a sweep' }])
})
