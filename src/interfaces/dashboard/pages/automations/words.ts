// States of automations, runs and steps, and names of connections, as text.
import type { Schemas } from '../../../../../generated/api.ts'
import type { Html } from '../../../../base/html/html.ts'
import type { Connection } from '../../../../campaigns/automations/graph/graph.ts'
import type { ListedAutomation } from '../../../../campaigns/automations/store/automations.ts'
import type { ListedRun } from '../../../../campaigns/automations/store/runs.ts'
import { tag } from '../../ui/facts.ts'

export const AUTOMATION_STATUS: Record<ListedAutomation['status'], Html> = {
  enabled: tag('Enabled', 'good'),
  disabled: tag('Disabled'),
}

export const RUN_STATUS: Record<ListedRun['status'], Html> = {
  running: tag('Running', 'good'),
  completed: tag('Completed'),
  failed: tag('Failed', 'bad'),
  cancelled: tag('Canceled'),
}

/** The name of a status within a sentence. */
export const runStatusName = (status: string): string => (status === 'cancelled' ? 'canceled' : status)

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
  contact_deleted: 'Contact deleted',
  cancelled: 'Run canceled',
}

const CONNECTION_LABELS: Record<Connection['type'], string> = {
  default: '',
  condition_met: 'condition met',
  condition_not_met: 'condition not met',
  event_received: 'event received',
  timeout: 'timeout',
}

/** A run follows a default connection next to others if it follows none of them. */
export function connectionLabel({ type }: Connection, isAlone: boolean): string {
  return type === 'default' && !isAlone ? 'otherwise' : CONNECTION_LABELS[type]
}
