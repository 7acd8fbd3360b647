// The A/B test of a broadcast: writing it, checking what prevents sending, and deciding its winner.
import { rescheduleJobs } from '../../../base/queue/change.ts'
import { userIdOfActor } from '../../../base/store/actor.ts'
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { sumVersions } from '../../../engagement/facts/actions.ts'
import { findTrackingOf } from '../../../identity/domains/actions.ts'
import { senderDomain } from '../../../mail/emails/rules.ts'
import { type Broadcast, type BroadcastRecord, isEditable } from '../rules.ts'
import { saveBroadcast } from '../store.ts'
import {
  type AbTest,
  type AbTestRequest,
  checkedAbTest,
  decideTest,
  NOT_STARTED,
  type VersionOutcome,
  type TestVersion,
} from './rules.ts'
import * as store from './store.ts'

type TestKey = Pick<BroadcastRecord, 'team_id' | 'id'>

export async function findAbTest(tx: Tx, { team_id, id: broadcast_id }: TestKey): Promise<AbTest | undefined> {
  return store.findTest(tx, { team_id, broadcast_id })
}

/** Version B of a broadcast. */
export function versionB({ broadcast, content }: Broadcast, { subject, html, text }: AbTestRequest): Broadcast {
  const own = html === null && text === null ? content : { html, text }
  return { broadcast: { ...broadcast, subject: subject ?? broadcast.subject }, content: own }
}

/** Stores the test of a broadcast that can still be changed. */
export function saveAbTest(unit: TeamUnit, whole: Broadcast, asked: AbTestRequest): void {
  const { id: broadcast_id, team_id } = whole.broadcast
  const test = checkedAbTest(asked)
  touch(unit, whole)
  store.saveTest(unit.tx, { ...test, ...NOT_STARTED, made_text: null, broadcast_id, team_id })
}

export function removeAbTest(unit: TeamUnit, whole: Broadcast): void {
  touch(unit, whole)
  store.removeTest(unit.tx, { team_id: whole.broadcast.team_id, broadcast_id: whole.broadcast.id })
}

/**
 * The time of the change identifies the content of both versions. The condition prevents changes of a broadcast that was just
 * sent.
 */
function touch({ tx, now }: TeamUnit, { broadcast, content }: Broadcast): void {
  if (!isEditable(broadcast.status))
    throw refusal('validation_error', 'The A/B test can only be changed before the broadcast is sent.', 403)
  saveBroadcast(tx, {
    broadcast: { ...broadcast, updated_at: now.toISOString(), writer_id: userIdOfActor(tx.actor) },
    content,
  })
}

/** Why the winner could not be decided; `undefined` if it can be or there is no test. */
export async function findTrackingFault(tx: Tx, broadcast: BroadcastRecord): Promise<string | undefined> {
  const test = broadcast.from === null ? undefined : await findAbTest(tx, broadcast)
  if (!test) return undefined
  const name = senderDomain({ from: broadcast.from! })
  const tracking = await findTrackingOf(tx, broadcast.team_id, name)
  if (test.winner_by === 'opened' ? tracking?.opens : tracking?.clicks) return undefined
  const what = test.winner_by === 'opened' ? 'opens' : 'clicks'
  return `The A/B test cannot choose a winner because ${name} does not track ${what}. Enable tracking for the domain or change the test.`
}

/** Lets a person decide while the broadcast is being sent. */
export async function chooseWinner(
  { tx, now }: TeamUnit,
  broadcast: BroadcastRecord,
  winner: TestVersion,
): Promise<void> {
  const test = await findAbTest(tx, broadcast)
  if (!test || test.share === 100 || broadcast.status !== 'queued') throw tooLate()
  decide(tx, test, { winner, reason: 'hand' })
  rescheduleJobs(tx, `${broadcast.id}/send`, now, now)
}

/** The results of each version in the test so far. */
export async function findTestOutcomes(tx: Tx, test: AbTest): Promise<Record<TestVersion, VersionOutcome>> {
  const { a, b } = await sumVersions(tx, test)
  const counted = test.winner_by === 'opened' ? 'unique_opened' : 'unique_clicked'
  const outcome = (of: typeof a): VersionOutcome => ({ delivered: of.delivered, count: of[counted] })
  return { a: outcome(a), b: outcome(b) }
}

/** Decides by the results of the test. */
export async function decideWinner(tx: Tx, test: AbTest): Promise<void> {
  const { a, b } = await findTestOutcomes(tx, test)
  decide(tx, test, decideTest(a, b))
}

function decide(tx: Tx, { team_id, broadcast_id }: AbTest, found: Pick<AbTest, 'winner' | 'reason'>): void {
  tx.must(store.saveWinner, { team_id, broadcast_id, ...found }, tooLate)
}

const tooLate = (): Error => refusal('validation_error', 'The winner was already chosen.', 403)
