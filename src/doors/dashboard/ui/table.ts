// Lists: their pages, and what they are filtered by.
import { type Content, type Html, html } from '../../../base/html/html.ts'
import type { PageQuery } from '../../../base/store/page.ts'

export const PAGE_LENGTH = 25

interface ListedRows {
  rows: readonly { id: string }[]
  has_more: boolean
}

/** A page of a list, and behind or before which row it was asked for. */
export type ListPage<Row> = { rows: readonly Row[]; has_more: boolean; place: ListPlace }

/** The page of a list that an address asks for. */
export async function findPage<Rows>(
  query: URLSearchParams,
  find: (asked: PageQuery) => Promise<Rows>,
): Promise<Rows & { place: ListPlace }> {
  const place = placeOf(query)
  return { ...(await find({ limit: PAGE_LENGTH, ...place })), place }
}

/** Whether a list has no row at all, as opposed to one whose last page is over. */
export function isBlank({ rows, place }: ListPage<unknown>): boolean {
  return rows.length === 0 && place.after === undefined && place.before === undefined
}

/** What stands for the rows of an empty page; `blank`: when the list has none at all. */
export function emptyWords(page: ListPage<unknown>, blank: string): string {
  return isBlank(page) ? blank : 'There are no more.'
}

interface ListedAs<Row> {
  row: (each: Row) => Html
  /** What stands there without any. */
  empty: Content
  label?: string
}

/** Rows one below the other, or words when there are none. */
export function rowList<Row>(rows: readonly Row[], { row, empty, label }: ListedAs<Row>): Html {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`
  return html`<ul class="rows" ${label !== undefined && html`aria-label="${label}"`}>
    ${rows.map(each => row(each))}
  </ul>`
}

/** A row of a list; `beside`: how it stands, and what can be done with it. */
export function item(what: Content, beside?: Content): Html {
  return html`<li>
    <div class="what">${what}</div>
    ${beside}
  </li>`
}

/** The rows of a page, and the ways to the other pages. `kept`: what else the address says. */
export function listPage<Row extends { id: string }>(
  path: string,
  page: ListPage<Row>,
  { kept, ...listed }: ListedAs<Row> & { kept?: Record<string, string> },
): Html {
  return html`${rowList(page.rows, listed)} ${pager(path, page, kept)}`
}

/** A page begins behind a row and not at a number, so new rows shift nothing. `kept` is what else the address says. */
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

export interface SearchedPart {
  rows: readonly unknown[]
  /** Where the next part begins, if there may be more. */
  behind: string | undefined
  /** Where this one began. */
  after: string | undefined
}

/** The ways on from a part of a list that is searched part by part, and back to its beginning. */
export function onwardPager(
  path: string,
  { rows, behind, after }: SearchedPart,
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
      html`<a href="${address({ after: behind })}" class="older">${rows.length > 0 ? 'Older' : 'Look further back'}</a>`
    }
  </nav>`
}

interface Filter {
  name: string
  values: readonly string[]
  current: string | undefined
  hasAll?: boolean
}

/** Links to a list's rows with one value each, and to the list as a whole unless it has none. */
export function filterLinks(path: string, { name, values, current, hasAll = true }: Filter): Html {
  const link = (address: string, title: string, isCurrent: boolean): Html =>
    html`<a href="${address}" ${isCurrent && html`aria-current="page"`}>${title}</a> `
  return html`<nav class="views" aria-label="Filter by ${name}">
    ${hasAll && link(path, 'All', current === undefined)}
    ${values.map(value =>
      link(`${path}?${name}=${value}`, value.charAt(0).toUpperCase() + value.slice(1), value === current),
    )}
  </nav>`
}

/** Behind or before which row of a list a page is. */
export interface ListPlace {
  after?: string
  before?: string
}

export function placeOf(query: URLSearchParams): ListPlace {
  const after = query.get('after')
  const before = query.get('before')
  if (after) return { after }
  return before ? { before } : {}
}
