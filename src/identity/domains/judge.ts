// Compares the records in DNS with the expected ones, and describes a difference as an instruction.
import type { DnsAnswer, DnsRecords } from '../../base/net/dns.ts'
import type { ExpectedRecord } from './records.ts'

/** The answer of DNS for one name. */
export type Said = DnsAnswer<ExpectedRecord['type']>

/** The answer for a name at which a record ends up after a typical mistake. */
export interface Slipped {
  host: string
  slip: 'doubled' | 'above'
  said: Said
}

export interface Judged {
  /** `unknown`: DNS did not answer. */
  outcome: 'right' | 'wrong' | 'missing' | 'unknown'
  found: string[]
  problem: string | null
}

const FOUND_MAX = 5
const FOUND_LENGTH_MAX = 600

export function judged(expected: ExpectedRecord, said: Said, slips: readonly Slipped[] = []): Judged {
  if ('trouble' in said)
    return { outcome: 'unknown', found: [], problem: `DNS could not be asked: ${said.trouble}. It is asked again.` }
  if ('none' in said) return missing(expected, slips)
  if (expected.type === 'MX') return mailExchange(expected, said.found as DnsRecords['MX'][])
  const texts = said.found as string[]
  if (expected.type === 'CNAME') return alias(expected, texts)
  if (expected.record === 'DKIM') return dkimKey(expected, texts, slips)
  if (expected.record === 'DMARC') return policy(expected, texts)
  return senderPolicy(expected, texts, slips)
}

function missing(expected: ExpectedRecord, slips: readonly Slipped[]): Judged {
  const slipped = slips.find(({ said }) => 'found' in said && isMeant(expected, said))
  const problem = slipped ? slipWords(expected, slipped) : `There is no ${expected.type} record at ${expected.host}.`
  return { outcome: 'missing', found: [], problem }
}

/** Whether the misplaced record is the expected one: the name may legitimately have a record of its own. */
function isMeant(expected: ExpectedRecord, said: Said): boolean {
  return judged(expected, said).outcome === 'right'
}

function slipWords({ type, host }: ExpectedRecord, { host: at, slip }: Slipped): string {
  if (slip === 'above')
    return `The ${type} record is at ${at} and belongs at ${host}: enter its name with the subdomain.`
  return `The name is doubled: the ${type} record is at ${at}. Enter its name without the domain, as your provider adds that.`
}

function shownTexts(texts: readonly string[]): string[] {
  return texts
    .slice(0, FOUND_MAX)
    .map(text => (text.length > FOUND_LENGTH_MAX ? `${text.slice(0, FOUND_LENGTH_MAX)}…` : text))
}

function right(texts: readonly string[]): Judged {
  return { outcome: 'right', found: shownTexts(texts), problem: null }
}

function wrong(texts: readonly string[], problem: string): Judged {
  return { outcome: 'wrong', found: shownTexts(texts), problem }
}

// ---- MX and CNAME -------------------------------------------------------------------------------------------------

function mailExchange({ value, priority, record }: ExpectedRecord, all: readonly DnsRecords['MX'][]): Judged {
  const sorted = all.toSorted((one, other) => one.priority - other.priority)
  const texts = sorted.map(each => `${each.priority} ${each.exchange}`)
  const ours = sorted.find(({ exchange }) => exchange === value)
  const first = sorted[0]!
  if (!ours) {
    const doubled = sorted.find(({ exchange }) => exchange.startsWith(`${value}.`))
    if (doubled) return wrong(texts, `The value is ${doubled.exchange}: enter it with a dot at its end, as ${value}.`)
    return wrong(texts, `The MX record is ${first.exchange} and should be ${value} with priority ${priority}.`)
  }
  if (first.priority < ours.priority)
    return wrong(
      texts,
      `Mail goes to ${first.exchange} first, as its number is lower: give ${value} the lowest priority number.`,
    )
  if (record === 'SPF' && sorted.length > 1)
    return wrong(texts, `There are ${sorted.length} MX records: leave only ${value}, or bounces get lost.`)
  return right(texts)
}

function alias({ value }: ExpectedRecord, texts: readonly string[]): Judged {
  if (texts.includes(value)) return right(texts)
  const [first] = texts
  if (first!.startsWith(`${value}.`))
    return wrong(texts, `The value is ${first}: enter it with a dot at its end, as ${value}.`)
  return wrong(texts, `The CNAME record leads to ${first} and should lead to ${value}.`)
}

// ---- texts --------------------------------------------------------------------------------------------------------

