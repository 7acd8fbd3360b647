// What steps do, in one place for real runs and for simulations: whoever carries a step out says only where it is written.
// So a simulation refuses whatever a real run would refuse.
import { type NewEmail } from '../../emails/actions.ts'
import type { Tx } from '../../store/database.ts'
import { renderTemplateFor } from '../../templates/actions.ts'
import type { Carried, ContactChange, Effect, Outcome, SendEmail } from '../effects.ts'
import { sentOutput } from '../effects.ts'
import { mailBody, stepError, surroundingsOf } from '../mail.ts'
import type { Contact } from '../variables.ts'

/** Carries out what a step does. What it refuses is the step's failure; what it throws otherwise undoes the unit. */
export type Carry = (effect: Effect, contact: Contact) => Promise<Carried>

/** Where what steps do ends up. Whatever is done is checked there, in earnest or not. */
export interface Deeds {
  /** Whether the contact wants mails about the topic. */
  isSubscribed(contact: Contact, topic_id: string): Promise<boolean>
  /** The id of the email, if it was accepted in earnest. */
  accept(email: NewEmail, effect: SendEmail): Promise<string | null>
  /** The contact after the change; `undefined` when it is gone. */
  change(contact: Contact, change: ContactChange): Promise<Contact | undefined>
  remove(contact: Contact): Promise<void>
  /** Whether there is such a segment. */
  addToSegment(contact: Contact, segment_id: string): Promise<boolean>
}

/** Does what steps do. Whoever refuses has written nothing by then. */
export function carryingOut(tx: Tx, team_id: string, deeds: Deeds): Carry {
  return async (effect, contact) => {
    try {
      return await carriedOut(tx, team_id, deeds, effect, contact)
    } catch (thrown) {
      return { outcome: { error: stepError(thrown) }, contact }
    }
  }
}

async function carriedOut(tx: Tx, team_id: string, deeds: Deeds, effect: Effect, contact: Contact): Promise<Carried> {
  switch (effect.kind) {
    case 'send_email':
      return { outcome: await sent(tx, team_id, deeds, effect, contact), contact }
    case 'update_contact':
      return { outcome: { output: null }, contact: await deeds.change(contact, effect.change) }
    case 'delete_contact':
      await deeds.remove(contact)
      return { outcome: { output: null }, contact: undefined }
    case 'add_to_segment': {
      const isThere = await deeds.addToSegment(contact, effect.segment_id)
      const error = { name: 'not_found', message: 'Segment not found' }
      return { outcome: isThere ? { output: null } : { error }, contact }
    }
  }
}

async function sent(tx: Tx, team_id: string, deeds: Deeds, effect: SendEmail, contact: Contact): Promise<Outcome> {
  const { topic_id, template_id, variables } = effect
  if (topic_id !== undefined && !(await deeds.isSubscribed(contact, topic_id))) {
    return { skipped: { reason: 'unsubscribed_from_topic' } }
  }
  const rendered = await renderTemplateFor(tx, team_id, template_id, variables, surroundingsOf(contact))
  return { output: sentOutput(effect, await deeds.accept({ team_id, body: mailBody(effect), rendered }, effect)) }
}
