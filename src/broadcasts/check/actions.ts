// Looking a broadcast over before it is sent.
import { propertiesOf } from '../../contact-properties/actions.ts'
import { refusal } from '../../refusal.ts'
import type { Tx } from '../../store/database.ts'
import type { CheckedContent } from '../../text/content-faults.ts'
import { contentFaultsOf, ThreadFailed } from '../../threads/mails.ts'
import type { Broadcast } from '../rules.ts'
import { dependOnPlace, isQuietAtLocalTime } from '../sending/hours.ts'
import { findDomainFault, findSendingObstacles, goesToNobody } from '../sending/actions.ts'
import { type BroadcastProblem, type BroadcastFindings, problemsOf } from './rules.ts'

export { type BroadcastProblem, isReady, problemsOf } from './rules.ts'

/** What is known of a broadcast, for `problemsIn`. */
export interface LookedOver extends BroadcastFindings {
  content: CheckedContent
}

export async function lookOver(tx: Tx, { broadcast, content }: Broadcast, now: Date): Promise<LookedOver> {
  const { team_id, subject, preview_text, from, time_zone_property } = broadcast
  const known = await propertiesOf(tx, team_id)
  const properties = [...known].map(([key, { fallback_value }]) => [key, fallback_value])
  return {
    content: { ...content, subject, preview_text, properties: Object.fromEntries(properties) },
    obstacles: await findSendingObstacles(tx, { broadcast, content }),
    domain_fault: from === null ? undefined : (await findDomainFault(tx, broadcast))?.message,
    is_for_nobody: await goesToNobody(tx, broadcast, now),
    is_quiet_then: isQuietAtLocalTime(broadcast),
    unknown_property: dependOnPlace(broadcast) && !known.has(time_zone_property) ? time_zone_property : undefined,
  }
}

/** Everything at once. To read large HTML takes long, so it is done in a thread, and outside of the unit of work. */
export async function problemsIn({ content, ...findings }: LookedOver): Promise<BroadcastProblem[]> {
  try {
    return problemsOf(findings, await contentFaultsOf(content))
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error
    throw refusal('service_unavailable', 'The content could not be looked at in time; try again in a moment')
  }
}
