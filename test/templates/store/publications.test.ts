// The published versions of templates and the Markdown of their drafts in the database.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findResource, findMarkdownOf, storeMarkdown } from '../../../src/campaigns/editor/actions.ts'
import {
  updateTemplate,
  removeTemplate,
  findTemplateDraft,
  findVersionOf,
  publishTemplate,
  PUBLICATIONS_MAX,
  createTemplate,
} from '../../../src/mail/templates/actions.ts'
import { listPublications } from '../../../src/mail/templates/store.ts'
import type { Database, Tx } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { databases, withTeams } from '../../support/databases.ts'

const START = Date.parse('2026-11-26T10:00:00.000Z')
const versions = statement<object, { id: string }>(knex => knex('template_versions').select('id'))
const markdowns = statement<object, { markdown: string }>(knex => knex('editor_markdown').select('markdown'))

describe.each(databases)('on %s', (_, open) => {
  let database: Database
  let team_id: string
  let stranger: string
  let end: () => Promise<void>

  beforeEach(async () => {
    ;({ database, team_id, stranger, end } = await withTeams(open))
  })
  afterEach(() => end())

  const unit = <T>(body: (tx: Tx) => Promise<T>): Promise<T> => database.unit(body)
  const at = (minutes: number): Date => new Date(START + minutes * 60_000)
  const aTemplate = (): Promise<string> =>
    unit(tx => createTemplate({ tx, team_id, now: at(0) }, { name: 'T', html: 'x' }))

  it('keeps the last versions, newest first, and deletes older ones with their content', async () => {
    const id = await aTemplate()
    for (let minute = 1; minute <= PUBLICATIONS_MAX + 3; minute++)
      await unit(async tx => {
        const on = { tx, team_id, now: at(minute) }
        await updateTemplate(on, await findTemplateDraft(on, id), { html: `<p>${minute}</p>` })
        await publishTemplate(on, await findTemplateDraft(on, id))
      })
    const kept = await unit(tx => listPublications(tx, { team_id, template_id: id }))
    const times = Array.from({ length: PUBLICATIONS_MAX }, (_each, index) =>
      at(PUBLICATIONS_MAX + 3 - index).toISOString(),
    )
    expect(kept.map(({ published_at }) => published_at)).toEqual(times)
    expect(await unit(tx => tx.all(versions, {}))).toHaveLength(PUBLICATIONS_MAX)
    const [latest] = kept
    const of = (team: string) =>
      unit(async tx => {
        const draft = await findTemplateDraft({ tx, team_id }, id)
        return findVersionOf({ tx, team_id: team }, draft, latest!.id)
      })
    expect(await of(team_id)).toMatchObject({ html: `<p>${PUBLICATIONS_MAX + 3}</p>` })
    expect(await of(stranger)).toBeUndefined()
    expect(await unit(tx => listPublications(tx, { team_id: stranger, template_id: id }))).toEqual([])
  })

  it('keeps a version once if it is published again', async () => {
    const id = await aTemplate()
    for (const minute of [1, 2])
      await unit(async tx =>
        publishTemplate({ tx, team_id, now: at(minute) }, await findTemplateDraft({ tx, team_id }, id)),
      )
    const kept = await unit(tx => listPublications(tx, { team_id, template_id: id }))
    expect(kept).toMatchObject([{ published_at: at(2).toISOString(), publisher_id: null }])
  })

  it('returns Markdown as long as the HTML was generated from it and the template exists', async () => {
    const id = await aTemplate()
    const found = (team = team_id) =>
      unit(async tx => findMarkdownOf({ tx, team_id: team }, await findResource({ tx, team_id }, 'template', id)))
    await unit(async tx => storeMarkdown({ tx, team_id }, { type: 'template', id }, { markdown: '# x', html: 'x' }))
    expect([await found(), await found(stranger)]).toEqual(['# x', undefined])
    await unit(async tx => {
      const on = { tx, team_id, now: at(1) }
      await updateTemplate(on, await findTemplateDraft(on, id), { html: 'y' })
    })
    expect(await found()).toBeUndefined()
    await unit(async tx => removeTemplate({ tx, team_id, now: at(2) }, await findTemplateDraft({ tx, team_id }, id)))
    expect(await unit(tx => tx.all(markdowns, {}))).toEqual([])
  })
})
