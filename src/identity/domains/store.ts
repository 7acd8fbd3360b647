import { flag, json, nullable, number, oneOf, text, uuid } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import type { Page, PageQuery } from '../../base/store/page.ts'
import { acrossTeams } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'
import type { Domain, DomainKey, Holder } from './rules.ts'

const domains = table<Domain>('domains', {
  id: uuid,
  team_id: uuid,
  name: text,
  status: oneOf<Domain['status']>(),
  region: oneOf<Domain['region']>(),
  return_path: text,
  tls: oneOf<Domain['tls']>(),
  sending: flag,
  receiving: flag,
  open_tracking: flag,
  click_tracking: flag,
  tracking: json<string[]>(),
  checks: json<Domain['checks']>(),
  may_send: flag,
  bounces_here: flag,
  is_placeholder: flag,
  turn: number,
  asked_at: nullable(text),
  checked_at: nullable(text),
  verified_at: nullable(text),
  used_at: nullable(text),
  scheduled_until: nullable(text),
  created_at: text,
})

const names = table<Holder & { name: string; domain_id: string }>('domain_names', {
  name: text,
  team_id: uuid,
  domain_id: uuid,
  was_verified: flag,
  created_at: text,
})

const keys = table<DomainKey>('domain_keys', {
  id: uuid,
  team_id: uuid,
  domain_id: uuid,
  selector: text,
  algorithm: oneOf<DomainKey['algorithm']>(),
  public_key: text,
  sealed: text,
  state: oneOf<DomainKey['state']>(),
  created_at: text,
  retired_at: nullable(text),
})

/** What is asked for with each email. */
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
/** What may change of a domain, without what came of looking at each record. */
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

const list = listed.list('team_id')
const byId = domains.find('team_id', 'id')
const byName = domains.find('team_id', 'name')
const senderByName = senders.find('team_id', 'name')
const sendersByName = senders.findAny('name', 'team_id')
const nameById = domains.only('name').find('team_id', 'id')
const insert = domains.insert()
const save = domains.update({ by: ['team_id', 'id'], set: [...CHANGING, 'checks'] })
const saveUse = domains.update({ by: ['team_id', 'id'], set: ['used_at', 'scheduled_until'] })
const remove = domains.remove('team_id', 'id')

const holderOf = acrossTeams('whose a name is, is what is asked', names.find('name'))
const holdersOf = acrossTeams(
  'whose a name is, is what is asked',
  names.only('name', 'team_id', 'was_verified').findAny('name'),
)
const hold = names.upsert(['name'], ['team_id', 'domain_id', 'was_verified', 'created_at'])
const release = names.remove('team_id', 'name')

const keysOfDomain = keys.query<{ team_id: string; domain_id: string }>(({ rows, params }) =>
  // the newest last, and of those that were made together RSA first
  rows.where(params('team_id', 'domain_id')).orderBy('id'),
)
const insertKey = keys.insert()
const saveKey = keys.update({ by: ['team_id', 'id'], set: ['state', 'retired_at'] })
const removeKey = keys.remove('team_id', 'id')
const removeKeysOf = keys.remove('team_id', 'domain_id')

export function listDomains(tx: Tx, team_id: string, query: PageQuery): Promise<Page<ListedDomain>> {
  return list.page(tx, { team_id }, query)
}

export function findDomain(tx: Tx, team_id: string, id: string): Promise<Domain | undefined> {
  return tx.get(byId, { team_id, id })
}

export function findDomainByName(tx: Tx, team_id: string, name: string): Promise<Domain | undefined> {
  return tx.get(byName, { team_id, name })
}

export function findSendingDomain(tx: Tx, team_id: string, name: string): Promise<SendingDomain | undefined> {
  return tx.get(senderByName, { team_id, name })
}

/** By their names. */
export async function findSendingDomains(
  tx: Tx,
  team_id: string,
  of: readonly string[],
): Promise<Map<string, SendingDomain>> {
  const [only, ...more] = of
  if (only === undefined) return new Map()
  const one = more.length === 0 ? await findSendingDomain(tx, team_id, only) : undefined
  const found = more.length === 0 ? (one ? [one] : []) : await sendersByName.all(tx, { team_id }, of)
  return new Map(found.map(domain => [domain.name, domain]))
}

export async function findDomainName(tx: Tx, team_id: string, id: string): Promise<string | undefined> {
  return (await tx.get(nameById, { team_id, id }))?.name
}

export function insertDomain(tx: Tx, domain: Domain): void {
  tx.put(insert, domain)
}

export function saveDomain(tx: Tx, domain: Domain): void {
  tx.put(save, domain)
}

/** That mail was accepted from it. */
export function saveUseOfDomain(tx: Tx, use: Pick<Domain, 'team_id' | 'id' | 'used_at' | 'scheduled_until'>): void {
  tx.put(saveUse, use)
}

/** With its keys. */
export function removeDomain(tx: Tx, team_id: string, id: string): void {
  tx.put(remove, { team_id, id })
  tx.put(removeKeysOf, { team_id, domain_id: id })
}

/** Who has a name; say before that it is decided about (`tx.guard`). */
export function findHolder(tx: Tx, name: string): Promise<(Holder & { domain_id: string }) | undefined> {
  return tx.get(holderOf, { name })
}

/** Those of these names that a team has verified, with the team. */
export async function findVerifiedHolders(tx: Tx, of: readonly string[]): Promise<Map<string, string>> {
  const held = await holdersOf.all(tx, {}, of)
  return new Map(held.flatMap(({ name, team_id, was_verified }) => (was_verified ? [[name, team_id]] : [])))
}

/** From now on it is this team's. */
export function holdName(tx: Tx, domain: Domain, was_verified: boolean, now: Date): void {
  const { name, team_id, id: domain_id } = domain
  tx.put(hold, { name, team_id, domain_id, was_verified, created_at: now.toISOString() })
}

export function releaseName(tx: Tx, { team_id, name }: Pick<Domain, 'team_id' | 'name'>): void {
  tx.put(release, { team_id, name })
}

export function listKeys(tx: Tx, team_id: string, domain_id: string): Promise<DomainKey[]> {
  return tx.all(keysOfDomain, { team_id, domain_id })
}

export function insertDomainKeys(tx: Tx, made: readonly DomainKey[]): void {
  for (const key of made) tx.put(insertKey, key)
}

/** Writes what has changed, and removes what is not needed any more. */
export function saveKeys(tx: Tx, before: readonly DomainKey[], after: readonly DomainKey[]): void {
  for (const key of after) if (!before.includes(key)) tx.put(saveKey, key)
  const kept = new Set(after.map(({ id }) => id))
  for (const { id, team_id } of before) if (!kept.has(id)) tx.put(removeKey, { team_id, id })
}
