// Tables of the results of broadcasts. Events of nearly every recipient are read from their emails, so that a delivery costs
// only one counter; events of few have a row for each recipient.
import { nullable, number, oneOf, text, uuid } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import type { MailVersion } from '../../base/store/signals/signal.ts'
import { statement } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'
import type { BounceClass } from '../../base/text/bounce-class.ts'
import { COUNTED_FACTS, type FactType, EMPTY_TALLY, type Tally } from './rules.ts'

const tallies = table('broadcast_tallies', {
  broadcast_id: uuid,
  shard: number,
  team_id: uuid,
  sent: number,
  delivered: number,
  bounced: number,
  complained: number,
  suppressed: number,
  failed: number,
  opened: number,
  unique_opened: number,
  clicked: number,
  unique_clicked: number,
  unsubscribed: number,
})

/** The results that are counted for the domains of recipients. */
export const COUNTED_OF_DOMAINS = [
  'sent',
  'delivered',
  'bounced',
  'complained',
  'unique_opened',
  'unique_clicked',
] as const satisfies readonly (keyof Tally)[]
export type DomainTally = Pick<Tally, (typeof COUNTED_OF_DOMAINS)[number]>

const domains = table('broadcast_domains', {
  broadcast_id: uuid,
  domain: text,
  shard: number,
  team_id: uuid,
  sent: number,
  delivered: number,
  bounced: number,
  complained: number,
  unique_opened: number,
  unique_clicked: number,
})

const facts = table('broadcast_facts', {
  broadcast_id: uuid,
  type: oneOf<FactType>(),
  contact_id: uuid,
  team_id: uuid,
  /** How often it happened. */
  count: number,
  bounce_type: nullable(oneOf<BounceClass>()),
  /** When it happened last. */
  happened_at: text,
})

const clicks = table('broadcast_clicks', {
  broadcast_id: uuid,
  contact_id: uuid,
  url_key: text,
  team_id: uuid,
  url: text,
  clicks: number,
})

const links = table('broadcast_links', {
  broadcast_id: uuid,
  url_key: text,
  team_id: uuid,
  url: text,
  clicks: number,
  unique_clicks: number,
})

/** The tables, for lists and for export and erasure of a contact's data. */
export const STORED_FACTS = { facts, clicks, links, domains }

export type FactRecord = RecordOf<typeof facts>
export type ClickRecord = RecordOf<typeof clicks>
export type LinkRecord = RecordOf<typeof links>

// ---- writing

const addTallyRow = tallies.write<RecordOf<typeof tallies>>(({ rows, param, knex }) =>
  rows
    .insert(Object.fromEntries(tallies.names.map(name => [name, param(name)])))
    .onConflict(tallies.conflict(knex, 'broadcast_id', 'shard'))
    .merge(
      Object.fromEntries(
        COUNTED_FACTS.map(name => [name, knex.raw('??.?? + excluded.??', [tallies.name, name, name])]),
      ),
    ),
)

/** Adds to a counted domain, which has a row 0. In SQL, because Knex drops the conflict clause of an inserted selection. */
const addDomainRow = statement<RecordOf<typeof domains>>((knex, param) => {
  const { name, names } = domains
  const counts = COUNTED_OF_DOMAINS.map(() => 'cast(? as integer)').join(', ')
  const sums = COUNTED_OF_DOMAINS.map(() => '?? = ??.?? + excluded.??').join(', ')
  return knex.raw(
    `insert into ?? (${names.map(() => '??').join(', ')})
    select known.broadcast_id, known.domain, cast(? as integer), known.team_id, ${counts} from ?? as known
    where known.team_id = ? and known.broadcast_id = ? and known.domain = ? and known.shard = 0
    on conflict ? do update set ${sums}`,
    [
      name,
      ...names,
      param('shard'),
      ...COUNTED_OF_DOMAINS.map(count => param(count)),
      name,
      param('team_id'),
      param('broadcast_id'),
      param('domain'),
      domains.conflict(knex, 'broadcast_id', 'domain', 'shard'),
      ...COUNTED_OF_DOMAINS.flatMap(count => [count, name, count, count]),
    ],
  )
})

const contactOfEmail = table('emails', { id: uuid, team_id: uuid, contact_id: nullable(uuid) })
  .only('contact_id')
  .query<{ team_id: string; email_id: string }>(({ rows, params, param }) =>
    rows.where(params('team_id')).where('id', param('email_id')),
  )

