// Reads the search in the URL of a list of emails.
import {
  EMAIL_ORIGINS,
  type EmailOrigin,
  type EmailSearch,
  searchedAddress,
} from '../../../../mail/emails/search/rules.ts'
import { STATUSES } from './words.ts'

export interface AskedSearch {
  search: EmailSearch
  /** As typed, by their names in the URL. */
  typed: Record<string, string>
  after: string | undefined
}

/** No address and hardly any subject is longer. */
export const TYPED_MAX = 320
const FILTERS = ['q', 'origin', 'status', 'tag', 'from', 'to', 'automation'] as const
/** The value of `origin` for emails of all origins. */
export const ALL_ORIGINS = 'all'
/** The default origins: emails of broadcasts would hide all others. */
export const UNASKED_ORIGINS: readonly EmailOrigin[] = ['single', 'automation']

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
const DAY_MS = 86_400_000

/** The id of an email, given alone or as part of a Message-ID. */
export function idIn(text: string): string | undefined {
  return ID.exec(text)?.[0].toLowerCase()
}

export function askedSearch(query: URLSearchParams): AskedSearch {
  const typed: Record<string, string> = {}
  for (const name of FILTERS) {
    const text = (query.get(name) ?? '').trim().slice(0, TYPED_MAX)
    if (text !== '') typed[name] = text
  }
  const { q, status, tag, from, to, automation } = typed
  const address = q === undefined ? undefined : searchedAddress(q)
  const last_day = dayOf(to)
  const search: EmailSearch = {
    origins: originsIn(typed),
    address,
    words: address === undefined ? q : undefined,
    status: STATUSES.find(each => each === status),
    tag,
    from: dayOf(from),
    until: last_day && new Date(last_day.getTime() + DAY_MS),
    automation_id: automation === undefined ? undefined : idIn(automation),
  }
  return { search, typed, after: idIn(query.get('after') ?? '') }
}

function originsIn(typed: Record<string, string>): readonly EmailOrigin[] | undefined {
  if (Object.keys(typed).length === 0) return UNASKED_ORIGINS
  if (typed.automation !== undefined) return ['automation']
  const origin = EMAIL_ORIGINS.find(each => each === typed.origin)
  return origin && [origin]
}

/** Days are in UTC, so that a link to a search finds the same in every team. */
function dayOf(text: string | undefined): Date | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const day = new Date(`${text}T00:00:00.000Z`)
  // a parser turns 31 February into a day in March
  return Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text) ? undefined : day
}
