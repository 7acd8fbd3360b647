// Bounces written for people only: the server sends no fields and names the recipient in a header or in the text.
import { truncate } from '../../../base/text/length.ts'
import { parseReportedAddress } from './fields.ts'
import type { ReportedRecipient, ReportMail } from './report-types.ts'

const RECIPIENTS_MAX = 50
const LINES_MAX = 400
const LINE_MAX = 1000
const WORDS_MAX = 500
const WORDS_LINES = 8

/** Senders of bounces. Out-of-office replies have the person's own address instead. */
const DAEMON = /mailer-?daemon|postmaster|mail.?delivery|mail.?system|mdaemon|no-?reply.{0,20}bounce/i

/** Phrases for a delivery that is still being retried. */
const DELAYED = /\b(?:delayed|warning|still being retried|will (?:be retried|retry|continue)|not yet been delivered)\b/i

/** The line that separates the bounce's text from the copy of the returned message. */
const COPY =
  /^--.*(?:copy of|original message|below this line|returned message|message headers)|^(?:------ |--- )|^(?:return-path|received|content-type): /i

const NAMED =
  /^\W{0,4}<?([^\s<>@:;,"()]{1,64}@[^\s<>@:;,"()]{2,190}[^\s<>@:;,"().])>?\s*(?:[:;,]|\.{3}|\.?$|\.\s|\s[-(]|\sfailed|\swas)/

export function parseWordedBounce(mail: ReportMail): ReportedRecipient[] {
  const failed = headerOf(mail, 'x-failed-recipients')
  const from = `${headerOf(mail, 'from') ?? ''} ${headerOf(mail, 'sender') ?? ''}`
  const isQmail = /^\s*hi\. this is the .{1,60} program at /i.test(mail.text)
  if (failed === undefined && !isQmail && !DAEMON.test(from)) return []
  const lines = wordsIn(mail.text)
  const named =
    failed === undefined ? namedIn(lines) : failed.split(',').flatMap(each => parseReportedAddress(each) ?? [])
  const isDelay = failed === undefined && DELAYED.test(`${mail.subject} ${lines.slice(0, WORDS_LINES).join(' ')}`)
  return [...new Set(named)].slice(0, RECIPIENTS_MAX).flatMap(address => {
    const words = saidOf(address, lines, named.length === 1)
    const code = parseReplyCode(words)
    // without an SMTP reply or such a header, any message that contains an address would count
    if (failed === undefined && !isQmail && code === null && !REFUSING.test(words)) return []
    const outcome = isDelay ? ('delivery_delayed' as const) : ('bounced' as const)
    return [{ addresses: [address], outcome, code, words }]
  })
}

const REFUSING =
  /unknown|not exist|doesn.t exist|no such|not found|undeliverable|(?:could|was|were)(?: not|n.t) (?:be )?(?:delivered|found)|reject|refus|unrouteable|invalid|full|quota|\b[45]\.\d{1,3}\.\d{1,3}\b/i

/** The SMTP reply code in a person's or a server's text; `null` if it contains none. */
export function parseReplyCode(words: string): number | null {
  const code = /(?<![\d.])[45]\d\d(?=[ :)-])/.exec(words)?.[0]
  return code === undefined ? null : Number(code)
}

/** The part of a bounce's text about its only recipient; empty if there is none. */
export function textAboutRecipient(address: string, text: string): string {
  return saidOf(address, wordsIn(text), true)
}

function headerOf({ headers }: ReportMail, wanted: string): string | undefined {
  return headers.find(({ name }) => name === wanted)?.value
}

/** The lines before the returned message. */
function wordsIn(text: string): string[] {
  const lines = text.split(/\r?\n/, LINES_MAX).map(line => line.slice(0, LINE_MAX))
  const end = lines.findIndex((line, index) => index > 0 && COPY.test(line))
  return end === -1 ? lines : lines.slice(0, end)
}

/** The addresses at the start of lines, otherwise those in sentences about a delivery. */
function namedIn(lines: readonly string[]): string[] {
  const named = lines.flatMap(line => parseReportedAddress(NAMED.exec(line)?.[1]) ?? [])
  if (named.length > 0) return named
  const sentences = lines.filter(line => /deliver|recipient|fail|reach/i.test(line))
  return sentences.flatMap(line => (line.match(ADDRESS) ?? []).flatMap(each => parseReportedAddress(each) ?? []))
}

const ADDRESS = /(?<![^\s<>:;,"()[\]])[^\s<>@:;,"()[\]]{1,64}@[^\s<>@:;,"()[\]]{1,190}[^\s<>@:;,"()[\].]/g

/**
 * The part of the lines about the address: where it is named with a reply code, else with a reason, else where it first occurs.
 */
function saidOf(address: string, lines: readonly string[], isOnly: boolean): string {
  const places = lines.flatMap((line, at) => (line.toLowerCase().includes(address) ? [at] : []))
  const said = places.slice(0, MENTIONS_MAX).map(at => saidAt(at, lines))
  const withCode = said.find(words => parseReplyCode(words) !== null)
  if (withCode !== undefined) return withCode
  const words = said.find(each => REFUSING.test(each)) ?? said[0] ?? ''
  const reply = isOnly && places.length > 0 ? lines.slice(places[0]).find(line => REPLY.test(line)) : undefined
  return reply === undefined ? words : truncate(`${reply.trim()} ${words}`, WORDS_MAX)
}

const MENTIONS_MAX = 10
/** A line with an SMTP reply, which can be separate from the address. */
const REPLY = /^\W{0,9}[45]\d\d[ :-]/

/** The lines from this one up to an empty line or a line that names another address. */
function saidAt(at: number, lines: readonly string[]): string {
  const [first, ...rest] = lines.slice(at, at + WORDS_LINES)
  const end = rest.findIndex((line, index) => (line.trim() === '' && index > 0) || NAMED.test(line))
  const said = [first!.replace(NAMED, ''), ...rest.slice(0, end === -1 ? undefined : end)]
  return truncate(
    said
      .map(line => line.trim())
      .filter(Boolean)
      .join(' '),
    WORDS_MAX,
  )
}
