// Lists: their pages, the links between these, and filters.
import { type Content, type Html, html } from '../../../base/html/html.ts'
import type { PageQuery } from '../../../base/store/page.ts'

export const PAGE_LENGTH = 25

interface ListedRows {
  rows: readonly { id: string }[]
  has_more: boolean
}

/** A page of a list, and the row that it starts after or ends before. */
export type ListPage<Row> = { rows: readonly Row[]; has_more: boolean; place: ListPlace }

/** Queries the page of a list that a URL selects. */
export async function findPage<Rows>(
  query: URLSearchParams,
  find: (asked: PageQuery) => Promise<Rows>,
): Promise<Rows & { place: ListPlace }> {
  const place = parseListPlace(query)
  return { ...(await find({ limit: PAGE_LENGTH, ...place })), place }
}

/** Whether the list has no rows at all; `false` for an empty page after the last row. */
export function isListEmpty({ rows, place }: ListPage<unknown>): boolean {
  return rows.length === 0 && place.after === undefined && place.before === undefined
}

/** The text of a page without rows. `blank`: the text if the whole list is empty. */
export function emptyText(page: ListPage<unknown>, blank: string): string {
  return isListEmpty(page) ? blank : 'No more results.'
}

/** A column of a table. */
export interface ListColumn<Row> {
  title: string
  /** `false`: the cell is empty. */
  cell: (row: Row) => Content
  /** Numbers are aligned right; the title of buttons is visually hidden. */
  kind?: 'number' | 'acts'
}

export function numberColumn<Row>(title: string, cell: ListColumn<Row>['cell']): ListColumn<Row> {
  return { title, kind: 'number', cell }
}

interface EmptyListTexts {
  /** The text if there are no rows. */
  empty: Content
  label?: string
}

/** A list is a table whose first column names the row. Rows that mostly consist of forms are not a table. */
type ListOptions<Row> = EmptyListTexts & ({ columns: readonly ListColumn<Row>[] } | { row: (each: Row) => Html })

/** A vertical list of rows, or a text if there are none. */
export function rowList<Row>(rows: readonly Row[], listed: ListOptions<Row>): Html {
  const { empty, label } = listed
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`
  if ('columns' in listed) return listTable(rows, listed.columns, label)
  return html`<ul class="rows" ${label !== undefined && html`aria-label="${label}"`}>
    ${rows.map(each => listed.row(each))}
  </ul>`
}

/** On a narrow screen each row becomes a card, with the titles of its columns. */
function listTable<Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[], label: string | undefined): Html {
  return html`<table class="list" ${label !== undefined && html`aria-label="${label}"`}>
    <thead>
      <tr>
        ${columns.map(({ title, kind }) => html`<th scope="col" ${kind && html`class="${kind}"`}>${kind === 'acts' ? html`<span class="unseen">${title}</span>` : title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        each =>
          html`<tr>
            ${columns.map((column, index) => listCell(column, each, index === 0))}
          </tr>`,
      )}
    </tbody>
  </table>`
}

function listCell<Row>({ title, cell, kind }: ListColumn<Row>, row: Row, isName: boolean): Html {
  const content = cell(row)
  if (isName) return html`<th scope="row">${content}</th>`
  const isNone = content === false || content === undefined || content === null || content === ''
  const classes = [kind, isNone && 'none'].filter(Boolean).join(' ')
  return html`<td data-label="${title}" ${classes !== '' && html`class="${classes}"`}><div>${content}</div></td>`
}

/** A row of a list. `beside`: its state and its buttons. */
export function listItem(what: Content, beside?: Content): Html {
  return html`<li>
    <div class="what">${what}</div>
    ${beside}
  </li>`
}

/** The rows of a page, with links to the previous and next page. `kept`: other parameters of the URL. */
export function listPage<Row extends { id: string }>(
  path: string,
  page: ListPage<Row>,
  listed: ListOptions<Row> & { kept?: Record<string, string> },
): Html {
  return html`${rowList(page.rows, listed)} ${pager(path, page, listed.kept)}`
}

/**
 * Links to the previous and next page. A page starts after a row and not at an offset, so that new rows shift nothing. `kept`:
 * other parameters of the URL.
 */
export function pager(
  path: string,
  { rows, has_more, place: { after, before } }: ListedRows & { place: ListPlace },
  kept: Record<string, string> = {},
): Html {
  const newer = (after !== undefined || (before !== undefined && has_more)) && rows[0]
  const older = (before !== undefined || has_more) && rows.at(-1)
  const address = (place: Record<string, string>): string => `${path}?${new URLSearchParams({ ...kept, ...place })}`
  return html`<nav class="pager" aria-label="Pages">
    ${newer && html`<a href="${address({ before: newer.id })}">Newer</a>`}
    ${older && html`<a href="${address({ after: older.id })}" class="older">Older</a>`}
  </nav>`
}

export interface SearchedRows {
  rows: readonly unknown[]
  /** The row that the next part starts after, if more may follow. */
  behind: string | undefined
  /** The row that this part started after. */
  after: string | undefined
}

/** Links from a list that is searched in parts to its next part, and back to its start. */
export function searchPager(
  path: string,
  { rows, behind, after }: SearchedRows,
  kept: Record<string, string> = {},
): Html {
  const address = (place: Record<string, string>): string => {
    const query = String(new URLSearchParams({ ...kept, ...place }))
    return query === '' ? path : `${path}?${query}`
  }
  return html`<nav class="pager" aria-label="Pages">
    ${after !== undefined && html`<a href="${address({})}">Newest</a>`}
    ${
      behind !== undefined &&
      html`<a href="${address({ after: behind })}" class="older">${rows.length > 0 ? 'Older' : 'Search older'}</a>`
    }
  </nav>`
}

interface Filter {
  name: string
  values: readonly string[]
  current: string | undefined
  hasAll?: boolean
}

/** Links to the rows of a list with one value each, and to the whole list if `hasAll`. */
export function filterLinks(path: string, { name, values, current, hasAll = true }: Filter): Html {
  const link = (address: string, title: string, isCurrent: boolean): Html =>
    html`<a href="${address}" ${isCurrent && html`aria-current="page"`}>${title}</a> `
  return html`<nav class="views" aria-label="Filter by ${name}">
    ${hasAll && link(path, 'All', current === undefined)}
    ${values.map(value => link(`${path}?${name}=${value}`, titleOf(value), value === current))}
  </nav>`
}

/** Some statuses of the API have the British spelling. */
function titleOf(value: string): string {
  return (value.charAt(0).toUpperCase() + value.slice(1)).replace('Cancelled', 'Canceled')
}

/** The row that a page of a list starts after or ends before. */
export interface ListPlace {
  after?: string
  before?: string
}

export function parseListPlace(query: URLSearchParams): ListPlace {
  const after = query.get('after')
  const before = query.get('before')
  if (after) return { after }
  return before ? { before } : {}
}
