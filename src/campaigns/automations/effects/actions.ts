// Shared by performing and simulating effects, so that a simulation refuses everything that a real run would.
import type { NewEmail } from '../../../mail/emails/actions.ts'
import type { InTeam } from '../../../base/store/database.ts'
import { renderTemplateFor } from '../../../mail/templates/actions.ts'
import { hasUnsubscribe, withLinkLater } from '../../../base/text/placeholders.ts'
import type { RunContact } from '../steps/config/variables.ts'
import { type Effect, type EffectOf, type EffectOutcome, type SendEmail, sentOutput } from './effect.ts'
import type { UnderWay } from './errand.ts'
import { mailBody, stepError, surroundingsOf } from './mail.ts'

/** The outcome of an effect, and the contact after it. */
interface Performed {
  outcome: EffectOutcome | UnderWay
  contact: RunContact | undefined
}

/** Performs an effect. A refusal is the failure of the step; any other error rolls the transaction back. */
export type PerformEffect = (effect: Effect, contact: RunContact) => Promise<Performed>

/** How each kind of effect is performed in a context: real or simulated. A refusal precedes any write. */
export type EffectTable<Context> = {
  readonly [Kind in Effect['kind']]: (
    context: Context,
    effect: EffectOf<Kind>,
    contact: RunContact,
  ) => Promise<Performed>
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
export function performMail(...given: Parameters<typeof acceptMail>): Promise<EffectOutcome> {
  return acceptMail(...given).catch(refusedOutcome)
}

async function acceptMail(
  { tx, team_id }: InTeam,
  effect: SendEmail,
  contact: RunContact,
  { isSubscribed, accept }: Mailing,
): Promise<EffectOutcome> {
  const { topic_id, template_id, variables, marketing } = effect
  if (topic_id !== undefined && !(await isSubscribed(topic_id)))
    return { skipped: { reason: 'unsubscribed_from_topic' } }
  const given = { variables: withLinkLater(variables), surroundings: surroundingsOf(contact) }
  const rendered = await renderTemplateFor({ tx, team_id }, template_id, given)
  // an email whose text contains an unsubscribe link also gets the header for it
  const can_be_left = marketing || [rendered.html, rendered.text].some(text => text && hasUnsubscribe(text))
  const asked = { team_id, body: mailBody(effect), rendered, ...(can_be_left && { contact_id: contact.id }) }
  return { output: sentOutput(effect, await accept(asked)) }
}

export const segmentOutcome = (isThere: boolean): EffectOutcome =>
  isThere ? { output: null } : { error: { name: 'not_found', message: 'Segment not found' } }
