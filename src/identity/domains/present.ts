// Domains in the form of API responses.
import type { Schemas } from '../../../generated/api.ts'
import { relativeName } from './names.ts'
import {
  dkimRecords,
  dmarcRecordOf,
  type DomainSettings,
  type ExpectedRecord,
  recordKey,
  expectedRecords,
  recordStatus,
} from './records.ts'
import type { Domain, DomainKey, ListedDomain } from './store.ts'
import { RETIRING_MS } from './verdict.ts'

/** A domain in a list. */
export function domainItem(domain: ListedDomain): Schemas['DomainItem'] {
  const { id, name, status, created_at, region, open_tracking, click_tracking, tracking, sending, receiving } = domain
  const tracking_subdomain = tracking.at(-1)
  return {
    id,
    name,
    status,
    created_at,
    region,
    open_tracking,
    click_tracking,
    ...(tracking_subdomain !== undefined && { tracking_subdomain }),
    capabilities: { sending: ability(sending), receiving: ability(receiving) },
  }
}

const ability = (is_enabled: boolean): Schemas['DomainCapability'] => (is_enabled ? 'enabled' : 'disabled')

export function domainResponse(
  domain: Domain,
  keys: readonly DomainKey[],
  settings: DomainSettings,
): Schemas['CreatedDomain'] {
  return {
    ...domainItem(domain),
    records: expectedRecords(domain, keys, settings).map(record => domainRecordItem(domain, record)),
    dmarc: domainRecordItem(domain, dmarcRecordOf(domain)),
    checked_at: domain.checked_at,
  }
}

/** A key, with the state of its replacement. */
export interface KeyView extends Pick<DomainKey, 'algorithm' | 'state' | 'created_at'> {
  host: string
  /** Until when its record has to stay in DNS; `null`: the key is not being replaced. */
  needed_until: string | null
}

type CreatedDomain = Schemas['CreatedDomain']

/** A domain on a page, with fields that the public API does not have. */
export interface DomainView
  extends CreatedDomain, Pick<Domain, 'tls' | 'is_placeholder' | 'may_send' | 'bounces_here'> {
  keys: KeyView[]
}

export function domainView(domain: Domain, keys: readonly DomainKey[], settings: DomainSettings): DomainView {
  const { tls, is_placeholder, may_send, bounces_here } = domain
  const stands = { tls, is_placeholder, may_send, bounces_here }
  return { ...domainResponse(domain, keys, settings), ...stands, keys: keys.map(key => keyView(domain.name, key)) }
}

function keyView(name: string, key: DomainKey): KeyView {
  const { algorithm, state, created_at, retired_at } = key
  const needed_until = retired_at === null ? null : new Date(Date.parse(retired_at) + RETIRING_MS).toISOString()
  return { algorithm, state, created_at, host: dkimRecords(name, [key])[0]!.host, needed_until }
}

export function domainRecordItem(domain: Domain, expected: ExpectedRecord): Schemas['DomainRecord'] {
  const { record, type, host, value, priority, required } = expected
  const check = domain.checks[recordKey(expected)]
  return {
    record,
    name: relativeName(host, domain.name),
    type,
    ttl: 'Auto',
    status: recordStatus(domain, expected),
    value,
    ...(priority !== undefined && { priority }),
    host,
    required,
    found: check?.found ?? [],
    problem: expected.fault ?? retirement(expected) ?? check?.problem ?? null,
  }
}

/** For the record of an old key: explains that it is still required. */
function retirement({ key }: ExpectedRecord): string | undefined {
  if (key?.state !== 'retiring') return undefined
  return 'A newer key is in use. Keep this record for 7 days, because email signed with it may still be in transit.'
}
