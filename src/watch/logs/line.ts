// The lines of the request log: the stored data of each request except its bodies.
import type { Caller } from '../../base/operation/operation.ts'
import { compressLog, decompressLog } from './compression.ts'

/** Why a body is not in the log. */
export type OmissionReason = 'too_large' | 'not_json' | 'of_logs' | 'erased'

/** The length of a stored body in bytes (0: there is none), or why it is not stored. */
export type StoredBodyLength = number | OmissionReason

/** A request in `lines`. */
type Line = [
  id: string,
  method: string,
  path: string,
  status: number,
  duration_ms: number,
  user_agent: string | null,
  kind: Caller['kind'],
  caller_id: string,
  sent: StoredBodyLength,
  answered: StoredBodyLength,
]

export interface LogLine {
  id: string
  method: string
  path: string
  status: number
  duration_ms: number
  user_agent: string | null
  caller: { kind: Caller['kind']; id: string }
  sent: StoredBodyLength
  answered: StoredBodyLength
  /** The offset of its bodies among those of its row. */
  start: number
}

/** The stored form of a line: a `Line` as JSON, concatenated manually, which takes a quarter of the time. */
export function logLineText(line: Omit<LogLine, 'start'>): string {
  const { id, method, path, status, duration_ms, user_agent, caller, sent, answered } = line
  const request = `"${id}","${method}",${JSON.stringify(path)},${status},${duration_ms},${JSON.stringify(user_agent)}`
  return `[${request},"${caller.kind}","${caller.id}",${keptText(sent)},${keptText(answered)}]`
}

const keptText = (kept: StoredBodyLength): string => (typeof kept === 'number' ? String(kept) : `"${kept}"`)

/** The text around the lines of a row. */
export const [OPEN_LINES, NEXT_LINE, CLOSE_LINES] = ['[', ',\n', ']']

/** The stored form of all lines of a row. */
export function logLinesText(lines: readonly string[]): Buffer {
  return compressLog(Buffer.from(OPEN_LINES + lines.join(NEXT_LINE) + CLOSE_LINES))
}

export function logLinesIn(lines: Buffer): LogLine[] {
  let start = 0
  return (JSON.parse(decompressLog(lines).toString()) as Line[]).map(line => {
    const [id, method, path, status, duration_ms, user_agent, kind, caller_id, sent, answered] = line
    const begins = start
    start += storedBodyBytes(sent) + storedBodyBytes(answered)
    return {
      id,
      method,
      path,
      status,
      duration_ms,
      user_agent,
      caller: { kind, id: caller_id },
      sent,
      answered,
      start: begins,
    }
  })
}

/** The bytes of a body among those of its row. */
export const storedBodyBytes = (kept: StoredBodyLength): number => (typeof kept === 'number' ? kept : 0)
