// The texts of a mail as they go over the wire: small ones at once, large ones in a thread, so that they block no request.
import { BoundedMap } from '../limits/bounded-map.ts'
import { type CheckedContent, type ContentFault, findContentFaults } from '../text/content-faults.ts'
import { findLinks, type HtmlLinks } from '../text/html-links.ts'
import { type MailPart, type MailTexts, textsPart } from '../text/mail-content.ts'
import { plainText, QUICK_LENGTH_MAX, simpleText } from '../text/plain-text.ts'
import { ThreadFailed, Threads } from './pool.ts'
import type { readSubmission } from './read-submission.ts'
import { FIND_CONTENT_FAULTS, FIND_LINKS, MAKE_SAFE, MAKE_TEXT, READ_SUBMISSION, WRITE_TEXTS } from './tasks.ts'

/** Large ones are begun one after the other in one thread; tens of thousands of mails may wait elsewhere, in the queue. */
const threads = new Threads({ size: 2, waiting_max: 500 })

/** Ordinary HTML takes 20 ms. */
const TEXT_LIMIT_MS = 2_000
const WRITING_LIMIT_MS = 60_000
/** Texts are written in a thread from here on: it takes some ms. */
const SMALL_LENGTH_MAX = 100_000

/** What many get has its text made once, which costs 65 µs for a kilobyte of HTML. */
const known = new BoundedMap<string, Promise<string>>(20)
const KNOWN_LENGTH_MAX = 100_000

/** The text of a team's HTML body; a plain one when that takes too long. Never throws. */
export function textOf(html: string, team_id: string): Promise<string> {
  if (html.length > KNOWN_LENGTH_MAX) return makeText(html, team_id)
  const text = known.get(html) ?? makeText(html, team_id)
  known.set(html, text)
  return text
}

async function makeText(html: string, owner: string): Promise<string> {
  if (html.length <= QUICK_LENGTH_MAX) return plainText(html)
  try {
    return await threads.run(MAKE_TEXT, [html], { limit_ms: TEXT_LIMIT_MS, owner, bytes: html.length })
  } catch {
    known.delete(html)
    return simpleText(html)
  }
}

/** Newsletters take 30 ms; a thread is used for small ones, too, so that only threads have the library in memory. */
const SAFE_LIMIT_MS = 5_000

/**
 * The HTML of a mail as pages may show it. Throws `ThreadFailed` when that could not be made of it. `images`: whether
 * pictures from elsewhere are shown.
 */
export function safeHtmlOf(html: string, owner: string, images: boolean): Promise<string> {
  return threads.run(MAKE_SAFE, [html, images], { limit_ms: SAFE_LIMIT_MS, owner, bytes: html.length })
}

/** Of many mails that are written at once each may be small. */
class RoomInTurn {
  #taken = 0
  #next: Promise<void> | undefined

  /** Waits until there is room in a turn of the event loop for a text that is so long. */
  async take(length: number): Promise<void> {
    while (this.#taken > 0 && this.#taken + length > SMALL_LENGTH_MAX) await this.#next
    this.#taken += length
    this.#next ??= new Promise(resolve => {
      setImmediate(() => {
        this.#taken = 0
        this.#next = undefined
        resolve()
      })
    })
  }
}

const room = new RoomInTurn()

/** Waits until there is room in a turn for what takes as long as reading a text of this length. */
export function roomInTurn(length: number): Promise<void> {
  return room.take(length)
}

/** The texts as one part of a message. Throws `ThreadFailed` when that could be done another time. */
export async function writeTexts(texts: MailTexts, boundary: string, team_id: string): Promise<MailPart> {
  const length = (texts.html ?? '').length + texts.text.length
  if (length <= SMALL_LENGTH_MAX) {
    await room.take(length)
    return textsPart(texts, boundary)
  }
  const standing = { limit_ms: WRITING_LIMIT_MS, owner: team_id, bytes: length }
  const { head, body } = await threads.run(WRITE_TEXTS, [texts, boundary], standing)
  return { head, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }
}

/** Where the links of an HTML body stand. Throws `ThreadFailed` when that could be found out another time. */
export async function linksOf(html: string, team_id: string): Promise<HtmlLinks> {
  const { length: bytes } = html
  if (bytes > SMALL_LENGTH_MAX)
    return threads.run(FIND_LINKS, [html], { limit_ms: LINKS_LIMIT_MS, owner: team_id, bytes })
  await room.take(bytes)
  return findLinks(html)
}

const LINKS_LIMIT_MS = 10_000

/** Much can be wrong with little. */
const CHECKED_AT_ONCE_MAX = 10_000

/** What is wrong with the content of a mail. Throws `ThreadFailed` when that could be found out another time. */
export async function contentFaultsOf(content: CheckedContent, team_id: string): Promise<ContentFault[]> {
  const length = (content.html ?? '').length + (content.text ?? '').length
  if (length > CHECKED_AT_ONCE_MAX) {
    const standing = { limit_ms: TEXT_LIMIT_MS, owner: team_id, bytes: length }
    return threads.run(FIND_CONTENT_FAULTS, [content], standing)
  }
  await room.take(length)
  return findContentFaults(content)
}

/**
 * The request that sends what was handed in over SMTP, as JSON. Throws the refusal of what cannot be sent, and
 * `ThreadFailed` when it could be read another time.
 */
export function readSubmissionApart(
  message: Buffer,
  recipients: readonly string[],
  team_id: string,
): ReturnType<typeof readSubmission> {
  const { length: bytes } = message
  // it is handed over where it has its memory for itself, and copied where it does not
  const transfer = bytes >= Buffer.poolSize ? [message.buffer as ArrayBuffer] : []
  const limit_ms = READING_LIMIT_MS + bytes / READ_BYTES_PER_MS
  return threads.run(READ_SUBMISSION, [message, recipients], { limit_ms, transfer, owner: team_id, bytes })
}

const READING_LIMIT_MS = 5_000
/** A twentieth of how fast an ordinary mail is read. */
const READ_BYTES_PER_MS = 2_500

export { ThreadFailed }
