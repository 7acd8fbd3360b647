// Storage of automations, runs, templates and contacts, and the writes that the database rejects.
import { randomUUIDv7 } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Graph } from '../../../src/campaigns/automations/graph/graph.ts'
import { newAutomation, updatedAutomation } from '../../../src/campaigns/automations/rules.ts'
import { newRun, failedRun, type Run, waitingRun } from '../../../src/campaigns/automations/engine/run.ts'
import * as runs from '../../../src/campaigns/automations/store/runs.ts'
import * as store from '../../../src/campaigns/automations/store/automations.ts'
import { findGraphDraft, saveGraphDraft } from '../../../src/campaigns/automations/store/drafts.ts'
import { findOrCreateContact, findContact } from '../../../src/audience/contacts/actions.ts'
import type { Database, Tx } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { publishTemplate, findTemplateFacts } from '../../../src/mail/templates/actions.ts'
import { newTemplate } from '../../../src/mail/templates/rules.ts'
import { insertTemplate } from '../../../src/mail/templates/store.ts'
import { aTeamWith, chain, delay, httpRequest, mail, settings, trigger } from '../rules/support.ts'
import { databases, withTeams } from '../../support/databases.ts'
import { anId } from '../../support/ids.ts'

const NOW = new Date('2026-11-20T10:01:02.123Z')
const LATER = new Date('2026-11-20T11:01:02.123Z')
const graph = chain(trigger(), delay('pause'), mail('nudge'))
const other = chain(trigger('other'))
const none = aTeamWith()

const graphVersions = statement<object, { version: number }>(knex =>
  knex('automation_graphs').select('version').orderBy('version'),
)
const storedSteps = statement<object, { steps: string }>(knex =>
  knex('automation_graphs')
    .select('steps')
    .unionAll([knex('automation_drafts').select('steps')]),
)
const stepRows = statement<object, { key: string; status: string }>(knex =>
  knex('automation_run_steps').select('key', 'status').orderBy('key'),
)
const states = statement<object, { status: string; count: number }>(knex =>
  knex('automation_runs').select('status').count({ count: '*' }).groupBy('status').orderBy('status'),
)

