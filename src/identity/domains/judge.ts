// Compares the records in DNS with the expected ones, and describes a difference as an instruction.
import type { DnsAnswer, DnsRecords } from '../../base/net/dns.ts'
import type { ExpectedRecord } from './records.ts'

/** The answer of DNS for one name. */
export type RecordAnswer = DnsAnswer<ExpectedRecord['type']>

/** The answer for a name at which a record ends up after a typical mistake. */
export interface MisplacedAnswer {
  host: string
  slip: 'doubled' | 'above'
  said: RecordAnswer
}

export interface RecordJudgement {
  /** `unknown`: DNS did not answer. */
  outcome: 'right' | 'wrong' | 'missing' | 'unknown'
  found: string[]
  problem: string | null
}

const FOUND_MAX = 5
const FOUND_LENGTH_MAX = 600

export function judgeRecord(
  expected: ExpectedRecord,
  said: RecordAnswer,
  slips: readonly MisplacedAnswer[] = [],
): RecordJudgement {
  if ('trouble' in said)
    return { outcome: 'unknown', found: [], problem: `The DNS lookup failed: ${said.trouble}. It will be retried.` }
  if ('none' in said) return missing(expected, slips)
  if (expected.type === 'MX') return mailExchange(expected, said.found as DnsRecords['MX'][])
  const texts = said.found as string[]
  if (expected.type === 'CNAME') return alias(expected, texts)
  if (expected.record === 'DKIM') return dkimKey(expected, texts, slips)
  if (expected.record === 'DMARC') return policy(expected, texts)
  return senderPolicy(expected, texts, slips)
}

function missing(expected: ExpectedRecord, slips: readonly MisplacedAnswer[]): RecordJudgement {
  const slipped = slips.find(({ said }) => 'found' in said && isMeant(expected, said))
  const problem = slipped ? slipWords(expected, slipped) : `No ${expected.type} record at ${expected.host}.`
  return { outcome: 'missing', found: [], problem }
}

/** Whether the misplaced record is the expected one: the name may legitimately have a record of its own. */
function isMeant(expected: ExpectedRecord, said: RecordAnswer): boolean {
  return judgeRecord(expected, said).outcome === 'right'
}

function slipWords({ type, host }: ExpectedRecord, { host: at, slip }: MisplacedAnswer): string {
  if (slip === 'above')
    return `The ${type} record is at ${at}, but must be at ${host}. Enter its name with the subdomain.`
  return `The ${type} record is at ${at}. Enter its name without the domain, because your DNS provider adds it.`
}

function shownTexts(texts: readonly string[]): string[] {
  return texts
    .slice(0, FOUND_MAX)
    .map(text => (text.length > FOUND_LENGTH_MAX ? `${text.slice(0, FOUND_LENGTH_MAX)}…` : text))
}

function right(texts: readonly string[]): RecordJudgement {
  return { outcome: 'right', found: shownTexts(texts), problem: null }
}

function wrong(texts: readonly string[], problem: string): RecordJudgement {
  return { outcome: 'wrong', found: shownTexts(texts), problem }
}

// ---- MX and CNAME -------------------------------------------------------------------------------------------------

function mailExchange({ value, priority, record }: ExpectedRecord, all: readonly DnsRecords['MX'][]): RecordJudgement {
  const sorted = all.toSorted((one, other) => one.priority - other.priority)
  const texts = sorted.map(each => `${each.priority} ${each.exchange}`)
  const ours = sorted.find(({ exchange }) => exchange === value)
  const first = sorted[0]!
  if (!ours) {
    const doubled = sorted.find(({ exchange }) => exchange.startsWith(`${value}.`))
    if (doubled) return wrong(texts, `The value is ${doubled.exchange}. Enter it with a trailing dot: ${value}.`)
    return wrong(texts, `The MX record is ${first.exchange}, but must be ${value} with priority ${priority}.`)
  }
  if (first.priority < ours.priority)
    return wrong(
      texts,
      `Mail is delivered to ${first.exchange} first because its priority number is lower. Give ${value} the lowest priority number.`,
    )
  if (record === 'SPF' && sorted.length > 1)
    return wrong(texts, `Found ${sorted.length} MX records. Keep only ${value}; otherwise bounces are lost.`)
  return right(texts)
}

function alias({ value }: ExpectedRecord, texts: readonly string[]): RecordJudgement {
  if (texts.includes(value)) return right(texts)
  const [first] = texts
  if (first!.startsWith(`${value}.`))
    return wrong(texts, `The value is ${first}. Enter it with a trailing dot: ${value}.`)
  return wrong(texts, `The CNAME record points to ${first}, but must point to ${value}.`)
}

// ---- texts --------------------------------------------------------------------------------------------------------

