// The filter of a search in the log.
import type { LogLine } from '../line.ts'

/** Number of requests on a page if no limit is given. */
export const LIST_LENGTH = 20

export interface LogSearch {
  /** A prefix of the path. */
  path?: string | undefined
  method?: string | undefined
  /** A status such as `404`, or its first digit for all of a class. */
  status?: number | undefined
  /** A part of the user agent. */
  program?: string | undefined
}

export function matchesLogSearch(
  line: Pick<LogLine, 'path' | 'method' | 'status' | 'user_agent'>,
  search: LogSearch,
): boolean {
  const { path, method, status, program } = search
  if (path !== undefined && !line.path.startsWith(path)) return false
  if (method !== undefined && line.method !== method) return false
  if (program !== undefined && !line.user_agent?.includes(program)) return false
  return status === undefined || line.status === status || Math.trunc(line.status / 100) === status
}
