// All data stored about a contact, as JSON in pieces. Each piece is read only after the previous one was consumed, so that a
// hundred thousand emails take no more memory than a few, and a slow client keeps no transaction open.
import { emailKey } from '../../../base/text/addresses.ts'
import { presentContact } from '../../../audience/contacts/actions.ts'
import { findContactRecord } from '../../../audience/contacts/store.ts'
import { findDepartedRow } from '../../../audience/contacts/departed/store.ts'
import { findIdsTo } from '../../../mail/emails/search/actions.ts'
import { listEventsOf, listReceived } from '../../../mail/emails/search/store.ts'
import { record } from '../../../base/store/signals/record.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { listContactSegments } from '../../../audience/segments/actions.ts'
import type { Database, TeamUnit, Tx } from '../../../base/store/database.ts'
import { findSuppression } from '../../../audience/suppressions/store.ts'
import type { Suppression } from '../../../audience/suppressions/rules.ts'
import { listChoices } from '../../../audience/topics/store.ts'
import { findVisitCounts, findVisits } from '../../../mail/tracking/visits/store.ts'
import { exportedEmail } from './emails.ts'
import { LIST_CLOSED, listItems, openList, OBJECT_CLOSED, openObject } from './json.ts'

interface PersonExport {
  team_id: string
  contact_id: string
  /** The normalized address by which contacts are compared. */
  address: string
  /** The fields that are read first, before any list. */
  known: object
}

export const PERSON_EXPORT_TYPE = 'application/json; charset=utf-8'

/** Finds the contact and reads the first fields. Refuses (404) a contact that does not exist. */
export async function openPersonExport({ tx, team_id, now }: TeamUnit, id_or_email: string): Promise<PersonExport> {
  const contact = await findContactRecord(tx, team_id, id_or_email)
  if (!contact) throw refusal('not_found', 'Contact not found')
  const { id: contact_id, email, updated_at } = contact
  const left = await findDepartedRow(tx, team_id, email)
  const suppression = await findSuppression(tx, team_id, email)
  const known = {
    object: 'contact_export',
    exported_at: now.toISOString(),
    contact: { ...(await presentContact(tx, contact)), updated_at },
    segments: (await listContactSegments({ tx, team_id, now }, contact_id, {})).rows,
    topics: (await listChoices(tx, { team_id, contact_id })).map(({ topic_id: id, name, subscription, chosen_at }) => {
      return { id, name, subscription, chosen_at }
    }),
    unsubscribed_by_themselves: left
      ? { everything: left.everything, topics: left.topics, changed_at: left.changed_at }
      : null,
    suppression: suppression ? suppressedAs(suppression) : null,
  }
  return { team_id, contact_id, address: emailKey(email), known }
}

/** Records the export in the audit log, in a separate transaction because a read cannot write. */
export async function recordPersonExport(
  tx: Tx,
  { team_id, contact_id: object_id }: Pick<PersonExport, 'team_id' | 'contact_id'>,
  now: Date,
): Promise<void> {
  await record(tx, { type: 'contact.exported', team_id, at: now, object_id, name: null })
}

function suppressedAs({ id, origin, source_id, words, created_at }: Suppression): object {
  return { id, origin, source_id, reason: words, created_at }
}

/** The keys by which modules find the data that they store about a person. */
type ExportedPerson = Pick<PersonExport, 'team_id' | 'contact_id' | 'address'>

/** A list of data that a module stores about a person. */
export interface PersonalList {
  name: string
  /** A page of the list after a position ('': the start), and the position to continue after, if more may follow. */
  list: (tx: Tx, person: ExportedPerson, after: string) => Promise<{ rows: unknown[]; behind: string | undefined }>
}

/** The pieces of the export. `lists`: the data that other modules store about a person. */
export async function* personPieces(
  read: Database['read'],
  wanted: PersonExport,
  lists: readonly PersonalList[],
): AsyncGenerator<string> {
  yield openObject(wanted.known)
  for (const list of lists) yield* listPieces(read, wanted, list)
  yield openList('emails')
  yield* emailPieces(read, wanted)
  yield LIST_CLOSED + OBJECT_CLOSED
}

async function* listPieces(
  read: Database['read'],
  person: ExportedPerson,
  { name, list }: PersonalList,
): AsyncGenerator<string> {
  yield openList(name)
  let isFirst = true
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after
    const { rows, behind } = await read(tx => list(tx, person, from))
    if (rows.length > 0) yield listItems(rows, isFirst)
    isFirst &&= rows.length === 0
    after = behind
  }
  yield LIST_CLOSED
}

/** Maximum emails of one read; each can have several hundred events. */
const EMAILS_AT_ONCE = 20

/**
 * Pages through the team's emails to find those to the person. A page without any yields a line break, so that the client sees
 * progress.
 */
async function* emailPieces(read: Database['read'], person: PersonExport): AsyncGenerator<string> {
  let isFirst = true
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after
    const { ids, behind } = await read(tx => findIdsTo({ tx, team_id: person.team_id }, person.address, from))
    for (let start = 0; start < ids.length; start += EMAILS_AT_ONCE) {
      const items = await read(tx => readEmails(tx, person, ids.slice(start, start + EMAILS_AT_ONCE)))
      yield listItems(items, isFirst)
      isFirst &&= items.length === 0
    }
    if (ids.length === 0) yield '\n'
    after = behind
  }
}

async function readEmails(
  tx: Tx,
  { team_id, address }: Pick<PersonExport, 'team_id' | 'address'>,
  ids: readonly string[],
): Promise<object[]> {
  const emails = await listReceived(tx, team_id, ids)
  const events = await listEventsOf(tx, team_id, ids)
  const visited = events.flatMap(({ id, type }) => (/^(?:opened|clicked)/.test(type) ? id : []))
  const visits = visited.length > 0 ? await findVisits(tx, team_id, visited) : new Map()
  const counts = await findVisitCounts(tx, team_id, ids)
  const byEmail = Map.groupBy(events, ({ email_id }) => email_id)
  return emails.map(email =>
    exportedEmail(email, address, { events: byEmail.get(email.id) ?? [], visits, counts: counts.get(email.id) }),
  )
}
