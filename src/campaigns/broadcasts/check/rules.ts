// The findings of a check before sending: why the broadcast would be refused, and problems for its recipients.
import type { Schemas } from '../../../../generated/api.ts'
import type { ContentFault } from '../../../base/text/content-faults.ts'
import type { Audience } from '../sending/actions.ts'
import type { Obstacle } from '../sending/rules.ts'

export type BroadcastProblem = Schemas['BroadcastProblem']

/** The findings in the database about a broadcast. */
export interface BroadcastFindings {
  obstacles: readonly Obstacle[]
  /** The fault of its domain, even if the settings allow email from unverified domains. */
  domain_fault: string | undefined
  /** The current number of recipients, if it was counted. */
  audience: Audience | undefined
  /** A broadcast without a topic also goes to contacts who have unsubscribed from a topic. */
  topic_id: string | null
  /** Whether the scheduled local time is within the quiet hours. */
  is_quiet_then: boolean
  /** The contact property that should hold the time zones of contacts, if no such property exists. */
  unknown_property: string | undefined
}

/** All problems, starting with those for which sending would be refused. */
export function broadcastProblems(
  { obstacles, domain_fault, audience, topic_id, is_quiet_then, unknown_property }: BroadcastFindings,
  faults: readonly ContentFault[],
): BroadcastProblem[] {
  const refused = obstacles.map(({ code, message }): BroadcastProblem => ({ code, severity: 'error', message }))
  const is_said = refused.some(({ code }) => code === 'domain_not_verified')
  const others: BroadcastProblem[] = [
    ...(domain_fault === undefined || is_said ? [] : [warning('domain_not_verified', domain_fault)]),
    ...(audience?.isWhole && audience.count === 0 ? [warning('empty_segment', NO_RECIPIENTS)] : []),
    ...(audience && audience.left_a_topic > 0 && topic_id === null
      ? [warning('recipients_left_topics', leftWords(audience))]
      : []),
    ...(is_quiet_then ? [warning('quiet_local_time', QUIET_THEN)] : []),
    ...(unknown_property === undefined ? [] : [warning('unknown_time_zone_property', unknownWords(unknown_property))]),
    ...faults.map(({ code, message, where }) => ({ ...warning(code, message), where })),
  ]
  return [...refused, ...others]
}

const NO_RECIPIENTS =
  'The broadcast has no recipients: all contacts of its segment are unsubscribed, suppressed or have unsubscribed from its topic.'

/** The number of these contacts as text: a one-click unsubscribe applies only to the topic of that email, not to others. */
function leftWords({ count, left_a_topic, isWhole }: Audience): string {
  const some = `${isWhole ? '' : 'at least '}${left_a_topic.toLocaleString('en')} of ${isWhole ? '' : 'more than '}${count.toLocaleString('en')} recipients`
  return `Without a topic, the broadcast is also sent to ${some} who have unsubscribed from one of your topics. Set its \`topic_id\`.`
}

const QUIET_THEN = 'The `local_time` is within the `quiet_hours`. Emails are sent when the `quiet_hours` end.'

function unknownWords(key: string): string {
  return `Unknown contact property \`${key}\`. The \`time_zone\` of the broadcast is used for all contacts.`
}

function warning(code: BroadcastProblem['code'], message: string): BroadcastProblem {
  return { code, severity: 'warning', message }
}

/** Whether no problem prevents sending. */
export function isReady(problems: readonly BroadcastProblem[]): boolean {
  return problems.every(({ severity }) => severity !== 'error')
}
