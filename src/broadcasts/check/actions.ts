// Looking a broadcast over before it is sent.
import { propertiesOf } from '../../contact-properties/actions.ts'
import { refusal } from '../../refusal.ts'
import type { Tx } from '../../store/database.ts'
import type { CheckedContent } from '../../text/content-faults.ts'
import { contentFaultsOf, ThreadFailed } from '../../threads/mails.ts'
import type { Broadcast } from '../rules.ts'
import { findDomainFault, findSendingObstacles, goesToNobody } from '../sending/actions.ts'
import { type BroadcastProblem, type BroadcastFindings, problemsOf } from './rules.ts'

export { type BroadcastProblem, isReady, problemsOf } from './rules.ts'

/** What is known of a broadcast, for `problemsIn`. */
export interface LookedOver extends BroadcastFindings {
  content: CheckedContent
}

export async function lookOver(tx: Tx, { broadcast, content }: Broadcast, now: Date): Promise<LookedOver> {
  const { team_id, subject, preview_text, from } = broadcast
  const properties = [...(await propertiesOf(tx, team_id))].map(([key, { fallback_value }]) => [key, fallback_value])
  return {
    content: { ...content, subject, preview_text, properties: Object.fromEntries(properties) },
    obstacles: await findSendingObstacles(tx, { broadcast, content }),
    domain_fault: from === null ? undefined : (await findDomainFault(tx, broadcast))?.message,
    is_for_nobody: await goesToNobody(tx, broadcast, now),
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
