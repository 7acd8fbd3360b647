// Signing up (double opt-in): a person enters an address into a form, receives an email with a link, and becomes a contact by
// confirming. The sign-up is kept as proof: when, from where, and with which text. Without the confirmation it has no effect.
import { chooseTopics, findOrCreateContactRecord, updateContact } from '../../audience/contacts/actions.ts'
import { checkedEmail } from '../../audience/contacts/rules.ts'
import { addToSegment, refuseRuleSegments } from '../../audience/segments/actions.ts'
import { findSegment } from '../../audience/segments/store.ts'
import { findTopic } from '../../audience/topics/store.ts'
import { refuseForeignFrom } from '../../identity/domains/actions.ts'
import { registrableOf } from '../../identity/domains/names.ts'
import { findSenderName } from '../../identity/teams/actions.ts'
import { acceptEmail } from '../../mail/emails/actions.ts'
import { countAttempt } from '../../base/rate-limits/store.ts'
import { hashToken, randomToken } from '../../base/secrets/tokens.ts'
import type { TeamTx, TeamUnit, Tx } from '../../base/store/database.ts'
import { record } from '../../base/store/signals/record.ts'
import { domainOf, emailKey } from '../../base/text/addresses.ts'
import { refusal } from '../../base/text/refusal.ts'
import { confirmationMail, type ConfirmationTexts } from './confirmation.ts'
import { SIGN_UP_FORMS_MAX, SIGN_UP_LINK_DAYS, type SignUpForm, TRIES_WITHIN_MS, signUpLimits } from './rules.ts'
import * as store from './store.ts'

type SignUpFormFields = Pick<SignUpForm, 'name' | 'consent' | 'from' | 'topic_id' | 'segment_id'>

/**
 * Creates a form. Refuses (422) a form beyond `SIGN_UP_FORMS_MAX`, a topic or segment that does not exist, and (403) a sender whose
 * domain another team has verified.
 */
export async function createSignUpForm(
  { tx, team_id, now }: TeamUnit,
  described: SignUpFormFields,
): Promise<SignUpForm> {
  await refuseUnknown({ tx, team_id }, described)
  await refuseForeignFrom({ tx, team_id }, described.from)
  const { rows } = await store.listForms(tx, { team_id }, { limit: SIGN_UP_FORMS_MAX })
  if (rows.length >= SIGN_UP_FORMS_MAX)
    throw refusal('validation_error', `A team can have at most ${SIGN_UP_FORMS_MAX} sign-up forms. Delete one first.`)
  const form = { ...described, id: tx.newId('sign_up_forms'), team_id, created_at: now.toISOString() }
  store.insertForm(tx, form)
  await record(tx, { type: 'sign_up_form.created', team_id, at: now, object_id: form.id, name: form.name })
  return form
}

/** Updates a form. Refuses like `createSignUpForm`. */
export async function updateSignUpForm(
  { tx, team_id, now }: TeamUnit,
  { id, from }: Pick<SignUpForm, 'id' | 'from'>,
  described: SignUpFormFields,
): Promise<void> {
  await refuseUnknown({ tx, team_id }, described)
  await refuseForeignFrom({ tx, team_id }, described.from, from)
  store.saveForm(tx, { ...described, team_id, id })
  await record(tx, { type: 'sign_up_form.updated', team_id, at: now, object_id: id, name: described.name })
}

/** Removes a form. The proofs of sign-ups with it are kept. */
export async function removeSignUpForm({ tx, team_id, now }: TeamUnit, { id, name }: SignUpForm): Promise<void> {
  await store.removeForm(tx, { team_id, id })
  await record(tx, { type: 'sign_up_form.deleted', team_id, at: now, object_id: id, name })
}

async function refuseUnknown({ tx, team_id }: TeamTx, { topic_id, segment_id }: SignUpFormFields): Promise<void> {
  if (topic_id !== null && !(await findTopic(tx, team_id, topic_id)))
    throw refusal('validation_error', 'The topic no longer exists. Choose another one.')
  if (segment_id !== null && !(await findSegment(tx, team_id, segment_id)))
    throw refusal('validation_error', 'The segment no longer exists. Choose another one.')
  if (segment_id !== null) await refuseRuleSegments(tx, team_id, [segment_id])
}

/** A form as its visitors see it. */
export interface OpenForm {
  form: SignUpForm
  /** The team's name for recipients. */
  team: string
}

/** The form with this id, of any team. */
export async function findOpenForm(tx: Tx, id: string): Promise<OpenForm | undefined> {
  const form = await store.findFormOfAnyTeam(tx, { id })
  const team = form && (await findSenderName(tx, form.team_id))
  return form && team !== undefined ? { form, team } : undefined
}

