// Which requests of the log are meant.
import type { LogLine } from '../part.ts'

/** Of a list, when no other length is asked for. */
export const LIST_LENGTH = 20

export interface LogSearch {
  /** What the path begins with. */
  path?: string | undefined
  method?: string | undefined
  /** `404`, or `4` for all from 400 to 499. */
  status?: number | undefined
}

export function isMeantLog(line: Pick<LogLine, 'path' | 'method' | 'status'>, search: LogSearch): boolean {
  const { path, method, status } = search
  if (path !== undefined && !line.path.startsWith(path)) return false
  if (method !== undefined && line.method !== method) return false
  return status === undefined || line.status === status || Math.trunc(line.status / 100) === status
}
