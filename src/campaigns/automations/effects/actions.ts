// Shared by performing and simulating effects, so that a simulation refuses everything that a real run would.
import type { NewEmail } from '../../../mail/emails/actions.ts'
import type { TeamTx } from '../../../base/store/database.ts'
import { renderTemplateFor } from '../../../mail/templates/actions.ts'
import { hasUnsubscribe, withDeferredLink } from '../../../base/text/placeholders.ts'
import type { RunContact } from '../steps/config/variables.ts'
import { type Effect, type EffectOf, type EffectOutcome, type SendEmail, sentOutput } from './effect.ts'
import type { PendingEffect } from './errand.ts'
import { stepEmailBody, stepError, reservedValuesOf } from './mail.ts'

/** The outcome of an effect, and the contact after it. */
interface PerformedEffect {
  outcome: EffectOutcome | PendingEffect
  contact: RunContact | undefined
}

/** Performs an effect. A refusal is the failure of the step; any other error rolls the transaction back. */
export type PerformEffect = (effect: Effect, contact: RunContact) => Promise<PerformedEffect>

/** How each kind of effect is performed in a context: real or simulated. A refusal precedes any write. */
export type EffectTable<Context> = {
  readonly [Kind in Effect['kind']]: (
    context: Context,
    effect: EffectOf<Kind>,
    contact: RunContact,
  ) => Promise<PerformedEffect>
}

export function effectPerformer<Context>(table: EffectTable<Context>, context: Context): PerformEffect {
  const perform = <Kind extends Effect['kind']>(kind: Kind, effect: EffectOf<Kind>, contact: RunContact) =>
    table[kind](context, effect, contact)
  return (effect, contact) =>
    perform(effect.kind, effect, contact).catch(thrown => ({ outcome: refusedOutcome(thrown), contact }))
}

const refusedOutcome = (thrown: unknown): EffectOutcome => ({ error: stepError(thrown) })

/** The target of an email: the emails module or a simulation. */
interface Mailing {
  /** Whether the contact is subscribed to the topic. */
  isSubscribed(topic_id: string): Promise<boolean>
  /** Accepts the email. Returns its id, or `null` in a simulation. */
  accept(email: NewEmail): Promise<string | null>
}

/** Sends the email of a step, and returns its outcome. */
export function performSendEmail(...given: Parameters<typeof acceptStepEmail>): Promise<EffectOutcome> {
  return acceptStepEmail(...given).catch(refusedOutcome)
}

async function acceptStepEmail(
  { tx, team_id }: TeamTx,
  effect: SendEmail,
  contact: RunContact,
  { isSubscribed, accept }: Mailing,
): Promise<EffectOutcome> {
  const { topic_id, template_id, variables, marketing } = effect
  if (topic_id !== undefined && !(await isSubscribed(topic_id)))
    return { skipped: { reason: 'unsubscribed_from_topic' } }
  const given = { variables: withDeferredLink(variables), surroundings: reservedValuesOf(contact) }
  const rendered = await renderTemplateFor({ tx, team_id }, template_id, given)
  // an email whose text contains an unsubscribe link also gets the header for it
  const can_be_left = marketing || [rendered.html, rendered.text].some(text => text && hasUnsubscribe(text))
  const asked = { team_id, body: stepEmailBody(effect), rendered, ...(can_be_left && { contact_id: contact.id }) }
  return { output: sentOutput(effect, await accept(asked)) }
}

export const segmentOutcome = (isThere: boolean): EffectOutcome =>
  isThere ? { output: null } : { error: { name: 'not_found', message: 'Segment not found' } }
