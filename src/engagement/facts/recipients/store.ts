// Lists the recipients of a broadcast by event, and the links that they followed.
import { nullable, withDefault, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { table } from '../../../base/store/table.ts'
import {
  asciiPartOf,
  EVENTS_OF,
  type FactType,
  type RecipientRow,
  type LinkCursor,
  type RecipientType,
} from '../rules.ts'
import { type ClickRecord, type LinkRecord, type OneBroadcast, STORED_FACTS } from '../store.ts'

const { facts, clicks, links } = STORED_FACTS

const recipients = table('broadcast_recipients', {
  broadcast_id: uuid,
  contact_id: uuid,
  team_id: uuid,
  email: nullable(text),
  email_id: nullable(uuid),
})

interface RecipientsAfter extends OneBroadcast {
  place_id: string
}
interface IdRange extends RecipientsAfter {
  /** The last contact of the part. */
  end_id: string
  /** Part of the address in lower case; empty: any address. */
  part: string
}
interface IdBound extends RecipientsAfter {
  /** The number of rows after `place_id` and before the last one of the part. */
  before: number
}

type Onward = '>' | '<'
const ORDERS = { '>': 'asc', '<': 'desc' } as const
/** The comparison with the end of a part, inclusive. */
const UP_TO = { '>': '<=', '<': '>=' } as const

// two statements for each part: its end, from an index alone, and its rows, which the database filters
const factsEnd = (onward: Onward) =>
  facts.only('contact_id').query<IdBound & { type: FactType }>(
    ({ rows, params, param }) =>
      rows
        .where(params('team_id', 'broadcast_id', 'type'))
        .where('contact_id', onward, param('place_id'))
        .orderBy('contact_id', ORDERS[onward]),
    'limit 1 offset :before',
  )
const factsBehind = (onward: Onward) =>
  facts
    .leftJoin(
      recipients,
      { team_id: 'team_id', broadcast_id: 'broadcast_id', contact_id: 'contact_id' },
      { email: recipients.columns.email },
    )
    .query<IdRange & { type: FactType }>(({ rows, params, param }) =>
      rows
        .where(params('team_id', 'broadcast_id', 'type'))
        .where('broadcast_facts.contact_id', onward, param('place_id'))
        .where('broadcast_facts.contact_id', UP_TO[onward], param('end_id'))
        .whereRaw(HAS_PART, [param('part'), param('part')])
        .orderBy('broadcast_facts.contact_id', ORDERS[onward]),
    )
const recipientsEnd = (onward: Onward) =>
  recipients
    .only('contact_id')
    .query<IdBound>(
      ({ rows, params, param }) =>
        rows
          .where(params('team_id', 'broadcast_id'))
          .where('contact_id', onward, param('place_id'))
          .orderBy('contact_id', ORDERS[onward]),
      'limit 1 offset :before',
    )
const recipientsBehind = (onward: Onward, type: 'sent' | 'delivered') =>
  recipients
    .leftJoin(
      { name: 'email_states' },
      { team_id: 'team_id', email_id: 'email_id' },
      { last_event: withDefault(nullable(text), () => null) },
    )
    .query<IdRange>(({ rows, params, param }) =>
      rows
        .where(params('team_id', 'broadcast_id'))
        .where('broadcast_recipients.contact_id', onward, param('place_id'))
        .where('broadcast_recipients.contact_id', UP_TO[onward], param('end_id'))
        .whereRaw(HAS_PART, [param('part'), param('part')])
        .whereIn('email_states.last_event', EVENTS_OF[type])
        .orderBy('broadcast_recipients.contact_id', ORDERS[onward]),
    )

const SMALL = "lower(coalesce(broadcast_recipients.email, ''))"
/** Whether the address contains a text, in a form that both databases support. */
const HAS_PART = `(? = '' or replace(${SMALL}, ?, '') <> ${SMALL})`

const listed = (onward: Onward) => ({
  facts: { end: factsEnd(onward), rows: factsBehind(onward) },
  recipients: recipientsEnd(onward),
  sent: recipientsBehind(onward, 'sent'),
  delivered: recipientsBehind(onward, 'delivered'),
})
const LISTED = { '>': listed('>'), '<': listed('<') }

/** Ids that sort before and after those of all contacts. */
const LEAST = '00000000-0000-0000-0000-000000000000'
const MOST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** Rows that one statement examines in some milliseconds, while other work waits. */
export const ROWS_EXAMINED_MAX = 2000
/** Each part is larger than the previous one by this factor: an early match costs little, a rare one few statements. */
const GROWTH = 4

export interface RecipientFilter extends OneBroadcast {
  type: RecipientType
  /** Part of the address in lower case. */
  address?: string | undefined
  bounce_type?: string | undefined
}

/** A page of recipients, sorted by contact id. `after`, `before`: contact ids. */
export async function listRecipients(
  tx: Tx,
  { type, address, bounce_type, ...some }: RecipientFilter,
  { limit, after, before }: { limit: number; after: string | undefined; before: string | undefined },
): Promise<{ rows: RecipientRow[]; has_more: boolean }> {
  const onward: Onward = before === undefined ? '>' : '<'
  const last = onward === '>' ? MOST_ID : LEAST
  const part = asciiPartOf(address)
  const isWanted = ({ email, bounce_type: is }: RecipientRow): boolean =>
    (address === undefined || (email ?? '').toLowerCase().includes(address)) &&
    (bounce_type === undefined || is === bounce_type)
  const found: RecipientRow[] = []
  let count = limit + 1
  for (let place: string | undefined = before ?? after ?? LEAST; place !== undefined && found.length <= limit;) {
    const read = await readPart(tx, onward, { ...some, type, place_id: place, before: count - 1, last, part })
    found.push(...read.rows.filter(isWanted))
    place = read.end_id
    count = Math.min(count * GROWTH, ROWS_EXAMINED_MAX)
    await tx.pause()
  }
  const has_more = found.length > limit
  const rows = found.slice(0, limit)
  return { rows: before === undefined ? rows : rows.toReversed(), has_more }
}

/** The rows of a part that may match, and the end of the part if more may follow. */
async function readPart(
  tx: Tx,
  onward: Onward,
  { type, last, part, ...reach }: IdBound & { type: RecipientType; last: string; part: string },
): Promise<{ rows: RecipientRow[]; end_id: string | undefined }> {
  const { facts: of_facts, recipients: of_all, ...of } = LISTED[onward]
  const isOfAll = type === 'sent' || type === 'delivered'
  const end = isOfAll ? await tx.get(of_all, reach) : await tx.get(of_facts.end, { ...reach, type })
  const { team_id, broadcast_id, place_id } = reach
  const stretch = { team_id, broadcast_id, place_id, end_id: end?.contact_id ?? last, part }
  const rows = isOfAll ? await tx.all(of[type], stretch) : await tx.all(of_facts.rows, { ...stretch, type })
  return { rows, end_id: end?.contact_id }
}

const clicksOfSome = clicks.findAny('contact_id', 'team_id', 'broadcast_id')

/** The links that these recipients followed, most clicks first. */
export async function findClicks(
  tx: Tx,
  some: OneBroadcast,
  contact_ids: readonly string[],
): Promise<ReadonlyMap<string, ClickRecord[]>> {
  const rows = await clicksOfSome.all(tx, some, contact_ids)
  rows.sort((one, other) => other.clicks - one.clicks || (one.url < other.url ? -1 : 1))
  return Map.groupBy(rows, ({ contact_id }) => contact_id)
}

interface LinksAfter extends OneBroadcast {
  clicks: number
  url_key: string
  limit: number
}

const linksBehind = (onward: Onward) =>
  links.query<LinksAfter>(
    ({ rows, params, param }) =>
      rows
        .where(params('team_id', 'broadcast_id'))
        .whereRaw(`(clicks, url_key) ${onward} (?, ?)`, [param('clicks'), param('url_key')])
        .orderBy([
          { column: 'clicks', order: ORDERS[onward] },
          { column: 'url_key', order: ORDERS[onward] },
        ]),
    'limit :limit',
  )
const fewer = linksBehind('<')
const more = linksBehind('>')
/** More clicks than any link has. */
const MOST: LinkCursor = { clicks: 2_147_483_647, url_key: '' }

/** A page of links, most clicks first. */
export async function listLinks(
  tx: Tx,
  some: OneBroadcast,
  { limit, after, before }: { limit: number; after: LinkCursor | undefined; before: LinkCursor | undefined },
): Promise<{ rows: LinkRecord[]; has_more: boolean }> {
  const place = before ?? after ?? MOST
  const found = await tx.all(before ? more : fewer, { ...some, ...place, limit: limit + 1 })
  const rows = found.slice(0, limit)
  return { rows: before ? rows.toReversed() : rows, has_more: found.length > limit }
}
