// Unsubscribing, for other modules: what a recipient unsubscribes from or subscribes to again with the link in an email
// (content/unsubscribe-link). An acknowledged choice applies to each attempt that begins afterwards (delivery/withholding).
import { chooseTopics, updateContact } from '../../audience/contacts/actions.ts'
import { updateDeparted, findDepartedOne } from '../../audience/contacts/departed/actions.ts'
import { findContactByEmail } from '../../audience/contacts/store.ts'
import type { ContactRecord } from '../../audience/contacts/rules.ts'
import { recordUnsubscribed } from '../emails/engagement/actions.ts'
import { countAttempt } from '../../base/rate-limits/store.ts'
import type { ChangeSource } from '../../base/store/signals/signal.ts'
import type { TimedTx, Tx } from '../../base/store/database.ts'
import { findSenderName } from '../../identity/teams/actions.ts'
import { listTopicsWithChoice } from '../../audience/topics/actions.ts'
import { findContactChoices, findTopic } from '../../audience/topics/store.ts'
import type { Subscription } from '../../audience/topics/rules.ts'
import { topicChanges, isUnsubscribed, type PreferenceState, type PreferenceTopic, preferenceTopics } from './rules.ts'
import type { Unsubscriber } from '../content/unsubscribe-link/token.ts'

/** The email of a team that a person has chosen to receive. */
export interface Preferences {
  /** The team's name for recipients. */
  team: string
  address: string
  /** Unsubscribed from everything. */
  unsubscribed: boolean
  topics: PreferenceTopic[]
  /** The topic of the email that led to the page. */
  topic_id: string | null
  /** `undefined` if there is no such contact; the person is not tracked then. */
  tracking_allowed: boolean | undefined
}

/** Maximum topics on one page. A person can unsubscribe from all topics, including those not shown. */
const TOPICS_MAX = 100

export async function findPreferences(tx: Tx, leaver: Unsubscriber): Promise<Preferences | undefined> {
  const team = await findSenderName(tx, leaver.team_id)
  if (team === undefined) return undefined
  const known = await findKnown(tx, leaver)
  return {
    team,
    address: leaver.address,
    unsubscribed: isUnsubscribed(known),
    topics: await findShownTopics(tx, known),
    topic_id: leaver.topic_id ?? null,
    tracking_allowed: known.contact?.tracking_allowed,
  }
}

/**
 * One-click unsubscribe: unsubscribes from the email's topic or, if it was deleted, from all marketing email. A repeat changes
 * nothing.
 */
export async function unsubscribe(tx: Tx, leaver: Unsubscriber, now: Date): Promise<void> {
  const { team_id, topic_id = null } = leaver
  const topic = topic_id === null ? undefined : await findTopic(tx, team_id, topic_id)
  return topic
    ? changeTopics({ tx, now }, leaver, { choice: 'opt_out', ids: [topic.id] })
    : unsubscribeFromAll(tx, leaver, now)
}

export async function unsubscribeFromAll(tx: Tx, leaver: Unsubscriber, now: Date): Promise<void> {
  const { team_id, address } = leaver
  const isNew = await updateDeparted({ tx, team_id, now }, address, { everything: true })
  const contact = await findContactByEmail(tx, team_id, address)
  const isIn = contact !== undefined && !contact.unsubscribed
  if (isIn) await updateContact({ tx, now, through: throughOf(leaver) }, contact, { unsubscribed: true })
  if (isNew || isIn) await noteLeft(tx, leaver, now)
}

/** Counts the unsubscription for the email with the link. A test of a broadcast has no email to count it for. */
async function noteLeft(tx: Tx, { team_id, address, email_id }: Unsubscriber, now: Date): Promise<void> {
  if (email_id) await recordUnsubscribed(tx, { team_id, email_id, address }, now)
}

/** The choices in a form. */
interface PreferenceForm {
  /** Ids of the selected topics. */
  kept: ReadonlySet<string>
  tracking_allowed: boolean
}

/** Set if only part of a form was processed: deselected topics are unsubscribed, and nothing else changes. */
export type PartialRefusal = { wait_ms: number } | undefined

