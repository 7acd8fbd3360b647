// Bounces written for people only: the server sends no fields, and names the recipient in a header or in the text.
import { shortened } from '../../../base/text/length.ts'
import { bareAddress } from './fields.ts'
import type { ReportedRecipient, ReportMail } from './reported.ts'

const RECIPIENTS_MAX = 50
const LINES_MAX = 400
const LINE_MAX = 1000
const WORDS_MAX = 500
const WORDS_LINES = 8

/** Senders of bounces. A notice of absence comes from the person's own address instead. */
const DAEMON = /mailer-?daemon|postmaster|mail.?delivery|mail.?system|mdaemon|no-?reply.{0,20}bounce/i

/** Words for a delivery that is still tried. */
const DELAYED = /\b(?:delayed|warning|still being retried|will (?:be retried|retry|continue)|not yet been delivered)\b/i

/** The line where the bounce's text ends and the copy of the returned mail begins. */
const COPY =
  /^--.*(?:copy of|original message|below this line|returned message|message headers)|^(?:------ |--- )|^(?:return-path|received|content-type): /i

const NAMED =
  /^\W{0,4}<?([^\s<>@:;,"()]{1,64}@[^\s<>@:;,"()]{2,190}[^\s<>@:;,"().])>?\s*(?:[:;,]|\.{3}|\.?$|\.\s|\s[-(]|\sfailed|\swas)/

export function wordedBounceIn(mail: ReportMail): ReportedRecipient[] {
  const failed = headerOf(mail, 'x-failed-recipients')
  const from = `${headerOf(mail, 'from') ?? ''} ${headerOf(mail, 'sender') ?? ''}`
  const isQmail = /^\s*hi\. this is the .{1,60} program at /i.test(mail.text)
  if (failed === undefined && !isQmail && !DAEMON.test(from)) return []
  const lines = wordsIn(mail.text)
  const named = failed === undefined ? namedIn(lines) : failed.split(',').flatMap(each => bareAddress(each) ?? [])
  const isDelay = failed === undefined && DELAYED.test(`${mail.subject} ${lines.slice(0, WORDS_LINES).join(' ')}`)
  return [...new Set(named)].slice(0, RECIPIENTS_MAX).flatMap(address => {
    const words = saidOf(address, lines, named.length === 1)
    const code = replyCodeIn(words)
    // without an SMTP reply or such a header, any mail with an address in it would count
    if (failed === undefined && !isQmail && code === null && !REFUSING.test(words)) return []
    const outcome = isDelay ? ('delivery_delayed' as const) : ('bounced' as const)
    return [{ addresses: [address], outcome, code, words }]
  })
}

const REFUSING =
  /unknown|not exist|doesn.t exist|no such|not found|undeliverable|(?:could|was|were)(?: not|n.t) (?:be )?(?:delivered|found)|reject|refus|unrouteable|invalid|full|quota|\b[45]\.\d{1,3}\.\d{1,3}\b/i

/** The SMTP reply code in words of a person or a server; `null`: there is none. */
export function replyCodeIn(words: string): number | null {
  const code = /(?<![\d.])[45]\d\d(?=[ :)-])/.exec(words)?.[0]
  return code === undefined ? null : Number(code)
}

/** What a bounce's text says about the only recipient that it is about; empty: nothing. */
export function saidAbout(address: string, text: string): string {
  return saidOf(address, wordsIn(text), true)
}

function headerOf({ headers }: ReportMail, wanted: string): string | undefined {
  return headers.find(({ name }) => name === wanted)?.value
}

/** The lines before the mail that was returned. */
function wordsIn(text: string): string[] {
  const lines = text.split(/\r?\n/, LINES_MAX).map(line => line.slice(0, LINE_MAX))
  const end = lines.findIndex((line, index) => index > 0 && COPY.test(line))
  return end === -1 ? lines : lines.slice(0, end)
}

/** The addresses at the beginning of lines, or else those in sentences about a delivery. */
function namedIn(lines: readonly string[]): string[] {
  const named = lines.flatMap(line => bareAddress(NAMED.exec(line)?.[1]) ?? [])
  if (named.length > 0) return named
  const sentences = lines.filter(line => /deliver|recipient|fail|reach/i.test(line))
  return sentences.flatMap(line => (line.match(ADDRESS) ?? []).flatMap(each => bareAddress(each) ?? []))
}

const ADDRESS = /(?<![^\s<>:;,"()[\]])[^\s<>@:;,"()[\]]{1,64}@[^\s<>@:;,"()[\]]{1,190}[^\s<>@:;,"()[\].]/g

/** What the lines say about the address: where they name it with a reply code, or with a reason, or where they first do. */
function saidOf(address: string, lines: readonly string[], isOnly: boolean): string {
  const places = lines.flatMap((line, at) => (line.toLowerCase().includes(address) ? [at] : []))
  const said = places.slice(0, MENTIONS_MAX).map(at => saidAt(at, lines))
  const withCode = said.find(words => replyCodeIn(words) !== null)
  if (withCode !== undefined) return withCode
  const words = said.find(each => REFUSING.test(each)) ?? said[0] ?? ''
  const reply = isOnly && places.length > 0 ? lines.slice(places[0]).find(line => REPLY.test(line)) : undefined
  return reply === undefined ? words : shortened(`${reply.trim()} ${words}`, WORDS_MAX)
}

const MENTIONS_MAX = 10
/** A line with an SMTP reply, which can stand apart from the address. */
const REPLY = /^\W{0,9}[45]\d\d[ :-]/

/** The lines from this one up to an empty line or one that names another address. */
function saidAt(at: number, lines: readonly string[]): string {
  const [first, ...rest] = lines.slice(at, at + WORDS_LINES)
  const end = rest.findIndex((line, index) => (line.trim() === '' && index > 0) || NAMED.test(line))
  const said = [first!.replace(NAMED, ''), ...rest.slice(0, end === -1 ? undefined : end)]
  return shortened(
    said
      .map(line => line.trim())
      .filter(Boolean)
      .join(' '),
    WORDS_MAX,
  )
}