describe.each(databases)('the automation store on %s', (_, open) => {
  let database: Database
  let team_id: string
  let stranger: string
  let end: () => Promise<void>

  beforeEach(async () => {
    ;({ database, team_id, stranger, end } = await withTeams(open))
  })
  afterEach(() => end())

  const unit = <T>(body: (tx: Tx) => Promise<T>): Promise<T> => database.unit(body)

  async function anAutomation(body: object = graph, team = team_id): Promise<store.AutomationRecord> {
    const automation = newAutomation({ name: 'A', status: 'disabled', ...body } as never, {
      id: randomUUIDv7(),
      now: NOW,
      known: none,
    })
    await unit(async tx => store.insertAutomation(tx, team, automation))
    return (await unit(tx => store.findAutomation(tx, team, automation.id)))!
  }
  const aRun = (automation_id: string, of: Graph = graph, more: object = {}): runs.RunRecord => ({
    ...newRun(
      of,
      { id: randomUUIDv7(), automation_id, graph_version: 1, contact_id: anId('contact'), begun_by: 0 },
      NOW,
    ),
    team_id,
    event_name: 'trial.started',
    payload: { plan: 'pro', nested: { list: [1, null] } },
    revision: 0,
    error: null,
    ...more,
  })

  describe('an automation with an HTTP request step', () => {
    const headers = { Authorization: 'Bearer very-secret' }
    const calling = chain(
      trigger(),
      httpRequest('ask', 'https://crm.example.com/?key=very-secret', { headers, body: { word: 'very-secret' } }),
    )

    it('stores its steps encrypted, in each version and in its draft', async () => {
      const automation = await anAutomation(calling)
      const published = await anAutomation({ ...calling, status: 'enabled' })
      const change = { steps: calling.steps, connections: calling.connections }
      await unit(tx =>
        store.saveAutomation(tx, automation, updatedAutomation(automation, change, { now: LATER, known: none })),
      )
      const draft = { automation_id: automation.id, team_id, graph_version: 1, ...calling, revision: 0 }
      await unit(tx => saveGraphDraft(tx, { ...draft, writer_id: randomUUIDv7(), updated_at: NOW.toISOString() }))

      const rows = await unit(tx => tx.all(storedSteps, {}))
      expect(rows).toHaveLength(4)
      expect(JSON.stringify(rows)).not.toMatch(/secret|crm|http_request/)
      expect((await unit(tx => store.findAutomation(tx, team_id, automation.id)))!.graph).toEqual(calling)
      const of = { team_id, automation_id: automation.id }
      expect(await unit(tx => store.findGraph(tx, of, 1))).toEqual(calling)
      expect(await unit(tx => store.findImmutableGraph(tx, of, 2))).toEqual(calling)
      expect(await unit(tx => findGraphDraft(tx, of))).toMatchObject({ ...calling, revision: 1 })
      const event = { team_id, event_name: 'trial.started', after_id: '' }
      expect((await unit(tx => store.listTriggeredBy(tx, event, 5))).automations).toMatchObject([
        { id: published.id, graph: calling },
      ])
    })
  })

  describe('an automation', () => {
    it('is read back unchanged, with and without a graph, by its own team only', async () => {
      const automation = await anAutomation()
      expect(automation).toMatchObject({ name: 'A', status: 'disabled', graph_version: 1, graph, revision: 0 })
      expect((await anAutomation({})).graph).toBeNull()
      expect(await unit(tx => store.findAutomation(tx, stranger, automation.id))).toBeUndefined()
      expect(await unit(tx => store.removeAutomation(tx, { team_id: stranger, id: automation.id }))).toBe(false)
    })

    it('keeps its older graphs until it is deleted', async () => {
      const automation = await anAutomation()
      await unit(tx =>
        store.saveAutomation(tx, automation, updatedAutomation(automation, other, { now: LATER, known: none })),
      )
      const { id } = automation
      const of = { team_id, automation_id: id }
      expect(await unit(tx => store.findGraph(tx, of, 1))).toEqual(graph)
      expect(await unit(tx => store.findGraph(tx, of, 2))).toEqual(other)
      expect(await unit(tx => store.findGraph(tx, { ...of, team_id: stranger }, 2))).toBeUndefined()
      await unit(tx => store.removeAutomation(tx, { team_id, id }))
      expect(await unit(tx => store.findGraph(tx, of, 1))).toBeUndefined()
    })

    it('is not saved, even partially, when it changed after it was read', async () => {
      const read = await anAutomation()
      const enable = updatedAutomation(read, { status: 'enabled', ...other }, { now: LATER, known: none })
      const replace = updatedAutomation(read, { name: 'B', ...graph }, { now: LATER, known: none })
      expect(await unit(tx => store.saveAutomation(tx, read, enable))).toBe(true)
      expect(await unit(tx => store.saveAutomation(tx, read, replace))).toBe(false)
      const after = await unit(tx => store.findAutomation(tx, team_id, read.id))
      expect(after).toMatchObject({ name: 'A', status: 'enabled', graph: other, graph_version: 2, revision: 1 })
      expect(await unit(tx => tx.all(graphVersions, {}))).toEqual([{ version: 1 }, { version: 2 }])
    })

    it('is found by events of its own team when enabled, with its newest graph', async () => {
      const listening = await anAutomation({ ...chain(trigger()), status: 'enabled' })
      await anAutomation(chain(trigger()))
      await anAutomation({ ...chain(trigger()), status: 'enabled' }, stranger)
      const event = { team_id, event_name: 'trial.started', after_id: '' }
      const found = () => unit(tx => store.listTriggeredBy(tx, event, 9))
      const automations = [{ id: listening.id, graph_version: 1, graph: chain(trigger()), settings: settings() }]
      expect(await found()).toEqual({ automations, more: false })
      await unit(tx => store.saveAutomation(tx, listening, { ...listening, status: 'disabled' }))
      expect(await found()).toEqual({ automations: [], more: false })
    })

    it('is found in batches, ordered by id', async () => {
      const ids: string[] = []
      for (let n = 0; n < 7; n++) ids.push((await anAutomation({ ...chain(trigger()), status: 'enabled' })).id)
      ids.sort()
      const part = async (after: string, most: number) => {
        const event = { team_id, event_name: 'trial.started', after_id: after }
        const { automations, more } = await unit(tx => store.listTriggeredBy(tx, event, most))
        return [automations.map(({ id }) => id), more]
      }
      expect(await part('', 1)).toEqual([ids.slice(0, 1), true])
      expect(await part('', 1000)).toEqual([ids.slice(0, 5), true])
      expect(await part(ids[4]!, 1000)).toEqual([ids.slice(5), false])
    })
  })

  describe('a run', () => {
    const waits = (run: runs.RunRecord): Run =>
      waitingRun({ run: { ...run, cursor: 'pause' }, key: 'pause', now: NOW }, { until: LATER, waits_for: null })
    async function aWaitingRun(): Promise<runs.RunRecord> {
      const run = aRun((await anAutomation()).id)
      await unit(async tx => {
        await runs.insertRun(tx, run)
        await runs.saveRun(tx, run, waits(run))
      })
      return (await unit(tx => runs.findRunAt(tx, { ...run, revision: 1 })))!.run
    }

    it('is read back unchanged, at its revision only, with rows for the reached steps', async () => {
      const run = await aWaitingRun()
      expect(run).toEqual({ ...aRun(run.automation_id, graph, { id: run.id }), ...waits(run), revision: 1 })
      expect(await unit(tx => runs.findRunAt(tx, { ...run, revision: 0 }))).toBeUndefined()
      expect(await unit(tx => runs.findRunAt(tx, { ...run, team_id: stranger, revision: 1 }))).toBeUndefined()
      expect(await unit(tx => runs.findRun(tx, { team_id, automation_id: anId('another') }, run.id))).toBeUndefined()
      expect(await unit(tx => runs.findRun(tx, { ...run, team_id: stranger }, run.id))).toBeUndefined()
      expect(await unit(tx => tx.all(stepRows, {}))).toEqual([{ key: 'pause', status: 'waiting' }])
    })

    it('is saved once per revision', async () => {
      const run = await aWaitingRun()
      const after = failedRun({ run, key: 'pause', now: LATER }, { name: 'n', message: 'm' })
      await unit(tx => runs.saveRun(tx, run, after))
      expect(await unit(tx => runs.findRun(tx, run, run.id))).toEqual({ ...after, revision: 2 })
      await expect(unit(tx => runs.saveRun(tx, run, after))).rejects.toThrow('is no longer at revision 1')
    })

    it('is not saved when it was canceled meanwhile', async () => {
      const run = await aWaitingRun()
      await unit(tx => runs.cancelRuns(tx, { ...run, begun_until: LATER.toISOString() }, LATER))
      await expect(unit(tx => runs.saveRun(tx, run, waits(run)))).rejects.toThrow('is no longer at revision 1')
      const after = await unit(tx => runs.findRun(tx, run, run.id))
      expect(after).toMatchObject({ status: 'cancelled', due_at: null, completed_at: LATER.toISOString() })
    })

    it('refuses to complete a step twice', async () => {
      const run = await aWaitingRun()
      const after = failedRun({ run, key: 'pause', now: LATER }, { name: 'n', message: 'm' })
      await unit(tx => runs.saveRun(tx, run, { ...after, status: 'running', cursor: 'pause' }))
      const behind = { ...run, revision: 2 }
      await expect(unit(tx => runs.saveRun(tx, behind, after))).rejects.toThrow('Step pause')
      const fresh = aRun(run.automation_id, graph, { id: run.id, revision: 2 })
      await expect(unit(tx => runs.saveRun(tx, fresh, after))).rejects.toThrow()
    })

    it('is canceled in batches of two hundred, and only while running', async () => {
      const { id } = await anAutomation()
      const elsewhere = await anAutomation()
      await unit(async tx => {
        for (let number = 0; number < 201; number++) await runs.insertRun(tx, aRun(id))
        await runs.insertRun(tx, aRun(id, graph, { status: 'completed' }))
        await runs.insertRun(tx, aRun(elsewhere.id, graph, { status: 'failed' }))
      })
      const cancelSome = (of: { team_id: string }): Promise<boolean> =>
        unit(tx => runs.cancelRuns(tx, { ...of, automation_id: id, begun_until: LATER.toISOString() }, LATER))
      expect(await cancelSome({ team_id: stranger })).toBe(false)
      expect(await cancelSome({ team_id })).toBe(true)
      expect(await cancelSome({ team_id })).toBe(false)
      expect(await unit(tx => tx.all(states, {}))).toEqual([
        { status: 'cancelled', count: 201 },
        { status: 'completed', count: 1 },
        { status: 'failed', count: 1 },
      ])
    })
  })

  describe('a contact', () => {
    it('is created once per address and team, regardless of case', async () => {
      const contact = await unit(tx => findOrCreateContact({ tx, team_id, now: NOW }, 'Ana@Example.com'))
      expect(await unit(tx => findOrCreateContact({ tx, team_id, now: LATER }, 'ana@EXAMPLE.com'))).toEqual(contact)
      expect(contact).toMatchObject({ email: 'Ana@Example.com', unsubscribed: false, properties: {}, first_name: null })
      expect(
        (await unit(tx => findOrCreateContact({ tx, team_id: stranger, now: NOW }, 'ana@example.com'))).id,
      ).not.toBe(contact.id)
      expect(await unit(tx => findContact(tx, team_id, contact.id))).toEqual(contact)
      expect(await unit(tx => findContact(tx, stranger, contact.id))).toBeUndefined()
    })
  })

  describe('facts about templates', () => {
    const aTemplate = async (alias: string, isPublished: boolean): Promise<string> => {
      const body = { name: 'T', alias, html: '<p>{{{X}}}</p>', variables: [{ key: 'X', type: 'string' as const }] }
      const draft = newTemplate(body, { now: NOW, newId: () => randomUUIDv7() })
      const { template } = draft
      await unit(async tx => {
        await insertTemplate(tx, team_id, draft)
        if (isPublished) await publishTemplate({ tx, team_id, now: NOW }, draft)
      })
      return template.id
    }
    const counting = (tx: Tx): { tx: Tx; queries: () => number } => {
      let count = 0
      const all: Tx['all'] = (...given) => (count++, tx.all(...given))
      return { tx: Object.create(tx, { all: { value: all } }) as Tx, queries: () => count }
    }

    it('are found by id and by alias within the team, for many names in two queries', async () => {
      const [draft, ready] = [await aTemplate('draft', false), await aTemplate('ready', true)]
      const names = [draft, ready.toUpperCase(), 'ready', 'gone', ...Array.from({ length: 100 }, (_, at) => `no-${at}`)]
      const { facts, queries } = await unit(async tx => {
        const counted = counting(tx)
        return { facts: await findTemplateFacts(counted.tx, team_id, names), queries: counted.queries() }
      })
      const known = { published: true, from: null, subject: null, variables: ['X'], needed: ['X'] }
      expect([...facts.keys()].toSorted()).toEqual([draft, ready.toUpperCase(), 'ready'].toSorted())
      expect([facts.get('ready'), facts.get(ready.toUpperCase())]).toEqual([known, known])
      expect(facts.get(draft)).toMatchObject({ published: false })
      expect(queries).toBe(2)
      expect((await unit(tx => findTemplateFacts(tx, stranger, names))).size).toBe(0)
      expect((await unit(tx => findTemplateFacts(tx, team_id, []))).size).toBe(0)
    })

    it('are found for more names than one statement accepts', async () => {
      await aTemplate('ready', true)
      const names = [...Array.from({ length: 600 }, (_, at) => `no-${at}`), 'ready']
      expect([...(await unit(tx => findTemplateFacts(tx, team_id, names))).keys()]).toEqual(['ready'])
    })
  })
})