/** Saves a form. It does not undo unsubscribing from everything. */
export async function savePreferences(
  { tx, now }: TimedTx,
  leaver: Unsubscriber,
  wishes: PreferenceForm,
): Promise<PartialRefusal> {
  const known = await findKnown(tx, leaver)
  const { left, back } = topicChanges(await findShownTopics(tx, known), wishes.kept)
  await changeTopics({ tx, now }, leaver, { choice: 'opt_out', ids: left })
  const { contact } = known
  const switched = contact !== undefined && contact.tracking_allowed !== wishes.tracking_allowed
  if (!switched && back.length === 0) return undefined
  const { wait_ms } = await countChange(tx, leaver, now)
  if (wait_ms > 0) return { wait_ms }
  await changeTopics({ tx, now }, leaver, { choice: 'opt_in', ids: back })
  const { tracking_allowed } = wishes
  if (switched) await updateContact({ tx, now, through: throughOf(leaver) }, contact, { tracking_allowed })
  return undefined
}

/** Undoes `unsubscribeFromAll`. Earlier choices of topics apply again. */
export async function resubscribe(tx: Tx, leaver: Unsubscriber, now: Date): Promise<PartialRefusal> {
  const { contact, left } = await findKnown(tx, leaver)
  if (!isUnsubscribed({ contact, left })) return undefined
  const { wait_ms } = await countChange(tx, leaver, now)
  if (wait_ms > 0) return { wait_ms }
  await updateDeparted({ tx, team_id: leaver.team_id, now }, leaver.address, { everything: false })
  if (contact) await updateContact({ tx, now, through: throughOf(leaver) }, contact, { unsubscribed: false })
  return undefined
}

/** Limits changes per recipient, because each causes signals. Unsubscribing is never limited. */
const CHANGES_MAX = 30
const CHANGES_WITHIN_MS = 10 * 60_000

function countChange(tx: Tx, { team_id, address }: Unsubscriber, now: Date): Promise<{ wait_ms: number }> {
  const key = `preferences ${team_id} ${address.toLowerCase()}`
  return countAttempt({ tx, now }, [{ key, tries: CHANGES_MAX }], CHANGES_WITHIN_MS)
}

interface ChosenTopics {
  choice: Subscription
  ids: readonly string[]
}

async function changeTopics({ tx, now }: TimedTx, leaver: Unsubscriber, { choice, ids }: ChosenTopics): Promise<void> {
  if (ids.length === 0) return
  const { team_id, address } = leaver
  const topics = new Map(ids.map(id => [id, choice]))
  const isNew = await updateDeparted({ tx, team_id, now }, address, { topics })
  if (isNew && choice === 'opt_out') await noteLeft(tx, leaver, now)
  const contact = await findContactByEmail(tx, team_id, address)
  if (!contact) return
  const before = await findContactChoices(tx, { team_id, contact_id: contact.id }, ids)
  const changed = new Map([...topics].filter(([id]) => before.get(id) !== choice))
  await chooseTopics({ tx, now, through: throughOf(leaver) }, contact, changed)
}

function throughOf({ email_id = null, broadcast_id = null }: Unsubscriber): ChangeSource {
  return { email_id, broadcast_id }
}

interface KnownContact extends PreferenceState {
  contact: ContactRecord | undefined
}

async function findKnown(tx: Tx, leaver: Unsubscriber): Promise<KnownContact> {
  const { team_id, address } = leaver
  const contact = await findContactByEmail(tx, team_id, address)
  return { leaver, contact, left: await findDepartedOne(tx, team_id, address) }
}

const NONE: ReadonlyMap<string, Subscription> = new Map()

/** The topics to show. The email's topic is always among them, regardless of its age. */
async function findShownTopics(tx: Tx, known: KnownContact): Promise<PreferenceTopic[]> {
  const { leaver, contact } = known
  const { team_id, topic_id = null } = leaver
  const listed = await listTopicsWithChoice(tx, { team_id, contact_id: contact?.id }, { limit: TOPICS_MAX })
  if (topic_id === null || listed.some(({ id }) => id === topic_id)) return preferenceTopics(listed, known)
  const topic = await findTopic(tx, team_id, topic_id)
  if (!topic) return preferenceTopics(listed, known)
  const choices = contact ? await findContactChoices(tx, { team_id, contact_id: contact.id }, [topic_id]) : NONE
  return preferenceTopics([{ ...topic, choice: choices.get(topic_id) ?? null }, ...listed], known)
}