/** Quotes that are part of the value because they were entered in addition to the provider's own. */
const QUOTES = /^\s*["“”'].*["“”']\s*$/

function quoted(texts: readonly string[]): string | undefined {
  return texts.some(text => QUOTES.test(text)) ? 'The value has quotes around it: enter it without them.' : undefined
}

function senderPolicy(expected: ExpectedRecord, texts: readonly string[], slips: readonly Slipped[]): Judged {
  const policies = texts.filter(text => /^v=spf1(?: |$)/i.test(text.trim()))
  if (policies.length > 1)
    return wrong(policies, `There are two SPF records, of which none counts (RFC 7208 4.5): make one of them.`)
  if (policies.length === 0) {
    const words = texts.some(text => QUOTES.test(text) && /v=spf1/i.test(text)) ? quoted(texts) : undefined
    return words === undefined ? missing(expected, slips) : wrong(texts, words)
  }
  const terms = policies[0]!.trim().toLowerCase().split(/\s+/)
  const ours = expected.value.split(' ')[1]!
  const at = terms.findIndex(term => term.replace(/^\+/, '') === ours)
  const end = terms.findIndex(term => /^[+?~-]?all$/.test(term))
  if (at === -1) return wrong(policies, `The SPF record lacks ${ours}: add it before its last part.`)
  if (end !== -1 && end < at)
    return wrong(policies, `In the SPF record ${ours} stands behind ${terms[end]}, where it does not count.`)
  if (terms[end] === 'all' || terms[end] === '+all')
    return wrong(
      policies,
      `The SPF record ends with ${terms[end]}, which lets any server send for the domain: say ~all.`,
    )
  return right(policies)
}

function dkimKey(expected: ExpectedRecord, texts: readonly string[], slips: readonly Slipped[]): Judged {
  const key = expected.key!
  if (texts.length > 1) return wrong(texts, `There are ${texts.length} TXT records at ${expected.host}: leave one.`)
  const text = texts[0]!
  if (QUOTES.test(text)) return wrong(texts, quoted(texts)!)
  const tags = tagsOf(text)
  const given = tags.get('p')?.replaceAll(/\s/g, '')
  if (given === undefined) {
    // probably the record of a wildcard, which DNS returns for every name
    return tags.size === 0 || /^v=spf1/i.test(text)
      ? missing(expected, slips)
      : wrong(texts, 'The record has no p=: enter the whole value.')
  }
  if (given === '') return wrong(texts, 'The key is empty, which says that it is revoked: enter the whole value.')
  const kind = (tags.get('k') ?? 'rsa').toLowerCase()
  if (kind !== key.algorithm) return wrong(texts, `The record says k=${kind} and should say k=${key.algorithm}.`)
  if (given !== key.public_key) return wrong(texts, differenceOf(given, key.public_key))
  if (tags.has('v') && tags.get('v') !== 'DKIM1') return wrong(texts, 'The record should begin with v=DKIM1.')
  if (
    tags.has('h') &&
    !tags
      .get('h')!
      .split(':')
      .some(each => each.trim().toLowerCase() === 'sha256')
  )
    return wrong(texts, 'The record says h= without sha256: leave h= out.')
  return right(texts)
}

function differenceOf(given: string, key: string): string {
  if (key.startsWith(given)) {
    const words = `The key is cut off after ${given.length} of ${key.length} characters`
    return `${words}: enter all of it; where a provider takes 255 characters at once, in several quoted parts.`
  }
  let at = 0
  while (at < given.length && given[at] === key[at]) at++
  const both = `(${shownPart(given, at)} instead of ${shownPart(key, at)})`
  if (at < 8)
    return `The key is another one ${both}: enter this value in place of that of another domain, or of an older key.`
  return `The key differs at its character ${at + 1} ${both}: enter it anew.`
}

function shownPart(key: string, at: number): string {
  return JSON.stringify(key.slice(at, at + 8))
}

function policy(expected: ExpectedRecord, texts: readonly string[]): Judged {
  const policies = texts.filter(text => /^v=DMARC1\s*(?:;|$)/.test(text.trim()))
  if (policies.length > 1)
    return wrong(policies, 'There are two DMARC records, of which none counts (RFC 7489 6.6.3): leave one.')
  if (policies.length === 0) {
    const words = quoted(texts.filter(text => /v=DMARC1/i.test(text)))
    return words === undefined ? missing(expected, []) : wrong(texts, words)
  }
  const asks = tagsOf(policies[0]!).get('p')?.toLowerCase()
  if (asks === undefined || !['none', 'quarantine', 'reject'].includes(asks))
    return wrong(policies, 'The DMARC record says no p=none, p=quarantine or p=reject.')
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
