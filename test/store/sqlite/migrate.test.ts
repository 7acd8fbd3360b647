// Migrations keep the data of a database of an earlier version.
import { randomUUIDv7 } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findGraph } from '../../../src/campaigns/automations/store/automations.ts'
import { findGraphDraft } from '../../../src/campaigns/automations/store/drafts.ts'
import { findUnderDelivery } from '../../../src/mail/emails/store.ts'
import { migrateSqlite } from '../../../src/base/store/migrate.ts'
import { openDatabase } from '../../../src/base/store/open.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { temporaryFolder } from '../../support/folder.ts'

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
/** Tables that have a team through their parent. Before 0050 they had no other link to it. */
const OF_PARENTS = [
  'email_states',
  'email_attempts',
  'contact_property_values',
  'segment_members',
  'topic_choices',
  'template_versions',
  'automation_graphs',
  'automation_forgotten_runs',
  'automation_run_steps',
  'automation_entries',
]
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

  it('keeps emails, their results and pending jobs, and deletes pending consents', async () => {
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
    expect(await database.read(tx => findUnderDelivery(tx, team_id, waiting))).toMatchObject({
      ...content,
      last_event: 'queued',
      settled: {},
    })
    expect(await database.read(tx => findUnderDelivery(tx, team_id, delivered))).toMatchObject({
      ...content,
      last_event: 'delivered',
      settled: { 'grace@example.net': 'delivered' },
    })
    expect(await database.read(tx => tx.all(jobs, {}))).toEqual([job])
    await database.close()
  })

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

  it('keeps pending events, with one job for those of a contact', async () => {
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

  it('gets the team in each row that referred to it through another table', async () => {
    await migrateSqlite(filename, '0042_one_active_key')
    const driver = new SQLite(filename)
    const times = { created_at: AT, updated_at: AT }
    const other = randomUUIDv7()
    for (const [team, id] of Object.entries({ [team_id]: 'one', [other]: 'two' })) {
      add(driver, 'teams', { id: team, name: id, created_at: AT })
      const emails = { ...EMAIL, id, team_id: team, headers: '{}' }
      add(driver, 'emails', emails)
      add(driver, 'email_states', { email_id: id, last_event: 'delivered', settled: '{}' })
      add(driver, 'email_attempts', { email_id: id, number: 1, phase: 'done', started_at: AT })
      const contact = { id, team_id: team, email: id, email_key: id, unsubscribed: 0, ...times }
      add(driver, 'contacts', contact)
      add(driver, 'contact_property_values', { contact_id: id, property_id: 'gone', value: 'x' })
      add(driver, 'segment_members', { contact_id: id, segment_id: 'gone', contact_created_at: AT, added_at: AT })
      add(driver, 'topic_choices', { contact_id: id, topic_id: 'gone', subscription: 'opt_in', chosen_at: AT })
      add(driver, 'templates', { id, team_id: team, name: id, current_version_id: id, ...times })
      add(driver, 'template_versions', { id, template_id: id, html: '', variables: '[]', created_at: AT })
      const automation = { id, team_id: team, name: id, status: 'enabled', graph_version: 1, revision: 0, ...times }
      add(driver, 'automations', automation)
      add(driver, 'automation_graphs', { automation_id: id, version: 1, steps: '[]', connections: '[]' })
      add(driver, 'automation_forgotten_runs', { automation_id: id, status: 'completed', count: 1 })
      const run = { id, team_id: team, automation_id: id, graph_version: 1, contact_id: id, event_name: 'e' }
      add(driver, 'automation_runs', { ...run, payload: '{}', status: 'running', turn: 1, created_at: AT })
      add(driver, 'automation_run_steps', { run_id: id, key: 'start', status: 'completed' })
      // of an existing automation, of a deleted one, and of one deleted together with the contact
      for (const automation_id of [id, `gone_${id}`])
        add(driver, 'automation_entries', { automation_id, contact_id: id })
      add(driver, 'automation_entries', { automation_id: id, contact_id: 'gone' })
      add(driver, 'automation_entries', { automation_id: `gone_${id}`, contact_id: 'gone' })
    }
    driver.close()
    await migrateSqlite(filename)

    const after = new SQLite(filename)
    const rows: Record<string, number> = { automation_entries: 3 }
    for (const table of OF_PARENTS) {
      const teams = after
        .prepare(`select team_id, count(*) as rows from ${table} group by team_id order by team_id`)
        .all()
      const each = { rows: rows[table] ?? 1 }
      expect(teams, table).toEqual([team_id, other].map(team => Object.assign({ team_id: team }, each)))
    }
    after.close()
  })
})
