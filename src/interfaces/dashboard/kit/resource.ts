// The pages of objects that a team lists, creates, edits and deletes: a list with a form, and a page for each object.
import { type Html, html } from '../../../base/html/html.ts'
import type { TeamTx } from '../../../base/store/database.ts'
import type { Page, PageQuery } from '../../../base/store/page.ts'
import type { AccessRule } from '../access.ts'
import { type DashboardPage, page, type Visit } from '../page.ts'
import { requireFound } from '../problems.ts'
import type { Visitor } from '../session/visitor.ts'
import { type Fact, facts } from '../ui/facts.ts'
import { confirmForm, panelForm } from '../ui/forms.ts'
import { doneNote, formOutcome } from '../ui/reader.ts'
import { emptyText, findPage, isListEmpty, type ListColumn, listPage } from '../ui/table.ts'
import { type FieldsOf, type FormBody, readBody, renderFields } from './fields.ts'

type OneVisit = Visit<Visitor, 'GET /x/:id'>

export interface ResourcePages<Row, Extra, F extends FieldsOf<Extra>> {
  /** Of the list. The other paths start with it. */
  path: `/${string}`
  /** The title of the list, such as "Topics". */
  title: string
  /** As in "Create topic" and "Topic created." */
  noun: string
  /** Who may open the pages and send the forms (access.ts). */
  who: AccessRule
  /** One or two sentences below the title of the list. */
  lead: string
  /** Links to related pages. */
  nav?: Html
  /** The text of an empty list: what the objects are for. */
  empty: string
  nameOf: (row: Row) => string
  columns: readonly ListColumn<Row>[]
  facts: (row: Row, extra: Extra, visit: OneVisit) => readonly Fact[]
  /** More on the page of one object, after its facts. */
  more?: (row: Row) => Html
  /** Loads and renders a list that belongs to the object, after its form. */
  rest?: (row: Row, visit: OneVisit) => Promise<() => Html>
  /** Loads what the fields or facts need. */
  load?: (team: TeamTx) => Promise<Extra>
  list: (team: TeamTx, query: PageQuery) => Promise<Page<Row>>
  find: (team: TeamTx, id: string) => Promise<Row | undefined>
  fields: F
  create: (visit: Visit<Visitor>, body: FormBody<F>) => Promise<{ id: string }>
  update: (visit: Visit<Visitor>, row: Row, body: FormBody<F>) => Promise<unknown>
  delete: { act: (visit: Visit<Visitor>, row: Row) => Promise<unknown>; question: string }
  /** What the messages say in addition to "Topic created." */
  done?: { created?: string; deleted?: string }
}

/**
 * The list, the page of one object, and the forms that create, edit and delete it.
 * @example resource({ path: '/topics', title: 'Topics', noun: 'topic', who: 'member', fields: { name: textField('Name', …) }, … })
 */
export function resource<Row extends { id: string }, F extends FieldsOf<Extra>, Extra = undefined>(
  of: ResourcePages<Row, Extra, F>,
): DashboardPage[] {
  const { path, title, noun, who, fields } = of
  const requireRow = async (visit: TeamTx & { params: { id: string } }): Promise<Row> =>
    requireFound(await of.find(visit, visit.params.id), noun)
  const load = async (visit: TeamTx): Promise<Extra> => (await of.load?.(visit)) as Extra
  const done = (result: string, more?: string): string =>
    [`${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${result}.`, more].filter(Boolean).join(' ')

  const list = page(`GET ${path}`, who, async visit => {
    const rows = await findPage(visit.query, query => of.list(visit, query))
    const extra = await load(visit)
    const body = (): Html =>
      html`<h1>${title}</h1>
        <p class="lead">${of.lead}</p>
        ${of.nav} ${doneNote()}
        ${panelForm({ title: `Create ${noun}`, path: `${path}/make`, trouble: formOutcome().trouble, isOpen: isListEmpty(rows), fields: renderFields(fields, extra), label: `Create ${noun}` })}
        ${listPage(path, rows, { columns: of.columns, empty: emptyText(rows, of.empty), label: title })}`
    return { title, done: { deleted: done('deleted', of.done?.deleted) }, body }
  })

  const one = page(`GET ${path}/:id` as 'GET /x/:id', who, async visit => {
    const row = await requireRow(visit)
    const extra = await load(visit)
    const rest = await of.rest?.(row, visit)
    const name = of.nameOf(row)
    const body = (): Html =>
      html`<p><a class="back" href="${path}">${title}</a></p>
        <h1><bdi>${name}</bdi></h1>
        ${doneNote()} ${facts(of.facts(row, extra, visit))} ${of.more?.(row)}
        ${panelForm({ title: `Edit ${noun}`, path: `${path}/${row.id}/change`, trouble: formOutcome().trouble, fields: renderFields(fields, extra, row), label: 'Save changes' })}
        ${rest?.()}
        ${confirmForm({ path: `${path}/${row.id}/delete`, label: `Delete ${noun}`, about: name, question: of.delete.question })}`
    return { title: name, done: { made: done('created', of.done?.created), changed: done('updated') }, body }
  })

  const to = (id: string, result: string): { location: string } => ({ location: `${path}/${id}?done=${result}` })
  return [
    list,
    one,
    page(
      `POST ${path}/make`,
      who,
      async visit => to((await of.create(visit, readBody(fields, visit.form, true))).id, 'made'),
      { refused: list },
    ),
    page(
      `POST ${path}/:id/change` as 'POST /x/:id',
      who,
      async visit => {
        const row = await requireRow(visit)
        await of.update(visit, row, readBody(fields, visit.form, false))
        return to(row.id, 'changed')
      },
      { refused: one },
    ),
    page(`POST ${path}/:id/delete` as 'POST /x/:id', who, async visit => {
      await of.delete.act(visit, await requireRow(visit))
      return { location: `${path}?done=deleted` }
    }),
  ]
}
