// States of steps and names of connections, as text for people.
import type { Schemas } from '../../../../../generated/api.ts'
import type { Connection } from '../../../../campaigns/automations/graph/graph.ts'

type StepStatus = Schemas['StepRunStatus']

export const STATUS_WORDS: Record<StepStatus, string> = {
  pending: 'Not reached',
  running: 'Running',
  waiting: 'Waiting',
  completed: 'Completed',
  failed: 'Failed',
  skipped: 'Skipped',
}

/** The reasons for skipped steps. */
export const REASON_WORDS: Record<NonNullable<Schemas['StepRun']['reason']>, string> = {
  unsubscribed: 'Skipped: unsubscribed',
  unsubscribed_from_topic: 'Skipped: unsubscribed from the topic',
  branch_not_taken: 'Branch not taken',
  contact_deleted: 'Contact was deleted',
  cancelled: 'Run was cancelled',
}

const WAY_WORDS: Record<Connection['type'], string> = {
  default: '',
  condition_met: 'condition met',
  condition_not_met: 'condition not met',
  event_received: 'event received',
  timeout: 'timeout',
}

/** A default connection next to others is taken if those are not. */
export function wayWords({ type }: Connection, isAlone: boolean): string {
  return type === 'default' && !isAlone ? 'otherwise' : WAY_WORDS[type]
}
