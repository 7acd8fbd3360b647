// Domains for other modules: which domains a team sends from and receives at, and how their email is signed, tracked and
// returned.
import type { InSchemas } from '../../../generated/api.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import { domainOf, parseAddress } from '../../base/text/addresses.ts'
import type { Refusal } from '../../base/text/refusal.ts'
import { type FieldChanges, changesOf } from '../../base/store/signals/changes.ts'
import { record } from '../../base/store/signals/record.ts'
import type { TeamTx, TimedTx, TeamUnit, Tx } from '../../base/store/database.ts'
import { endClaimOf } from './claims/store.ts'
import { type DomainView, domainView } from './present.ts'
import { type DomainSettings, recordKey, expectedRecords } from './records.ts'
import { domainsAbove } from './names.ts'
import { type DomainTracking, trackingHostsOf, trackingOf } from './tracking.ts'
import {
  type DomainRequest,
  newDomain,
  foreignName,
  foreignSenderRefusal,
  holdsName,
  namesAbove,
  takenNameRefusal,
  updatedDomain,
} from './rules.ts'
import * as store from './store.ts'
import type { RecordCheck, Domain } from './store.ts'
import { restartedChecks, acceptsMail, domainVerdict } from './verdict.ts'

/** Whether a team has added a domain. */
export async function hasDomain(tx: Tx, team_id: string): Promise<boolean> {
  return (await store.listDomains(tx, { team_id }, { limit: 1 })).rows.length > 0
}

/**
 * Adds a domain to a team, or throws the refusal. After the commit, `createDomainKeys` creates its keys and records `domain.created`.
 */
export async function createDomain({ tx, team_id, now }: TeamUnit, asked: DomainRequest): Promise<Domain> {
  const domain = newDomain(asked, { id: tx.newId('domains'), team_id, now })
  const { name } = domain
  guardName(tx, name)
  const holder = await store.findHolder(tx, { name })
  const isTaken = holder && holder.team_id !== team_id && holdsName(holder, now)
  if (isTaken || (await store.findDomainByName(tx, { team_id, name }))) throw takenNameRefusal(name)
  store.insertDomain(tx, domain)
  store.saveNameHolder(tx, domain, { was_verified: false, now })
  await record(tx, { type: 'domain.added', team_id, at: now, object_id: domain.id, name })
  return domain
}

/** A domain of the team with its records and keys. */
export async function findDomainView(
  { tx, team_id }: TeamTx,
  id: string,
  settings: DomainSettings,
): Promise<DomainView | undefined> {
  const domain = await store.findDomain(tx, { team_id, id })
  return domain && domainView(domain, await store.listDomainKeys(tx, { team_id, domain_id: id }), settings)
}

/** Changes the settings of a domain, and starts a DNS check if that adds records. Throws the refusal of an invalid change. */
export async function updateDomain(
  { tx, now }: TimedTx,
  before: Domain,
  { asked, settings }: { asked: InSchemas['UpdateDomain']; settings: DomainSettings },
): Promise<void> {
  const changed = updatedDomain(before, asked)
  const keys = await store.listDomainKeys(tx, { team_id: before.team_id, domain_id: before.id })
  const domain = { ...changed, ...domainVerdict(changed, expectedRecords(changed, keys, settings)) }
  const isOther = (['sending', 'receiving'] as const).some(side => changed[side] !== before[side])
  const hasMore = isOther || changed.tracking.at(-1) !== before.tracking.at(-1)
  if (hasMore && before.asked_at !== null) await startDnsChecks(tx, domain, now)
  else store.saveDomain(tx, domain)
  const changes = changesOf(settingsOf(before), settingsOf(domain), ...SETTINGS)
  await recordDomainChange({ tx, now }, 'domain.updated', domain, changes)
}

const SETTINGS = ['tls', 'sending', 'receiving', 'open_tracking', 'click_tracking', 'tracking_subdomain'] as const

function settingsOf(domain: Domain): Record<(typeof SETTINGS)[number], string | boolean | null> {
  return { ...domain, tracking_subdomain: domain.tracking.at(-1) ?? null }
}

