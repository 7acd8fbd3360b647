// The DNS records that a domain requires.
import { mailHostFault, registrableOf } from './names.ts'
import type { RecordCheck, Domain, DomainKey } from './store.ts'

/** This server's values in the DNS records of all domains. */
export interface DomainSettings {
  /** The host name of this server for other mail servers. */
  mail_host: string
  /** The domain of the relay's SPF record, if email is sent through a relay. */
  spf_include: string | undefined
  /**
   * Whether this server receives bounces (`SMTP_IN_PORT`). Without it, email is sent with the sender's own address, so nothing
   * is returned to the return path of a domain, and its records are not required.
   */
  takes_bounces: boolean
}

export interface ExpectedRecord {
  record: 'DKIM' | 'SPF' | 'Receiving' | 'Tracking' | 'DMARC'
  type: 'TXT' | 'MX' | 'CNAME'
  host: string
  value: string
  priority?: number
  required: boolean
  /** Why the record cannot work wherever it is entered, and how an operator can fix that. */
  fault?: string
  /** The key of a DKIM record; its state changes with the outcome of checks. */
  key?: Pick<DomainKey, 'id' | 'algorithm' | 'state' | 'public_key'>
}

const MX_PRIORITY = 10

type RecordId = Pick<ExpectedRecord, 'record' | 'type' | 'host'>

/** The key of a record's check in `checks`. */
export function recordKey({ record, type, host }: RecordId): string {
  return `${record} ${type} ${host}`
}

/** The status of a record, if it was checked. */
export function recordStatus(
  { checks, asked_at }: Pick<Domain, 'checks' | 'asked_at'>,
  of: RecordId,
): RecordCheck['status'] {
  return checks[recordKey(of)]?.status ?? (asked_at === null ? 'not_started' : 'pending')
}

/** A record that disappeared recently still counts as present. */
export function isPresent(status: RecordCheck['status']): boolean {
  return status === 'verified' || status === 'temporary_failure'
}

/** The records of a domain, in display order. */
export function expectedRecords(
  domain: Domain,
  keys: readonly DomainKey[],
  settings: DomainSettings,
): ExpectedRecord[] {
  const { name } = domain
  const sending = domain.sending ? [...dkimRecords(name, keys), ...returnPathRecords(domain, settings)] : []
  const receiving: ExpectedRecord[] = domain.receiving
    ? [{ record: 'Receiving', ...mx(name, settings), required: true }]
    : []
  const tracking = domain.tracking.map((label): ExpectedRecord => ({
    record: 'Tracking',
    type: 'CNAME',
    host: `${label}.${name}`,
    value: settings.mail_host,
    required: false,
    ...faultOf(settings),
  }))
  return [...sending, ...receiving, ...tracking]
}

/** Includes the records of disabled capabilities. */
export function allRecordsOf(domain: Domain, keys: readonly DomainKey[], settings: DomainSettings): ExpectedRecord[] {
  return expectedRecords({ ...domain, sending: true, receiving: true }, keys, settings)
}

/** The DMARC record is expected at the registrable domain, where it applies to all names below. */
export function dmarcRecordOf({ name }: Pick<Domain, 'name'>): ExpectedRecord {
  const host = `_dmarc.${registrableOf(name) ?? name}`
  return { record: 'DMARC', type: 'TXT', host, value: 'v=DMARC1; p=none', required: false }
}

export function dkimRecords(name: string, keys: readonly DomainKey[]): ExpectedRecord[] {
  const inUse = keys.some(({ algorithm, state }) => algorithm === 'rsa' && state === 'active')
  return keys.map(({ id, selector, algorithm, public_key, state }) => ({
    record: 'DKIM',
    type: 'TXT',
    host: `${selector}._domainkey.${name}`,
    value: `v=DKIM1; k=${algorithm}; p=${public_key}`,
    // ed25519 is optional, for receivers that can verify it (RFC 8463). A new key is required only until one is active
    required: algorithm === 'rsa' && state === (inUse ? 'active' : 'new'),
    key: { id, algorithm, state, public_key },
  }))
}

/** The term of an SPF record that authorizes this server, or its relay. */
export function spfTermOf({ spf_include, mail_host }: DomainSettings): string {
  return spf_include === undefined ? `a:${mail_host}` : `include:${spf_include}`
}

function returnPathRecords({ name, return_path }: Domain, settings: DomainSettings): ExpectedRecord[] {
  const host = `${return_path}.${name}`
  const { spf_include, takes_bounces: required } = settings
  return [
    { record: 'SPF', ...mx(host, settings), required },
    {
      record: 'SPF',
      type: 'TXT',
      host,
      value: `v=spf1 ${spfTermOf(settings)} ~all`,
      required,
      ...(spf_include === undefined && faultOf(settings)),
    },
  ]
}

function mx(
  host: string,
  settings: DomainSettings,
): Pick<ExpectedRecord, 'type' | 'host' | 'value' | 'priority' | 'fault'> {
  return { type: 'MX', host, value: settings.mail_host, priority: MX_PRIORITY, ...faultOf(settings) }
}

/** For records that lead to this server. */
function faultOf({ mail_host }: DomainSettings): Pick<ExpectedRecord, 'fault'> {
  const fault = mailHostFault(mail_host)
  return fault === undefined ? {} : { fault }
}
