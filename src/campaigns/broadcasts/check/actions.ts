// Checks a broadcast before it is sent.
import { findPropertiesByKey } from '../../../audience/contact-properties/actions.ts'
import { refusal } from '../../../base/text/refusal.ts'
import type { Database, Tx } from '../../../base/store/database.ts'
import type { CheckedContent } from '../../../base/text/content-faults.ts'
import { findContentFaultsInThread } from '../../../base/threads/mails.ts'
import { ThreadFailed } from '../../../base/threads/pool.ts'
import type { Broadcast, BroadcastRecord } from '../rules.ts'
import { findAbTest } from '../ab-test/actions.ts'
import { dependsOnTimeZone, isQuietAtLocalTime } from '../sending/hours.ts'
import { type Audience, countAudience, findDomainFault, findSendingObstacles } from '../sending/actions.ts'
import { type BroadcastProblem, type BroadcastFindings, broadcastProblems } from './rules.ts'

/** A broadcast with the findings that `checkBroadcastContent` checks. */
export interface BroadcastToCheck extends Omit<BroadcastFindings, 'audience'> {
  broadcast: BroadcastRecord
  content: CheckedContent
  /** Content that version B of an A/B test does not share. */
  content_of_b: CheckedContent | undefined
}

export async function findBroadcastFindings(tx: Tx, { broadcast, content }: Broadcast): Promise<BroadcastToCheck> {
  const { team_id, subject, preview_text, from, time_zone_property } = broadcast
  const known = await findPropertiesByKey(tx, team_id)
  const properties = Object.fromEntries([...known].map(([key, { fallback_value }]) => [key, fallback_value]))
  const test = await findAbTest(tx, broadcast)
  const of_b = test && { subject: test.subject, html: test.html, text: test.text }
  return {
    broadcast,
    content: { ...content, subject, preview_text, properties },
    content_of_b: of_b && { ...of_b, preview_text: null, properties },
    obstacles: await findSendingObstacles(tx, { broadcast, content }),
    domain_fault: from === null ? undefined : (await findDomainFault(tx, broadcast))?.message,
    topic_id: broadcast.topic_id,
    is_quiet_then: isQuietAtLocalTime(broadcast),
    unknown_property: dependsOnTimeZone(broadcast) && !known.has(time_zone_property) ? time_zone_property : undefined,
  }
}

/** The problems of a broadcast, and its number of recipients. */
export interface CheckedBroadcast {
  problems: BroadcastProblem[]
  audience: Audience | undefined
}

/**
 * Reads HTML and counts recipients in parallel, outside of the transaction, because both take long. Large HTML is read in a
 * thread.
 */
export async function checkBroadcastContent(
  database: Pick<Database, 'read'>,
  { broadcast, content, content_of_b, ...findings }: BroadcastToCheck,
  now: Date,
): Promise<CheckedBroadcast> {
  try {
    const counted = database.read(tx => countAudience(tx, broadcast, now))
    const [audience, faults, faults_of_b] = await Promise.all([
      counted,
      findContentFaultsInThread(content, broadcast.team_id),
      content_of_b ? findContentFaultsInThread(content_of_b, broadcast.team_id) : [],
    ])
    const of_b = faults_of_b.map(({ code, message, where }) => ({ code, message, where: `version B, ${where}` }))
    return { problems: broadcastProblems({ ...findings, audience }, [...faults, ...of_b]), audience }
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error
    throw refusal('service_unavailable', 'The content check timed out. Try again in a moment.')
  }
}