/** Quotes that are part of the value because they were entered in addition to the provider's own. */
const QUOTES = /^\s*["“”'].*["“”']\s*$/

function quoted(texts: readonly string[]): string | undefined {
  return texts.some(text => QUOTES.test(text)) ? 'The value has quotes around it. Enter it without them.' : undefined
}

function senderPolicy(
  expected: ExpectedRecord,
  texts: readonly string[],
  slips: readonly MisplacedAnswer[],
): RecordJudgement {
  const policies = texts.filter(text => /^v=spf1(?: |$)/i.test(text.trim()))
  if (policies.length > 1)
    return wrong(policies, `Found two SPF records, so both are ignored (RFC 7208 4.5). Merge them into one.`)
  if (policies.length === 0) {
    const words = texts.some(text => QUOTES.test(text) && /v=spf1/i.test(text)) ? quoted(texts) : undefined
    return words === undefined ? missing(expected, slips) : wrong(texts, words)
  }
  const terms = policies[0]!.trim().toLowerCase().split(/\s+/)
  const ours = expected.value.split(' ')[1]!
  const at = terms.findIndex(term => term.replace(/^\+/, '') === ours)
  const end = terms.findIndex(term => /^[+?~-]?all$/.test(term))
  if (at === -1) return wrong(policies, `The SPF record does not contain ${ours}. Add it before the last term.`)
  if (end !== -1 && end < at)
    return wrong(
      policies,
      `In the SPF record, ${ours} is after ${terms[end]}, where it has no effect. Move it before ${terms[end]}.`,
    )
  if (terms[end] === 'all' || terms[end] === '+all')
    return wrong(
      policies,
      `The SPF record ends with ${terms[end]}, which allows any server to send for the domain. Use ~all.`,
    )
  return right(policies)
}

function dkimKey(
  expected: ExpectedRecord,
  texts: readonly string[],
  slips: readonly MisplacedAnswer[],
): RecordJudgement {
  const key = expected.key!
  if (texts.length > 1) return wrong(texts, `Found ${texts.length} TXT records at ${expected.host}. Keep only one.`)
  const text = texts[0]!
  if (QUOTES.test(text)) return wrong(texts, quoted(texts)!)
  const tags = tagsOf(text)
  const given = tags.get('p')?.replaceAll(/\s/g, '')
  if (given === undefined) {
    // probably the record of a wildcard, which DNS returns for every name
    return tags.size === 0 || /^v=spf1/i.test(text)
      ? missing(expected, slips)
      : wrong(texts, 'The record has no p=. Enter the entire value.')
  }
  if (given === '') return wrong(texts, 'The key is empty, which means that it is revoked. Enter the entire value.')
  const kind = (tags.get('k') ?? 'rsa').toLowerCase()
  if (kind !== key.algorithm) return wrong(texts, `The record has k=${kind}, but must have k=${key.algorithm}.`)
  if (given !== key.public_key) return wrong(texts, differenceOf(given, key.public_key))
  if (tags.has('v') && tags.get('v') !== 'DKIM1') return wrong(texts, 'The record must begin with v=DKIM1.')
  if (
    tags.has('h') &&
    !tags
      .get('h')!
      .split(':')
      .some(each => each.trim().toLowerCase() === 'sha256')
  )
    return wrong(texts, 'The record has h= without sha256. Remove h=.')
  return right(texts)
}

function differenceOf(given: string, key: string): string {
  if (key.startsWith(given)) {
    const words = `The key is truncated after ${given.length} of ${key.length} characters`
    return `${words}. Enter the entire key. If your DNS provider limits values to 255 characters, split it into several quoted strings.`
  }
  let at = 0
  while (at < given.length && given[at] === key[at]) at++
  const both = `(${shownPart(given, at)} instead of ${shownPart(key, at)})`
  if (at < 8)
    return `The record contains another key ${both}, possibly of another domain or an older one. Replace it with this value.`
  return `The key differs at character ${at + 1} ${both}. Enter it again.`
}

function shownPart(key: string, at: number): string {
  return JSON.stringify(key.slice(at, at + 8))
}

function policy(expected: ExpectedRecord, texts: readonly string[]): RecordJudgement {
  const policies = texts.filter(text => /^v=DMARC1\s*(?:;|$)/.test(text.trim()))
  if (policies.length > 1)
    return wrong(policies, 'Found two DMARC records, so both are ignored (RFC 7489 6.6.3). Keep only one.')
  if (policies.length === 0) {
    const words = quoted(texts.filter(text => /v=DMARC1/i.test(text)))
    return words === undefined ? missing(expected, []) : wrong(texts, words)
  }
  const asks = tagsOf(policies[0]!).get('p')?.toLowerCase()
  if (asks === undefined || !['none', 'quarantine', 'reject'].includes(asks))
    return wrong(policies, 'The DMARC record must contain p=none, p=quarantine or p=reject.')
  return right(policies)
}

/** RFC 6376 3.2 */
function tagsOf(text: string): Map<string, string> {
  const pairs = text.split(';').flatMap(part => {
    const at = part.indexOf('=')
    return at === -1 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as const]
  })
  return new Map(pairs)
}
