// What the database of an earlier version holds is still there after the migrations.
import { randomUUIDv7 } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findUnderDelivery } from '../../../src/emails/store.ts'
import { migrateSqlite } from '../../../src/store/migrate.ts'
import { openDatabase } from '../../../src/store/open.ts'
import { statement } from '../../../src/store/statement.ts'
import { temporaryFolder } from '../../support/server.ts'

const AT = '2026-11-20T10:01:02.123Z'
const team_id = randomUUIDv7()
const jobs = statement<object, { id: string; kind: string; run_at: string }>(knex =>
  knex('jobs').select('id', 'kind', 'run_at'),
)

const EMAIL = {
  team_id,
  message_id: '<1@example.com>',
  from: 'ada@example.com',
  to: '["grace@example.net"]',
  cc: '[]',
  bcc: '[]',
  reply_to: '[]',
  subject: 'Hello',
  tags: '[]',
  created_at: AT,
}
const CONTENT = { headers: '{"X-One":"1"}', html: '<p>Hello</p>', text: null }

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

  it('keeps its emails, what became of them, and the jobs that wait; what people are about to decide goes', async () => {
    await migrateSqlite(filename, '0015_automation_waits')
    const [waiting, delivered] = [randomUUIDv7(), randomUUIDv7()]
    const job = { id: randomUUIDv7(), kind: 'deliver_email', run_at: AT }
    const driver = new SQLite(filename)
    add(driver, 'teams', { id: team_id, name: 'A team', created_at: AT })
    add(driver, 'emails', { ...EMAIL, id: waiting, last_event: 'queued', settled: '{}' })
    add(driver, 'emails', {
      ...EMAIL,
      id: delivered,
      last_event: 'delivered',
      settled: '{"grace@example.net":"delivered"}',
    })
    for (const email_id of [waiting, delivered]) add(driver, 'email_contents', { ...CONTENT, email_id })
    add(driver, 'jobs', { ...job, payload: '{}', created_at: AT, attempts: 0, token: 0 })
    const client_id = randomUUIDv7()
    const client = { client_name: 'A client', redirect_uris: '[]', grant_types: '[]', scopes: '[]', verified: 0 }
    add(driver, 'oauth_clients', { ...client, id: client_id, token_endpoint_auth_method: 'none', created_at: AT })
    const asked = {
      id: randomUUIDv7(),
      redirect_uri: 'http://127.0.0.1/',
      state: 'a%20b',
      code_challenge: 'c'.repeat(43),
    }
    const decided = { status: 'pending', created_at: AT, expires_at: AT }
    add(driver, 'oauth_authorization_requests', { ...asked, ...decided, client_id, scopes: '["full_access"]' })
    driver.close()

    const database = await openDatabase(`sqlite:${filename}`)
    const content = { html: '<p>Hello</p>', text: null, headers: { 'X-One': '1' } }
    expect(await database.read(tx => findUnderDelivery(tx, waiting))).toMatchObject({
      ...content,
      last_event: 'queued',
      settled: {},
    })
    expect(await database.read(tx => findUnderDelivery(tx, delivered))).toMatchObject({
      ...content,
      last_event: 'delivered',
      settled: { 'grace@example.net': 'delivered' },
    })
    expect(await database.read(tx => tx.all(jobs, {}))).toEqual([job])
    await database.close()
  })

  it('keeps the events that are still to be applied, with one job for those of a contact', async () => {
    await migrateSqlite(filename, '0017_clustered')
    const [ana, run_id] = [randomUUIDv7(), randomUUIDv7()]
    const driver = new SQLite(filename)
    add(driver, 'teams', { id: team_id, name: 'A team', created_at: AT })
    const times = { created_at: AT, updated_at: AT }
    add(driver, 'contacts', {
      id: ana,
      team_id,
      email: 'Ana@x.test',
      email_key: 'ana@x.test',
      unsubscribed: 0,
      ...times,
    })
    const run = { id: run_id, team_id, automation_id: 'a', graph_version: 1, contact_id: ana, event_name: 'e' }
    add(driver, 'automation_runs', { ...run, payload: '{}', status: 'running', turn: 1, created_at: AT })
    let second = 10
    const job = (kind: string, payload: object): void => {
      const created_at = `2026-11-20T10:00:${second++}.000Z`
      const own = { id: randomUUIDv7(), kind, payload: JSON.stringify(payload), created_at, run_at: AT }
      add(driver, 'jobs', { ...own, attempts: 0, token: 0 })
    }
    const event = { team_id, event: 'e', email: null, contact_id: null, payload: '{"n":1}' }
    job('handle_event', { ...event, contact_id: ana, at: AT })
    job('handle_event', { ...event, email: ' ANA@x.test' })
    job('handle_email_event', { run_id, type: 'delivered', payload: '{}', at: AT })
    job('handle_event', { ...event, email: 'bo@x.test' })
    driver.close()
    await migrateSqlite(filename)
    const after = new SQLite(filename)
    expect(after.prepare('select about, name, run_id, state from contact_events order by number').all()).toEqual([
      { about: 'ana@x.test', name: 'e', run_id: null, state: 'pending' },
      { about: 'ana@x.test', name: 'e', run_id: null, state: 'pending' },
      { about: 'ana@x.test', name: 'resend:email.delivered', run_id, state: 'pending' },
      { about: 'bo@x.test', name: 'e', run_id: null, state: 'pending' },
    ])
    const left = after.prepare('select kind, payload from jobs order by created_at').all()
    expect(left).toEqual(
      ['ana@x.test', 'bo@x.test'].map(about => ({ kind: 'handle_event', payload: JSON.stringify({ team_id, about }) })),
    )
    after.close()
  })
})
