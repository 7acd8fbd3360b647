// Migrations keep the data of a database of an earlier version.
import { randomUUIDv7 } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findGraph } from '../../../src/campaigns/automations/store/automations.ts'
import { findGraphDraft } from '../../../src/campaigns/automations/store/drafts.ts'
import { migrateSqlite } from '../../../src/base/store/migrate.ts'
import { openDatabase } from '../../../src/base/store/open.ts'
import { temporaryFolder } from '../../support/folder.ts'

const AT = '2026-11-20T10:01:02.123Z'
const team_id = randomUUIDv7()

describe('the database of an earlier version', () => {
  let folder: string
  let filename: string

  beforeEach(() => {
    folder = temporaryFolder()
    filename = path.join(folder, 'test.db')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function add(driver: SQLite.Database, table: string, row: object): void {
    const columns = Object.keys(row).map(name => `"${name}"`)
    driver.prepare(`insert into ${table} (${columns}) values (${columns.map(() => '?')})`).run(Object.values(row))
  }

  it('seals the steps of automations that call other servers', async () => {
    await migrateSqlite(filename, '0154_guard_locks')
    const automation = { id: randomUUIDv7(), team_id, name: 'A', status: 'disabled', graph_version: 2, revision: 0 }
    const steps = [{ key: 'ask', type: 'http_request', config: { headers: { Authorization: 'very-secret' } } }]
    const plain = [{ key: 'start', type: 'trigger', config: { event_name: 'a' } }]
    const graph = { team_id, automation_id: automation.id, connections: '[]' }
    const driver = new SQLite(filename)
    add(driver, 'teams', { id: team_id, name: 'A team', created_at: AT })
    add(driver, 'automations', { ...automation, settings: '{}', created_at: AT, updated_at: AT })
    add(driver, 'automation_graphs', { ...graph, version: 1, steps: JSON.stringify(plain) })
    add(driver, 'automation_graphs', { ...graph, version: 2, steps: JSON.stringify(steps) })
    const draft = { ...graph, graph_version: 2, revision: 1, writer_id: randomUUIDv7(), updated_at: AT }
    add(driver, 'automation_drafts', { ...draft, steps: JSON.stringify(steps) })
    driver.close()

    const database = await openDatabase(`sqlite:${filename}`)
    const stored = new SQLite(filename, { readonly: true })
    for (const table of ['automation_graphs where version = 2', 'automation_drafts']) {
      expect(stored.prepare(`select steps from ${table}`).pluck().get(), table).toMatch(/^"[\w-]+"$/)
    }
    stored.close()
    const of = { team_id, automation_id: automation.id }
    expect((await database.read(tx => findGraph(tx, of, 1)))!.steps).toEqual(plain)
    expect((await database.read(tx => findGraph(tx, of, 2)))!.steps).toEqual(steps)
    expect((await database.read(tx => findGraphDraft(tx, of)))!.steps).toEqual(steps)
    await database.close()
  })
})