/** The count stops here, because a page that shows it polls while it is open. */
const FACTS_COUNTED_MAX = 10_000
/** The number of recipients with this fact, up to `FACTS_COUNTED_MAX`. */
export const countFacts = statement<OneBroadcast & { type: FactType }, { count: number }>((knex, param) => {
  const some = knex('broadcast_facts')
    .select('contact_id')
    .where({ broadcast_id: param('broadcast_id'), type: param('type'), team_id: param('team_id') })
    .limit(FACTS_COUNTED_MAX)
  return knex(some.as('some')).count({ count: '*' })
}).one
const oneFact = facts.find('team_id', 'broadcast_id', 'type', 'contact_id')
const insertFact = facts.insert()
const saveFact = facts.update({ by: ['team_id', 'broadcast_id', 'type', 'contact_id'], set: ['count', 'happened_at'] })
const clicksOf = clicks.find('team_id', 'broadcast_id', 'contact_id')
const saveClicks = clicks.upsert(['broadcast_id', 'contact_id', 'url_key'], ['clicks'])
const oneLink = links.find('team_id', 'broadcast_id', 'url_key')
const saveLink = links.upsert(['broadcast_id', 'url_key'], ['clicks', 'unique_clicks'])

export interface OneBroadcast {
  team_id: string
  broadcast_id: string
}

/**
 * Adds to the sums. They are distributed over several rows by the id of the email or contact, so that concurrent transactions
 * rarely update the same row. Each version of an A/B test has separate rows.
 */
export function addTally(
  tx: Tx,
  of: OneBroadcast & ({ email_id: string; version: MailVersion | undefined } | { contact_id: string }),
  plus: Partial<Tally>,
): void {
  const { team_id, broadcast_id } = of
  const first =
    TALLY_SHARDS * ('version' in of && of.version === 'a' ? 1 : 'version' in of && of.version === 'b' ? 2 : 0)
  const shard = first + shardOf('email_id' in of ? of.email_id : of.contact_id, TALLY_SHARDS)
  tx.put(addTallyRow, { ...EMPTY_TALLY, ...plus, team_id, broadcast_id, shard })
}

export const TALLY_SHARDS = 64
/** Fewer, because the emails of a broadcast are already distributed over its domains. */
const SHARDS_OF_DOMAIN = 16

function shardOf(id: string, shards: number): number {
  return Number.parseInt(id.slice(-2), 16) % shards
}

/** Adds to the sums of a recipient's domain, if it is counted. */
export function addToDomain(
  tx: Tx,
  { team_id, broadcast_id, email_id, domain }: OneBroadcast & { email_id: string; domain: string },
  plus: Partial<DomainTally>,
): void {
  const shard = shardOf(email_id, SHARDS_OF_DOMAIN)
  tx.put(addDomainRow, { ...EMPTY_TALLY, ...plus, team_id, broadcast_id, domain, shard })
}

/** Maximum domains counted for one broadcast: the first ones to occur, which include the frequent ones. */
export const DOMAINS_MAX = 200

const insertDomain = domains.insertIfNew('broadcast_id', 'domain', 'shard')
const someDomains = domains.only('domain').findAny('domain', 'team_id', 'broadcast_id', 'shard')
const countDomains = domains
  .only()
  .query<OneBroadcast, { count: number }>(({ rows, params }) =>
    rows.count({ count: '*' }).where(params('team_id', 'broadcast_id')).where('shard', 0),
  )

/** Removes results by domain. Returns the number of rows. */
export const removeDomains = domains.removeSome({
  key: ['domain', 'shard'],
  by: ['team_id', 'broadcast_id'],
  limit: 1000,
}).count

/** Starts counting these domains, up to the maximum. */
export async function startCountingDomains(tx: Tx, of: OneBroadcast, names: readonly string[]): Promise<void> {
  const known = new Set((await someDomains.all(tx, { ...of, shard: 0 }, names)).map(({ domain }) => domain))
  const others = names.filter(name => !known.has(name))
  if (others.length === 0) return
  const { count } = (await tx.get(countDomains, of))!
  for (const domain of others.slice(0, Math.max(0, DOMAINS_MAX - count)))
    tx.put(insertDomain, { ...EMPTY_TALLY, ...of, domain, shard: 0 })
}

