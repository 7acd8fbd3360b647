// Writes the outcomes of webhook requests, scheduled and replayed, and records the failures of an endpoint.
import type { Logger } from 'pino'
import type { TeamUnit } from '../../../../base/store/database.ts'
import { tallyAttempts } from '../../statistics/actions.ts'
import type { NotifyTeam } from '../notices/actions.ts'
import { DISABLED_REASON, type EndpointHealth, updatedHealth, isSuccess, type PostOutcome } from '../rules.ts'
import * as store from '../store.ts'
import type { DueDelivery, Endpoint } from '../store.ts'

/** A request that has ended. */
export interface CompletedPost {
  due: Pick<DueDelivery, 'event_id'>
  posted: PostOutcome
}

/** Writes attempts, tallies and the endpoint's failure record; returns whether this has disabled the endpoint. */
export async function saveOutcomes(
  unit: TeamUnit,
  endpoint: Endpoint,
  ended: readonly CompletedPost[],
  tell: NotifyTeam,
  log: Pick<Logger, 'warn'>,
): Promise<boolean> {
  if (ended.length === 0) return false
  for (const each of ended) insertAttempt(unit, endpoint.id, each)
  const counted = ended.map(({ posted }) => ({ succeeded: isSuccess(posted), duration_ms: posted.duration_ms }))
  tallyAttempts(unit, endpoint.id, counted)
  const in_order = ended.map(({ posted }) => posted).toSorted((one, other) => +one.ended_at - +other.ended_at)
  return endpoint.status === 'enabled' && saveHealth(unit, endpoint, in_order, tell, log)
}

function insertAttempt({ tx, team_id }: TeamUnit, webhook_id: string, { due, posted }: CompletedPost): void {
  const { http_status_code, response, sent_at, duration_ms } = posted
  const made = { http_status_code, response, sent_at: sent_at.toISOString(), duration_ms }
  const id = tx.newId('webhook_attempts')
  store.insertPost(tx, { id, webhook_id, team_id, event_id: due.event_id, ...made })
}

/** Saves the failure record, and sends the email about a failure or about disabling. */
async function saveHealth(
  unit: TeamUnit,
  endpoint: Endpoint,
  posted: readonly PostOutcome[],
  tell: NotifyTeam,
  log: Pick<Logger, 'warn'>,
): Promise<boolean> {
  const { tx, team_id } = unit
  const { told, disabled, ...health } = updatedHealth(endpoint, posted)
  const of = { team_id, id: endpoint.id, ...health }
  if (disabled) store.disableEndpoint(tx, { ...of, disabled_reason: DISABLED_REASON })
  else if (isOther(endpoint, health)) store.saveHealth(tx, of)
  const url = endpoint.endpoint
  if (disabled) await tell(unit, { url, about: 'disabled', posted: posted.at(-1)! }, log)
  else if (told) await tell(unit, { url, about: 'failure', posted: told }, log)
  return disabled
}

const isOther = (before: EndpointHealth, after: EndpointHealth): boolean =>
  before.failing_since !== after.failing_since || before.failure_told_at !== after.failure_told_at