/** Adds a domain as verified and without records, for the initial data of a sandbox. */
export async function addVerifiedDomain(
  tx: Tx,
  { team_id, name, receiving = false }: { team_id: string; name: string; receiving?: boolean },
  verified: Date,
): Promise<void> {
  const asked = { name, region: 'us-east-1', custom_return_path: 'send' } as const
  const made = newDomain(
    { ...asked, open_tracking: false, click_tracking: false },
    { id: tx.newId('domains'), team_id, now: verified },
  )
  const domain: Domain = {
    ...made,
    status: 'verified',
    may_send: true,
    bounces_here: true,
    verified_at: made.created_at,
    receiving,
    checks: receiving ? { [recordKey({ record: 'Receiving', type: 'MX', host: made.name })]: FOUND } : {},
  }
  store.insertDomain(tx, domain)
  store.saveNameHolder(tx, domain, { was_verified: true, now: verified })
}

const FOUND: RecordCheck = { status: 'verified', found: [], problem: null, gone_since: null }

/** Serializes decisions about the owner of a name. */
export function guardName(tx: Tx, name: string): void {
  tx.guard(null, 'domain', name)
}

/** Starts DNS checks of the domain's records, which are repeated for some time. Saves the domain. */
export async function startDnsChecks(tx: Tx, before: Domain, now: Date): Promise<void> {
  const turn = before.turn + 1
  const status = before.status === 'not_started' || before.status === 'failed' ? 'pending' : before.status
  const domain = { ...before, status, turn, asked_at: now.toISOString(), checks: restartedChecks(before) }
  store.saveDomain(tx, domain)
  if (domain.is_placeholder) return
  const { team_id, id: domain_id, name: destination } = domain
  await enqueue(tx, 'check_domain', { team_id, domain_id, turn, destination }, now)
}

/** Removes a domain of a team. Any team may add its name afterwards. */
export async function removeDomain(tx: Tx, domain: Domain, now: Date): Promise<void> {
  guardName(tx, domain.name)
  // before the rows are removed, because the signal's subscribers read the domain's keys
  await recordDomainChange({ tx, now }, 'domain.deleted', domain)
  store.removeDomain(tx, domain)
  if (domain.is_placeholder) endClaimOf(tx, { team_id: domain.team_id, domain_id: domain.id, status: 'canceled' })
  else store.releaseName(tx, domain)
}

export async function recordDomainChange(
  { tx, now }: TimedTx,
  type: 'domain.created' | 'domain.updated' | 'domain.deleted',
  domain: Domain,
  changes?: FieldChanges,
): Promise<void> {
  await record(tx, { type, team_id: domain.team_id, at: now, domain, ...(changes && { changes }) })
}

/** The domain that receives email to this name; `undefined`: email to it is refused. */
export async function findReceivingDomain(
  tx: Tx,
  name: string,
): Promise<{ team_id: string; domain_id: string } | undefined> {
  const holder = await store.findHolder(tx, { name })
  if (!holder) return undefined
  const { team_id, domain_id } = holder
  const domain = await store.findDomain(tx, { team_id, id: domain_id })
  return domain && acceptsMail(domain, holder) ? { team_id, domain_id } : undefined
}

/** Starts checks of a domain's records when the team requests them. */
export async function startVerification({ tx, now }: TimedTx, domain: Domain): Promise<void> {
  await startDnsChecks(tx, domain, now)
  await recordVerification({ tx, now }, domain)
}

export async function recordVerification(
  { tx, now: at }: TimedTx,
  { team_id, id, name }: Pick<Domain, 'team_id' | 'id' | 'name'>,
): Promise<void> {
  await record(tx, { type: 'domain.verification_started', team_id, at, object_id: id, name })
}

/** `findDomainName`: the name of a domain of the team, if it exists. The others are read for each email. */

/**
 * For servers on which domains need not be verified: the names that a team may still not send from, each with its refusal.
 * Another team has verified such a name, or a name above it, and recipients would attribute the email to that team.
 */
