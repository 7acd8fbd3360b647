// Reads the search in the URL of the list of requests.
import type { LogSearch } from '../../../../watch/logs/search/rules.ts'

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
/** First digits of a status. A whole status can also be searched for. */
export const STATUS_CLASSES = ['2', '4', '5'] as const
export const PATH_TYPED_MAX = 200

export interface AskedLogs {
  search: LogSearch | undefined
  /** As typed, by their names in the URL. */
  typed: Record<string, string>
  after: string | undefined
}

const REQUEST_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id of a request, if the text contains nothing else. */
export function requestIdIn(text: string): string | undefined {
  const id = text.trim()
  return REQUEST_ID.test(id) ? id.toLowerCase() : undefined
}

export function askedLogs(query: URLSearchParams): AskedLogs {
  const typed: Record<string, string> = {}
  for (const name of ['q', 'method', 'status']) {
    const text = (query.get(name) ?? '').trim().slice(0, PATH_TYPED_MAX)
    if (text !== '') typed[name] = text
  }
  const { q, method, status } = typed
  const path = q === undefined ? undefined : q.startsWith('/') ? q : `/${q}`
  const search: LogSearch = {
    path,
    method: METHODS.find(each => each === method),
    status: status !== undefined && /^[1-5](?:\d\d)?$/.test(status) ? Number(status) : undefined,
  }
  const isPlain = Object.values(search).every(each => each === undefined)
  return { search: isPlain ? undefined : search, typed, after: requestIdIn(query.get('after') ?? '') }
}
