// The records that DNS is to have for a domain.
import { mailHostFault, registrableOf } from './names.ts'
import type { Check, Domain, DomainKey } from './store.ts'

/** What the records of all domains say of this server. */
export interface DomainSettings {
  /** The name of this server among mail servers. */
  mail_host: string
  /** Whose senders may send for a domain, when it is not this server that sends, but a relay. */
  spf_include: string | undefined
  /**
   * Whether this server takes bounces (`SMTP_IN_PORT`). Without it mail leaves with the sender's own address, so nothing
   * goes to the return path of a domain, and its records are not needed.
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
  /** What keeps it from being right wherever it is entered, and what an operator does about it. */
  fault?: string
  /** The key of a DKIM record, which changes with what comes of it. */
  key?: Pick<DomainKey, 'id' | 'algorithm' | 'state' | 'public_key'>
}

const MX_PRIORITY = 10

type RecordId = Pick<ExpectedRecord, 'record' | 'type' | 'host'>

/** By which a check of the record is found again. */
export function idOfRecord({ record, type, host }: RecordId): string {
  return `${record} ${type} ${host}`
}

/** How it stands with a record, as far as it was looked at. */
export function statusOf({ checks, asked_at }: Pick<Domain, 'checks' | 'asked_at'>, of: RecordId): Check['status'] {
  return checks[idOfRecord(of)]?.status ?? (asked_at === null ? 'not_started' : 'pending')
}

/** What is gone for a while counts as there. */
export function isThere(status: Check['status']): boolean {
  return status === 'verified' || status === 'temporary_failure'
}

/** In the order in which they are shown. */
export function recordsOf(domain: Domain, keys: readonly DomainKey[], settings: DomainSettings): ExpectedRecord[] {
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

/** With those of what is disabled. */
export function everyRecordOf(domain: Domain, keys: readonly DomainKey[], settings: DomainSettings): ExpectedRecord[] {
  return recordsOf({ ...domain, sending: true, receiving: true }, keys, settings)
}

/** It stands at the registrable domain, where it counts for all below. */
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
    // the key of the other kind is for those who can verify it (RFC 8463), and a new one counts when it is found
    required: algorithm === 'rsa' && state === (inUse ? 'active' : 'new'),
    key: { id, algorithm, state, public_key },
  }))
}

/** The part of an SPF record that lets this server, or its relay, send. */
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

/** Of what leads to this server. */
function faultOf({ mail_host }: DomainSettings): Pick<ExpectedRecord, 'fault'> {
  const fault = mailHostFault(mail_host)
  return fault === undefined ? {} : { fault }
}
