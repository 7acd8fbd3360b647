// What several pages are made of.
import type { Scope } from '../../operation.ts'
import { type Html, html } from '../../html/html.ts'

export function tokenField({ form_token }: { form_token: string }): Html {
  return html`<input type="hidden" name="form_token" value="${form_token}" />`
}

export function troubleBox(trouble: string | undefined): Html | undefined {
  return trouble === undefined ? undefined : html`<p class="trouble" role="alert" id="trouble">${trouble}</p>`
}

/** Says what the form before did; the texts are ours, the address only names one. */
export function doneBox(querystring: string, texts: Record<string, string>): Html | undefined {
  const done = new URLSearchParams(querystring).get('done') ?? ''
  return Object.hasOwn(texts, done) ? html`<p class="note done" role="status">${texts[done]}</p>` : undefined
}

/** Without a script the person's time zone is not known; the hour is said to be UTC instead. */
export function moment(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 16)} UTC</time>`
}

export interface Act {
  path: string
  label: string
  form_token: string
  /** What the form is about. */
  fields?: Record<string, string>
  /** What the person can choose on the way. */
  choices?: Html | undefined
  /** For who cannot see which line a button stands in. */
  about: string
}

/** A button that does something at once. */
export function actForm({ path, label, about, fields = {}, choices, ...token }: Act): Html {
  return html`<form method="post" action="${path}">
    ${tokenField(token)}
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${choices}
    <button class="quiet" aria-label="${label}: ${about}">${label}</button>
  </form>`
}

/** A button that asks once more, which needs no script either. */
export function confirmForm(act: Act & { question: string }): Html {
  return html`<details class="confirm">
    <summary aria-label="${act.label}: ${act.about}">${act.label}</summary>
    <p>${act.question}</p>
    ${actForm({ ...act, label: `Yes, ${act.label.toLowerCase()}` })}
  </details>`
}

export interface Search {
  path: string
  /** Of the parameter that the words go into. */
  name: string
  /** What can be searched for. */
  title: string
  length_max: number
  words: string | undefined
  /** What else the address says. */
  kept: Record<string, string>
  /** Where everything is shown again. */
  all: { path: string; title: string }
}

/** A list's search, with a way back to all of it. */
export function searchForm({ path, name, title, length_max, words, kept, all }: Search): Html {
  return html`<form class="search" method="get" action="${path}" role="search">
    ${Object.entries(kept).map(([also, value]) => html`<input type="hidden" name="${also}" value="${value}" />`)}
    <input
      type="search"
      name="${name}"
      aria-label="${title}"
      placeholder="${title}"
      maxlength="${length_max}"
      value="${words ?? ''}"
    />
    <button>Search</button>
    ${words !== undefined && html`<a href="${all.path}">${all.title}</a>`}
  </form>`
}

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

/** Links to a list as a whole and to its rows with one value each. */
export function filterLinks(path: string, name: string, values: readonly string[], current: string | undefined): Html {
  const link = (address: string, title: string, isCurrent: boolean): Html =>
    html`<a href="${address}" ${isCurrent && html`aria-current="page"`}>${title}</a> `
  return html`<nav class="views" aria-label="Filter by ${name}">
    ${link(path, 'All', current === undefined)}
    ${values.map(value =>
      link(`${path}?${name}=${value}`, value.charAt(0).toUpperCase() + value.slice(1), value === current),
    )}
  </nav>`
}

export function placeOf(querystring: string): { after?: string; before?: string } {
  const query = new URLSearchParams(querystring)
  const after = query.get('after')
  const before = query.get('before')
  if (after) return { after }
  return before ? { before } : {}
}

export const SCOPE_WORDS: Record<Scope, { title: string; detail: string }> = {
  full_access: {
    title: 'Full access',
    detail:
      'Everything an API key of the team can do: send, read and change emails, automations, templates, contacts and API keys.',
  },
  'emails:send': {
    title: 'Send emails',
    detail: 'Send emails in the name of the team. Nothing can be read or changed.',
  },
}

/** Full access contains the rest. */
export function shownScopes(scopes: readonly Scope[]): readonly Scope[] {
  return scopes.includes('full_access') ? ['full_access'] : scopes
}
