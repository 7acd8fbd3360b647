// Lists: their pages, and what they are filtered by.
import { type Html, html } from '../../../base/html/html.ts'

/** A page begins behind a row and not at a number, so new rows shift nothing. `kept` is what else the address says. */
export function pager(
  path: string,
  rows: { id: string }[],
  has_more: boolean,
  { after, before }: { after?: string; before?: string },
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

/** Links to a list's rows with one value each, and to the list as a whole unless it has none. */
export function filterLinks(
  path: string,
  name: string,
  values: readonly string[],
  current: string | undefined,
  hasAll = true,
): Html {
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