export async function findContactOfEmail(
  tx: Tx,
  of: { team_id: string; email_id: string },
): Promise<string | undefined> {
  return (await tx.get(contactOfEmail, of))?.contact_id ?? undefined
}

export function findFact(
  tx: Tx,
  fact: Pick<FactRecord, 'team_id' | 'broadcast_id' | 'type' | 'contact_id'>,
): Promise<FactRecord | undefined> {
  const { team_id, broadcast_id, type, contact_id } = fact
  return tx.get(oneFact, { team_id, broadcast_id, type, contact_id })
}

/** Records a fact. Returns whether it is the first of its type for this recipient; a later one raises the count of the first. */
export async function addFact(tx: Tx, fact: FactRecord): Promise<boolean> {
  const known = await findFact(tx, fact)
  if (known) tx.put(saveFact, { ...fact, count: known.count + fact.count })
  else tx.put(insertFact, fact)
  return known === undefined
}

/** Maximum links stored for one recipient. */
const LINKS_OF_ONE_MAX = 100

/** Records clicks. Returns whether the recipient followed this link for the first time. */
export async function addClicks(tx: Tx, row: ClickRecord): Promise<boolean> {
  const { team_id, broadcast_id, contact_id, url_key } = row
  const known = await tx.all(clicksOf, { team_id, broadcast_id, contact_id })
  const same = known.find(each => each.url_key === url_key)
  if (!same && known.length >= LINKS_OF_ONE_MAX) return false
  tx.put(saveClicks, { ...row, clicks: (same?.clicks ?? 0) + row.clicks })
  return same === undefined
}

export async function addToLink(tx: Tx, row: LinkRecord): Promise<void> {
  const { team_id, broadcast_id, url_key } = row
  const known = await tx.get(oneLink, { team_id, broadcast_id, url_key })
  const plus = { clicks: known?.clicks ?? 0, unique_clicks: known?.unique_clicks ?? 0 }
  const unique_clicks = row.unique_clicks + plus.unique_clicks
  tx.put(saveLink, { ...row, clicks: row.clicks + plus.clicks, unique_clicks })
}

// ---- reading

const talliesOf = tallies.findAny('broadcast_id', 'team_id')

export type TallyRow = Tally & { shard: number }

/** The sums by the ids of the broadcasts; a broadcast without results is missing. */
export async function findTallies(
  tx: Tx,
  team_id: string,
  broadcast_ids: readonly string[],
): Promise<Map<string, TallyRow[]>> {
  const found = new Map<string, TallyRow[]>()
  for (let at = 0; at < broadcast_ids.length; at += SUMMED_AT_ONCE) {
    const rows = await talliesOf.all(tx, { team_id }, broadcast_ids.slice(at, at + SUMMED_AT_ONCE))
    for (const row of rows) found.set(row.broadcast_id, [...(found.get(row.broadcast_id) ?? []), row])
    await tx.pause()
  }
  return found
}

/** Maximum broadcasts that one statement reads: each can have a row for each shard. */
const SUMMED_AT_ONCE = 20

/** The domains with the most emails sent. A broadcast has few enough rows to sum them each time. */
export const listDomainTallies = domains
  .only('domain')
  .query<OneBroadcast & { limit: number }, DomainTally>(({ rows, params }) => {
    for (const name of COUNTED_OF_DOMAINS) rows.sum({ [name]: name })
    return rows
      .where(params('team_id', 'broadcast_id'))
      .groupBy('domain')
      .orderBy([{ column: 'sent', order: 'desc' }, { column: 'domain' }])
  }, 'limit :limit').all

/** The table of the module broadcasts; here only ids and names are read. */
const broadcasts = table('broadcasts', { id: uuid, team_id: uuid, name: text, created_at: text })
const broadcastsById = broadcasts.findAny('id', 'team_id')

/** The broadcasts of the team among these ids, newest first. */
export async function findNamesOfBroadcasts(
  tx: Tx,
  team_id: string,
  ids: readonly string[],
): Promise<RecordOf<typeof broadcasts>[]> {
  const found = await broadcastsById.all(tx, { team_id }, ids)
  return found.toSorted((one, other) => (one.id < other.id ? 1 : -1))
}

export async function findExistingBroadcasts(tx: Tx, team_id: string, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await findNamesOfBroadcasts(tx, team_id, ids)).map(({ id }) => id))
}
