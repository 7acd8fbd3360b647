// Storage of graph drafts: one for each automation, saved only if unchanged since it was read, deleted with its
// automation.
import { randomUUIDv7 } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  DRAFT_CHARACTERS_MAX,
  discardGraphDraft,
  type EditedGraph,
  findEditedGraph,
  saveEditedGraph,
} from '../../../src/campaigns/automations/drafts/actions.ts'
import { newAutomation } from '../../../src/campaigns/automations/rules.ts'
import * as store from '../../../src/campaigns/automations/store/automations.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { aTeamWith, chain, delay, trigger } from '../rules/support.ts'
import { databases, withTeams } from '../../support/databases.ts'

const NOW = new Date('2026-11-20T10:01:02.123Z')
const writer_id = randomUUIDv7()
const graph = chain(trigger(), delay('pause'))
const unfinished = { steps: [{ key: 'mail', type: 'send_email' as const, config: { template: {} } }], connections: [] }

describe.each(databases)('a graph draft on %s', (_, open) => {
  let database: Database
  let team_id: string
  let stranger: string
  let end: () => Promise<void>
  let automation: store.AutomationRecord

  beforeEach(async () => {
    ;({ database, team_id, stranger, end } = await withTeams(open))
    const made = newAutomation(
      { name: 'A', status: 'disabled', ...graph },
      { id: randomUUIDv7(), now: NOW, known: aTeamWith() },
    )
    await database.unit(async tx => store.insertAutomation(tx, team_id, made))
    automation = (await database.read(tx => store.findAutomation(tx, team_id, made.id)))!
  })
  afterEach(() => end())

  const edited = (of = automation): Promise<EditedGraph> => database.read(tx => findEditedGraph(tx, of))
  const save = ({ draft }: EditedGraph, changed: EditedGraph['graph']): Promise<void> =>
    database.unit(tx => saveEditedGraph({ tx, team_id, now: NOW }, automation, { draft, graph: changed, writer_id }))

  it('starts with the graph and may be invalid', async () => {
    const before = await edited()
    expect([before.graph, before.draft]).toEqual([graph, undefined])
    await save(before, unfinished)
    const { graph: after, draft } = await edited()
    expect(after).toEqual(unfinished)
    expect(draft).toMatchObject({ graph_version: 1, revision: 1, writer_id, updated_at: NOW.toISOString() })
  })

  it('is saved only if it is unchanged since it was read', async () => {
    const none = await edited()
    await save(none, unfinished)
    await expect(save(none, graph)).rejects.toThrow('Someone else changed this automation in the meantime')
    const first = await edited()
    await save(first, graph)
    await expect(save(first, unfinished)).rejects.toThrow('Someone else changed this automation in the meantime')
    expect((await edited()).graph).toEqual(graph)
  })

  it('has a maximum size', async () => {
    const long = { ...unfinished, steps: [{ ...unfinished.steps[0]!, config: 'x'.repeat(DRAFT_CHARACTERS_MAX) }] }
    await expect(save(await edited(), long)).rejects.toThrow('more than 1,000,000 characters')
  })

  it('belongs to its team and is deleted with its automation', async () => {
    await save(await edited(), unfinished)
    expect((await edited({ ...automation, team_id: stranger })).draft).toBeUndefined()
    expect(await database.unit(tx => discardGraphDraft(tx, { ...automation, team_id: stranger }))).toBe(false)
    await database.unit(tx => store.removeAutomation(tx, { team_id, id: automation.id }))
    expect((await edited()).draft).toBeUndefined()
  })
})