interface SignUpRequest {
  email: string
  first_name: string | null
  ip: string
  /** The network of `ip`. */
  network: string
  /** The URL of the page that confirms, to which the token is appended. */
  confirm_url: string
  words: ConfirmationTexts
}

/**
 * Accepts a sign-up: sends the email with the link. The response is the same for every address, so that it does not reveal who
 * is a contact. Returns how long to wait if the form was sent too often. Refuses an invalid address, and whatever `POST
 * /emails` refuses.
 */
export async function signUp(
  { tx, now }: Pick<TeamUnit, 'tx' | 'now'>,
  { form, team }: OpenForm,
  { network, confirm_url, words, ...asked }: SignUpRequest,
): Promise<{ wait_ms: number }> {
  const email = checkedEmail(asked.email)
  const host = domainOf(emailKey(email))
  const tries = signUpLimits(form, { email, domain: registrableOf(host) ?? host, network })
  const { wait_ms } = await countAttempt({ tx, now }, tries, TRIES_WITHIN_MS)
  if (wait_ms > 0) return { wait_ms }
  const token = randomToken()
  const { team_id, id: form_id, consent } = form
  store.insertSignUp(tx, {
    ...asked,
    id: tx.newId('sign_ups'),
    team_id,
    form_id,
    email,
    email_key: emailKey(email),
    token_hash: hashToken(token),
    consent,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + SIGN_UP_LINK_DAYS * 86_400_000).toISOString(),
    confirmed_at: null,
    confirmed_ip: null,
  })
  const body = confirmationMail({ form, to: email, team, url: `${confirm_url}?token=${token}`, words })
  await acceptEmail(tx, { team_id, body }, now)
  return { wait_ms: 0 }
}

/** The sign-up that the link of an email confirms; `undefined` if it is unknown or too old. */
export async function findSignUp(
  tx: Tx,
  token: string,
  now: Date,
): Promise<{ sign_up: NonNullable<Awaited<ReturnType<typeof store.findSignUpByToken>>>; team: string } | undefined> {
  const sign_up = await store.findSignUpByToken(tx, { token_hash: hashToken(token) })
  if (!sign_up || (sign_up.expires_at !== null && sign_up.expires_at <= now.toISOString())) return undefined
  const team = await findSenderName(tx, sign_up.team_id)
  return team === undefined ? undefined : { sign_up, team }
}

/**
 * Confirms a sign-up: the address becomes a subscribed contact, with the topic and the segment of the form. A repeat changes
 * nothing.
 */
export async function confirmSignUp(
  { tx, now }: Pick<TeamUnit, 'tx' | 'now'>,
  token: string,
  ip: string,
): Promise<{ team: string; team_id: string } | undefined> {
  const pending = await findSignUp(tx, token, now)
  if (!pending) return undefined
  const { sign_up, team } = pending
  const { team_id, id, token_hash, email, first_name } = sign_up
  const confirmed = { confirmed_at: now.toISOString(), confirmed_ip: ip, expires_at: null }
  if (!(await store.saveConfirmation(tx, { team_id, id, token_hash, ...confirmed }))) return { team, team_id }
  const contact = await findOrCreateContactRecord({ tx, team_id, now }, email)
  const name = first_name !== null && contact.first_name === null ? { first_name } : {}
  await updateContact({ tx, now }, contact, { unsubscribed: false, ...name })
  const form = await store.findForm(tx, { team_id, id: sign_up.form_id })
  const topic = form?.topic_id ? await findTopic(tx, team_id, form.topic_id) : undefined
  if (topic) await chooseTopics({ tx, now }, contact, new Map([[topic.id, 'opt_in']]))
  if (form?.segment_id) await addToSegment({ tx, team_id, now }, contact.id, form.segment_id)
  return { team, team_id }
}

/** Maximum sign-ups of one read. */
const AT_ONCE = 100

/** Some sign-ups of an address in the form of the export, oldest first, and the id to continue after, if more may follow. */
export async function listSignUpsOfPerson(
  tx: Tx,
  { team_id, address }: { team_id: string; address: string },
  after_id: string,
): Promise<{ rows: object[]; behind: string | undefined }> {
  const of = { team_id, email_key: address, after_id, limit: AT_ONCE }
  const found = await store.listSignUpsOf(tx, of)
  const rows = found.map(
    ({ team_id: _team, email_key: _key, token_hash: _hash, expires_at: _expires, ...shown }) => shown,
  )
  return { rows, behind: found.length < AT_ONCE ? undefined : found.at(-1)!.id }
}

/** Removes some sign-ups of a person. Returns a non-empty text if more may remain. */
export async function eraseSignUps({
  tx,
  team_id,
  address,
}: TeamUnit & { address: string }): Promise<string | undefined> {
  return (await store.removeSignUpsOf(tx, { team_id, email_key: address })) ? 'more' : undefined
}
