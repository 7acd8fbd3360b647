// Searches the contacts of a team. Each search examines a bounded number of rows, so that its duration does not depend on the
// number of contacts. The next search continues where it ended.
import { emailKey } from '../../../base/text/addresses.ts'
import { findPropertyTexts } from '../../contact-properties/actions.ts'
import { findSegmentMembersAmong } from '../../segments/actions.ts'
import { findMemberIds, findMembers, type Members } from '../../segments/members/store.ts'
import type { TeamTx, TeamUnit, Tx } from '../../../base/store/database.ts'
import { ROWS_PER_READ, searchInParts } from '../../../base/store/scan.ts'
import { findSubscriptions } from '../../topics/actions.ts'
import { type ContactRecord, isContactId } from '../rules.ts'
import { listContactsById, listContacts } from '../store.ts'
import { type ContactSearch, matchesContactSearch, keyRange } from './rules.ts'
import { listAddressed } from './store.ts'

export interface FoundContacts {
  rows: ContactRecord[]
  /** The position to continue after, if more may follow: an id or, in a search by address, an address. */
  behind: string | undefined
}

/** Maximum contacts that one search examines. */
export const CONTACTS_EXAMINED_MAX = 5_000

interface Place {
  /** Only contacts after this position. */
  after?: string | undefined
  most: number
  /** The time from which the rule of a segment calculates ages. */
  now: Date
}

/**
 * Searches in a read transaction that yields to other work between the parts. Newest first; a search by address is sorted by
 * address.
 */
export async function searchContacts(
  { tx, team_id }: TeamTx,
  search: ContactSearch,
  { after, most, now }: Place,
): Promise<FoundContacts> {
  const { address, segment_id, ...others } = search
  const isPlain = Object.values(others).every(each => each === undefined) && !(address && segment_id)
  const asked = {
    after,
    most,
    part: isPlain ? most + 1 : ROWS_PER_READ,
    looked_max: CONTACTS_EXAMINED_MAX,
    cursorOf: ({ id, email }: ContactRecord) => (address === undefined ? id : emailKey(email)),
  }
  return searchInParts(tx, asked, async (place, limit) => {
    const { rows, behind } = await searchPart({ tx, team_id }, search, { after: place, limit, now })
    // a part with fewer rows although more may follow has examined as many as a whole search may
    const looked = rows.length < limit ? CONTACTS_EXAMINED_MAX : limit
    return { rows: await narrow({ tx, team_id, now }, rows, search), behind, looked }
  })
}

/** Maximum contacts that are counted. */
export const CONTACTS_COUNTED_MAX = 10_000

export interface CountedContacts extends FoundContacts {
  /** The number of members found, up to `CONTACTS_COUNTED_MAX`. */
  count: number
  /** Whether all were counted. */
  isWhole: boolean
}

/** The newest contacts that match a rule, and their number. Requires a read transaction, like a search. */
export async function countRuleMembers(
  tx: Tx,
  members: Members,
  { most, now }: Omit<Place, 'after'>,
): Promise<CountedContacts> {
  const { ids, behind } = await findMemberIds({ tx, now }, members, { most: CONTACTS_COUNTED_MAX })
  const rows = await listContactsById(tx, members.team_id, ids.slice(0, most))
  const place = ids.length > most ? ids[most - 1] : behind
  return { rows, behind: place, count: ids.length, isWhole: behind === undefined }
}

interface Part {
  after: string | undefined
  limit: number
  now: Date
}

/** The next contacts, by the index that fits the search best. */
async function searchPart(
  { tx, team_id }: TeamTx,
  { address, segment_id }: ContactSearch,
  { after, limit, now }: Part,
): Promise<FoundContacts> {
  if (address !== undefined) {
    const rows = await searchAddressed({ tx, team_id }, keyRange(address), { after, limit })
    return { rows, behind: rows.length < limit ? undefined : emailKey(rows.at(-1)!.email) }
  }
  const from = after === undefined || !isContactId(after) ? undefined : after
  const members = segment_id === undefined ? undefined : await findMembers(tx, team_id, segment_id)
  if (members?.by) {
    const { ids, behind } = await findMemberIds({ tx, now }, members, { after: from, most: limit })
    return { rows: await listContactsById(tx, team_id, ids), behind }
  }
  const { rows } = await listContacts(tx, team_id, { segment_id, now, ...(from && { after: from }), limit })
  return { rows, behind: rows.length < limit ? undefined : rows.at(-1)!.id }
}

async function searchAddressed(
  { tx, team_id }: TeamTx,
  { first, end }: { first: string; end: string },
  { after, limit }: Omit<Part, 'now'>,
): Promise<ContactRecord[]> {
  if (after === undefined || after < first) return listAddressed(tx, { team_id, first, end, limit })
  const rows = await listAddressed(tx, { team_id, first: after, end, limit: limit + 1 })
  return (emailKey(rows[0]?.email ?? '') === after ? rows.slice(1) : rows).slice(0, limit)
}

/** The rows that match the whole search. */
async function narrow(
  { tx, team_id, now }: TeamUnit,
  rows: readonly ContactRecord[],
  search: ContactSearch,
): Promise<ContactRecord[]> {
  const { address, segment_id, topic, property } = search
  let left = rows.filter(contact => matchesContactSearch(contact, search))
  const keep = (isKept: (id: string) => boolean): void => {
    left = left.filter(({ id }) => isKept(id))
  }
  const ids = (): string[] => left.map(({ id }) => id)
  if (address !== undefined && segment_id !== undefined && left.length > 0) {
    const members = await findSegmentMembersAmong({ tx, now }, { team_id, segment_id }, ids())
    keep(id => members.has(id))
  }
  if (topic && left.length > 0) {
    const subscriptions = await findSubscriptions(tx, { team_id, topic_id: topic.id }, ids())
    keep(id => subscriptions?.of(id) === topic.subscription)
  }
  if (property && left.length > 0) {
    const values = await findPropertyTexts(tx, { team_id, key: property.key }, ids())
    keep(id => values.has(id) && (property.value === undefined || values.get(id) === property.value))
  }
  return left
}
