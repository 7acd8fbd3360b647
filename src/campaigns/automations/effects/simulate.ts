// How simulations perform each kind of effect: like a real run, but without storing anything.
import type { InSchemas, Schemas } from '../../../../generated/api.ts'
import { draftContact } from '../../../audience/contacts/actions.ts'
import { simulateEmail } from '../../../mail/emails/actions.ts'
import { QUEUE_SETTINGS } from '../../../base/queue/kinds.ts'
import type { Tx } from '../../../base/store/database.ts'
import { findTopics, isSubscribed } from '../../../audience/topics/actions.ts'
import type { ExistingObjects } from '../graph/names.ts'
import { shortenedBodies, bodiesSize } from '../simulation/extent.ts'
import { isFictitious, missingVariableWarnings, refusedEmailWarnings, type Warning } from '../simulation/rules.ts'
import type { RunContact } from '../steps/config/variables.ts'
import { type EffectTable, performSendEmail, segmentOutcome } from './actions.ts'
import type { EffectOutcome, SendEmail } from './effect.ts'
import { lastAttemptError } from './errand.ts'
import { responseOutcome, simulatedResponse } from './http-response.ts'

/** The inputs of a simulation, and its results so far. */
export interface Simulation {
  tx: Tx
  team_id: string
  known: ExistingObjects
  emails: Schemas['SimulatedEmail'][]
  warnings: Warning[]
  /** Simulated answers to the requests of steps, by the keys of the steps. */
  answers: ReadonlyMap<string, InSchemas['SimulatedAnswer']>
  /** The remaining characters for bodies in the response. */
  left: number
}

type SimulatedEffect = Awaited<ReturnType<typeof simulateEmail>>

/** The simulation at one moment. */
interface SimulateContext {
  simulation: Simulation
  now: Date
}

export const SIMULATE: EffectTable<SimulateContext> = {
  send_email: async ({ simulation, now }, effect, contact) => {
    const { tx, warnings } = simulation
    warnings.push(...missingVariableWarnings(effect))
    const outcome = await performSendEmail(simulation, effect, contact, {
      isSubscribed: topic_id => isWanted(simulation, contact, topic_id),
      accept: async email => {
        recordEmail({ simulation, now }, effect, await simulateEmail(tx, email, now))
        return null
      },
    })
    warnings.push(...refusedEmailWarnings(effect, outcome))
    return { outcome, contact }
  },

  update_contact: async ({ simulation: { tx, team_id } }, { change }, contact) => {
    return { outcome: { output: null }, contact: await draftContact({ tx, team_id }, contact, change) }
  },

  delete_contact: async () => ({ outcome: { output: null }, contact: undefined }),

  add_to_segment: async ({ simulation: { known } }, { segment_id }, contact) => {
    return { outcome: segmentOutcome(known.segments.has(segment_id)), contact }
  },

  errand: async ({ simulation: { answers } }, { step_key, errand }, contact) => {
    const outcome = responseOutcome(errand.destination, simulatedResponse(answers.get(step_key)))
    return { outcome: 'again' in outcome ? failedAttempts(outcome.again) : outcome, contact }
  },
}

/** The outcome after the last attempt of a real run. */
function failedAttempts(reason: string): EffectOutcome {
  const message = lastAttemptError(QUEUE_SETTINGS.run_errand.attempts_max, reason)
  return { error: { name: 'application_error', message } }
}

function recordEmail({ simulation, now }: SimulateContext, effect: SendEmail, drafted: SimulatedEffect): void {
  const { step_key, topic_id = null } = effect
  const { from, to, reply_to, subject, html, text } = drafted
  const bodies = shortenedBodies({ html, text }, simulation.left)
  simulation.left -= bodiesSize(bodies)
  simulation.emails.push({ step: step_key, at: now.toISOString(), from, to, reply_to, subject, ...bodies, topic_id })
}

/** Whether the contact is subscribed to the topic. For a simulated contact, the topic's default applies. */
async function isWanted({ tx, team_id }: Simulation, contact: RunContact, topic_id: string): Promise<boolean> {
  if (!isFictitious(contact)) return isSubscribed(tx, { team_id, contact_id: contact.id, topic_id })
  return (await findTopics(tx, team_id, [topic_id])).get(topic_id)?.default_subscription === 'opt_in'
}
