// Tables of domains, of the holders of their names, and of their DKIM keys.
import type { InSchemas, Schemas } from '../../../generated/api.ts'
import { flag, json, nullable, number, oneOf, text, uuid } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import { acrossTeams } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'

/** The outcome of the last check of a record. */
export interface RecordCheck {
  status: Schemas['DomainRecordStatus']
  found: string[]
  problem: string | null
  /** When the record disappeared; `null` if it is present or never was. */
  gone_since: string | null
}

const domains = table('domains', {
  id: uuid,
  team_id: uuid,
  /** In lower-case ASCII. */
  name: text,
  status: oneOf<Schemas['DomainStatus']>(),
  region: oneOf<Schemas['DomainRegion']>(),
  /** The label of the return path, below the domain. */
  return_path: text,
  tls: oneOf<NonNullable<InSchemas['CreateDomain']['tls']>>(),
  sending: flag,
  receiving: flag,
  open_tracking: flag,
  click_tracking: flag,
  /** All tracking subdomains that were set, newest last. */
  tracking: json<string[]>(),
  /** By the ids of the records. */
  checks: json<Record<string, RecordCheck>>(),
  /** The records for sending were found, so email may be sent. */
  may_send: flag,
  /** The records of the return path were found, so bounces are sent to this server. */
  bounces_here: flag,
  /** Created by a claim that has not succeeded yet. */
  is_placeholder: flag,
  /** Incremented with each request for a check. The job of an earlier request does nothing. */
  turn: number,
  /** When checks of the records were last started; `null`: never. */
  asked_at: nullable(text),
  checked_at: nullable(text),
  /** When the records for sending were first found. */
  verified_at: nullable(text),
  /** When email from the domain was last accepted, to the hour. */
  used_at: nullable(text),
  /** The latest time for which email from it is scheduled. */
  scheduled_until: nullable(text),
  created_at: text,
})

const names = table('domain_names', {
  name: text,
  team_id: uuid,
  domain_id: uuid,
  was_verified: flag,
  created_at: text,
})

const keys = table('domain_keys', {
  id: uuid,
  team_id: uuid,
  domain_id: uuid,
  selector: text,
  algorithm: oneOf<'rsa' | 'ed25519'>(),
  /** As in the DNS record. */
  public_key: text,
  /** The private key, encrypted. */
  sealed: text,
  /**
   * `new`: not found in DNS yet. `active`: signs email. `retiring`: replaced, while email that it signed is still in delivery.
   */
  state: oneOf<'new' | 'active' | 'retiring'>(),
  created_at: text,
  retired_at: nullable(text),
})

export type Domain = RecordOf<typeof domains>
export type DomainKey = RecordOf<typeof keys>
export type NameHolder = RecordOf<typeof names>

/** The columns that are read for each email. */
const senders = domains.only(
  'id',
  'team_id',
  'name',
  'return_path',
  'tls',
  'sending',
  'may_send',
  'bounces_here',
  'used_at',
  'scheduled_until',
)
/** The columns that can change, except `checks`. */
const CHANGING = [
  'status',
  'tls',
  'sending',
  'receiving',
  'open_tracking',
  'click_tracking',
  'tracking',
  'may_send',
  'bounces_here',
  'is_placeholder',
  'turn',
  'asked_at',
  'checked_at',
  'verified_at',
] as const
const listed = domains.only(
  'id',
  'team_id',
  'name',
  'region',
  'return_path',
  ...CHANGING,
  'used_at',
  'scheduled_until',
  'created_at',
)

export type SendingDomain = RecordOf<typeof senders>
export type ListedDomain = RecordOf<typeof listed>

export const listDomains = listed.list('team_id').page
export const findDomain = domains.find('team_id', 'id').one
export const findDomainByName = domains.find('team_id', 'name').one
export const findSendingDomain = senders.find('team_id', 'name').one
const sendersByName = senders.findAny('name', 'team_id')
const nameById = domains.only('name').find('team_id', 'id')
/** A name that a team may send from; the choice is stable. */
export const findSendingName = domains
  .only('name')
  .query<{ team_id: string }>(
    ({ rows, params }) => rows.where({ ...params('team_id'), may_send: 1 }).orderBy('id'),
    'limit 1',
  ).one
export const insertDomain = domains.insert().put
export const saveDomain = domains.update({ by: ['team_id', 'id'], set: [...CHANGING, 'checks'] }).put
/** Saves that email from the domain was accepted. */
export const saveDomainUse = domains.update({ by: ['team_id', 'id'], set: ['used_at', 'scheduled_until'] }).put
const remove = domains.remove('team_id', 'id')

/** The holder of a name. Guard the name first (`tx.guard`) if a decision depends on it. */
export const findHolder = acrossTeams('finds the team of a name', names.find('name')).one
const holdersOf = acrossTeams('finds the team of a name', names.only('name', 'team_id', 'was_verified').findAny('name'))
const hold = names.upsert(['name'], ['team_id', 'domain_id', 'was_verified', 'created_at'])
export const releaseName = names.remove('team_id', 'name').put

/** Oldest first; of keys created together, the RSA key first. */
export const listDomainKeys = keys.query<{ team_id: string; domain_id: string }>(({ rows, params }) =>
  rows.where(params('team_id', 'domain_id')).orderBy('id'),
).all
export const insertDomainKey = keys.insert().put
const saveKey = keys.update({ by: ['team_id', 'id'], set: ['state', 'retired_at'] })
const removeKey = keys.remove('team_id', 'id')
const removeKeysOf = keys.remove('team_id', 'domain_id')

/** Sending domains by their names. */
export async function findSendingDomains(
  tx: Tx,
  team_id: string,
  of: readonly string[],
): Promise<Map<string, SendingDomain>> {
  const found = await sendersByName.all(tx, { team_id }, of)
  return new Map(found.map(domain => [domain.name, domain]))
}

export async function findDomainName(tx: Tx, team_id: string, id: string): Promise<string | undefined> {
  return (await tx.get(nameById, { team_id, id }))?.name
}

/** Removes a domain and its keys. */
export function removeDomain(tx: Tx, { team_id, id }: Pick<Domain, 'team_id' | 'id'>): void {
  tx.put(remove, { team_id, id })
  tx.put(removeKeysOf, { team_id, domain_id: id })
}

/** The verified names among these, each with its team. */
export async function findVerifiedHolders(tx: Tx, of: readonly string[]): Promise<Map<string, string>> {
  const held = await holdersOf.all(tx, {}, of)
  return new Map(held.flatMap(({ name, team_id, was_verified }) => (was_verified ? [[name, team_id]] : [])))
}

/** Makes the team of a domain the holder of its name. */
export function saveNameHolder(
  tx: Tx,
  { name, team_id, id: domain_id }: Domain,
  { was_verified, now }: { was_verified: boolean; now: Date },
): void {
  tx.put(hold, { name, team_id, domain_id, was_verified, created_at: now.toISOString() })
}

/** Saves changed keys and removes those that are not in `after`. */
export function saveDomainKeys(tx: Tx, before: readonly DomainKey[], after: readonly DomainKey[]): void {
  for (const key of after) if (!before.includes(key)) tx.put(saveKey, key)
  const kept = new Set(after.map(({ id }) => id))
  for (const { id, team_id } of before) if (!kept.has(id)) tx.put(removeKey, { team_id, id })
}
