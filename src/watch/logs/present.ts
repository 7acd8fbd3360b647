// Converts logged requests to the form of the API.
import type { Schemas } from '../../../generated/api.ts'
import { timeFromId } from '../../base/text/uuids.ts'
import type { OmissionReason, LogLine } from './line.ts'
import type { LogBodies } from './part.ts'

/** Names of API keys by their ids, and names of clients by the ids of their grants. */
export type CallerNames = ReadonlyMap<string, string>

/** When the request was received. */
export function momentOfLog({ id }: Pick<LogLine, 'id'>): string {
  return new Date(timeFromId(id)).toISOString()
}

export function logItem(line: LogLine, names: CallerNames): Schemas['LogItem'] {
  const { id, path, method, status, user_agent, duration_ms, caller } = line
  return {
    id,
    created_at: momentOfLog(line),
    endpoint: path,
    method: method as Schemas['LogMethod'],
    response_status: status,
    user_agent,
    request_id: id,
    duration_ms,
    caller: { ...caller, name: names.get(caller.id) ?? null },
  }
}

export function logEntry(line: LogLine & { bodies: LogBodies }, names: CallerNames): Schemas['Log'] {
  return {
    object: 'log',
    ...logItem(line, names),
    request_body: line.bodies.sent,
    response_body: line.bodies.answered,
    request_body_left_out: leftOut(line.sent),
    response_body_left_out: leftOut(line.answered),
  }
}

const leftOut = (kept: LogLine['sent']): OmissionReason | null => (typeof kept === 'string' ? kept : null)