export async function findForeignSenders(
  tx: Tx,
  team_id: string,
  of: readonly string[],
): Promise<ReadonlyMap<string, Refusal>> {
  const holders = await store.findVerifiedHolders(tx, of.flatMap(namesAbove))
  if (holders.size === 0) return NO_REFUSALS
  return new Map(
    of.flatMap(name => {
      const verified = foreignName(name, team_id, holders)
      return verified === undefined ? [] : [[name, foreignSenderRefusal(name, verified)] as const]
    }),
  )
}

const NO_REFUSALS: ReadonlyMap<string, Refusal> = new Map()

/**
 * The sender addresses (`from`) among these that the team must not store, each with its refusal (403): another team has
 * verified the domain. Empty while email is only captured, because any sender is accepted then.
 */
export async function findForeignFroms(
  { tx, team_id }: TeamTx,
  froms: readonly string[],
): Promise<ReadonlyMap<string, Refusal>> {
  if (tx.settings.unverified_domains === 'captured' || froms.length === 0) return NO_REFUSALS
  const nameOf = (from: string): string => domainOf(parseAddress(from)?.address ?? '')
  const foreign = await findForeignSenders(tx, team_id, [...new Set(froms.map(nameOf))])
  return new Map(
    froms.flatMap(from => (foreign.has(nameOf(from)) ? [[from, foreign.get(nameOf(from))!] as const] : [])),
  )
}

/**
 * Refuses (403) a sender address that the team must not store. `before`: the stored address, which is not checked again, so
 * that other fields can still be changed after another team verified the domain.
 */
export async function refuseForeignFrom(
  unit: TeamTx,
  from: string | null | undefined,
  before?: string | null,
): Promise<void> {
  if (from === null || from === undefined || from === before) return
  const refused = (await findForeignFroms(unit, [from])).get(from)
  if (refused) throw refused
}

const USE_NOTED_EVERY_MS = 3_600_000

/** Saves when a domain was last used, at most once an hour, and the latest time for which an email from it is scheduled. */
export function recordDomainUse(
  tx: Tx,
  sendings: readonly { sender: store.SendingDomain; scheduled_at: string | null }[],
  now: Date,
): void {
  for (const sender of new Set(sendings.map(each => each.sender))) {
    const last = sendings
      .flatMap(each => (each.sender === sender ? (each.scheduled_at ?? []) : []))
      .toSorted()
      .at(-1)
    const isLater = last !== undefined && last > (sender.scheduled_until ?? '')
    const isDue = sender.used_at === null || now.getTime() - Date.parse(sender.used_at) >= USE_NOTED_EVERY_MS
    if (!isLater && !isDue) continue
    const scheduled_until = isLater ? last : sender.scheduled_until
    store.saveDomainUse(tx, { team_id: sender.team_id, id: sender.id, used_at: now.toISOString(), scheduled_until })
  }
}

/** The TLS setting for email of a domain; `enforced`: sent over TLS or not at all. */
export async function findTlsMode(tx: Tx, team_id: string, name: string): Promise<'opportunistic' | 'enforced'> {
  return (await store.findSendingDomain(tx, { team_id, name }))?.tls ?? 'opportunistic'
}

/** `undefined`: nothing is tracked. */
export async function findTrackingOf(tx: Tx, team_id: string, name: string): Promise<DomainTracking | undefined> {
  const domain = await store.findDomainByName(tx, { team_id, name })
  return domain && trackingOf(domain)
}

/**
 * Whether a host is a tracking host of a domain and nothing else. Only verified domains count: a name that leads to this server
 * may also be one of its own addresses.
 */
export async function isTrackingHost(tx: Tx, host: string): Promise<boolean> {
  for (const name of domainsAbove(host)) {
    const holder = await store.findHolder(tx, { name })
    if (!holder?.was_verified) continue
    const domain = await store.findDomain(tx, { team_id: holder.team_id, id: holder.domain_id })
    if (domain && trackingHostsOf(domain).includes(host)) return true
  }
  return false
}

/** The host of a domain's return path; `undefined` unless its records lead to this server. */
export async function findReturnPathHost(tx: Tx, team_id: string, name: string): Promise<string | undefined> {
  const domain = await store.findSendingDomain(tx, { team_id, name })
  return domain?.may_send && domain.bounces_here ? `${domain.return_path}.${domain.name}` : undefined
}
