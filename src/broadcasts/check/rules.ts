// What is said about a broadcast before it is sent: what it would be refused for, and what those who get it would miss.
import type { Schemas } from '../../../generated/api.ts'
import type { ContentFault } from '../../text/content-faults.ts'
import type { Obstacle } from '../sending/rules.ts'

export type BroadcastProblem = Schemas['BroadcastProblem']

/** What is asked of the database. */
export interface BroadcastFindings {
  obstacles: readonly Obstacle[]
  /** What is wrong with its domain, also where mail may be sent from any. */
  domain_fault: string | undefined
  is_for_nobody: boolean
  /** The time of the day at which mails are to go is a quiet one. */
  is_quiet_then: boolean
  /** The key of the property that is to say where contacts are, if there is none such. */
  unknown_property: string | undefined
}

/** First what it would be refused for. */
export function problemsOf(
  { obstacles, domain_fault, is_for_nobody, is_quiet_then, unknown_property }: BroadcastFindings,
  faults: readonly ContentFault[],
): BroadcastProblem[] {
  const refused = obstacles.map(({ code, message }): BroadcastProblem => ({ code, severity: 'error', message }))
  const is_said = refused.some(({ code }) => code === 'domain_not_verified')
  const others: BroadcastProblem[] = [
    ...(domain_fault === undefined || is_said ? [] : [warning('domain_not_verified', domain_fault)]),
    ...(is_for_nobody ? [warning('empty_segment', NOBODY)] : []),
    ...(is_quiet_then ? [warning('quiet_local_time', QUIET_THEN)] : []),
    ...(unknown_property === undefined ? [] : [warning('unknown_time_zone_property', unknownWords(unknown_property))]),
    ...faults.map(({ code, message, where }) => ({ ...warning(code, message), where })),
  ]
  return [...refused, ...others]
}

const NOBODY =
  'It would go to nobody now: there is no contact in its segment who is not unsubscribed, suppressed or out of its topic.'

const QUIET_THEN = 'It is quiet at its `local_time`: its mails wait until the `quiet_hours` are over.'

function unknownWords(key: string): string {
  return `There is no contact property \`${key}\` that could say where contacts are: the \`time_zone\` of the broadcast counts for all of them.`
}

function warning(code: BroadcastProblem['code'], message: string): BroadcastProblem {
  return { code, severity: 'warning', message }
}

/** Nothing but what is sent as it is. */
export function isReady(problems: readonly BroadcastProblem[]): boolean {
  return problems.every(({ severity }) => severity !== 'error')
}
