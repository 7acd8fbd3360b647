// Prepares the text and HTML of emails: small ones at once, large ones in a thread, so that they block no request. Emails that are
// shown have threads of their own, so that a view delays no delivery.
import { BoundedMap } from '../limits/bounded-map.ts'
import { type CheckedContent, type ContentFault, findContentFaults } from '../text/content-faults.ts'
import { findLinks, type HtmlLinks } from '../text/html-links.ts'
import { type MailPart, type MailTexts, textsPart } from '../text/mail-content.ts'
import { plainText, QUICK_LENGTH_MAX, simpleText } from '../text/plain-text.ts'
import { Overruns } from './overruns.ts'
import { ThreadFailed, Threads } from './pool.ts'
import type { readSubmission } from './read-submission.ts'
import {
  FIND_CONTENT_FAULTS,
  FIND_LINKS,
  MAKE_SAFE,
  MAKE_TEXT,
  READ_SUBMISSION,
  type Task,
  WRITE_TEXTS,
} from './tasks.ts'

/** A thread runs one task at a time; when 500 wait, emails wait in the queue, which holds tens of thousands. */
const threads = new Threads({ size: 2, waiting_max: 500 })
/** For emails that a person or a program views. */
const views = new Threads({ size: 2, waiting_max: 200 })

/** Longer than most retries of a request take, and shorter than a busy machine stays busy. */
const OVERRUN_MS = 600_000
const overruns = new Overruns(OVERRUN_MS)

interface OfContent {
  pool: Threads
  limit_ms: number
  owner: string
  /** What decides how long the task takes. */
  content: string
}

/** Runs a task, unless it took too long with the same content recently: then it throws `ThreadFailed` at once. */
async function runOnce<Does extends (...input: never[]) => unknown>(
  task: Task<Does>,
  input: Parameters<Does>,
  { pool, limit_ms, owner, content }: OfContent,
): Promise<Awaited<ReturnType<Does>>> {
  if (overruns.has(task.name, owner, content))
    throw new ThreadFailed('overran', `This took longer than ${limit_ms} ms a short time ago`)
  try {
    return await pool.run(task, input, { limit_ms, owner, bytes: content.length })
  } catch (error) {
    if (error instanceof ThreadFailed && error.why === 'overran') overruns.add(task.name, owner, content)
    throw error
  }
}

/** Ordinary HTML takes 20 ms. */
const TEXT_LIMIT_MS = 2_000
const WRITING_LIMIT_MS = 60_000
/** Longer texts are written in a thread, because it takes some ms. */
const SMALL_LENGTH_MAX = 100_000

/** The text of HTML that goes to many recipients is made once: it costs 65 µs for a kilobyte. */
const KNOWN_MAX = 20
const KNOWN_LENGTH_MAX = 100_000

/** The texts of HTML bodies that are made by the threads of a pool. */
class Texts {
  readonly #pool: Threads
  readonly #known = new BoundedMap<string, Promise<string>>(KNOWN_MAX)

  constructor(pool: Threads) {
    this.#pool = pool
  }

  of(html: string, team_id: string): Promise<string> {
    if (html.length > KNOWN_LENGTH_MAX) return this.#make(html, team_id)
    const text = this.#known.get(html) ?? this.#make(html, team_id)
    this.#known.set(html, text)
    return text
  }

  async #make(html: string, owner: string): Promise<string> {
    if (html.length <= QUICK_LENGTH_MAX) return plainText(html)
    try {
      return await runOnce(MAKE_TEXT, [html], { pool: this.#pool, limit_ms: TEXT_LIMIT_MS, owner, content: html })
    } catch {
      this.#known.delete(html)
      return simpleText(html)
    }
  }
}

const texts_to_send = new Texts(threads)
const shown_texts = new Texts(views)

/** The text of a team's HTML body that is sent; a simpler conversion when that takes too long. Never throws. */
export function textOf(html: string, team_id: string): Promise<string> {
  return texts_to_send.of(html, team_id)
}

/** The same for an HTML body that a person or a program views: it delays no email that is sent. */
export function shownTextOf(html: string, team_id: string): Promise<string> {
  return shown_texts.of(html, team_id)
}

/** Newsletters take 30 ms. Small ones go to a thread, too, so that only threads load the library. */
const SAFE_LIMIT_MS = 5_000

/**
 * The HTML of an email without anything that could harm a page that shows it. Throws `ThreadFailed` when the thread
 * fails. `images`: whether images from other servers are shown.
 */
export function safeHtmlOf(html: string, owner: string, images: boolean): Promise<string> {
  return runOnce(MAKE_SAFE, [html, images], { pool: views, limit_ms: SAFE_LIMIT_MS, owner, content: html })
}

/** Spreads small texts over turns of the event loop: many of them at once would block it like a large one. */
class RoomInTurn {
  #taken = 0
  #next: Promise<void> | undefined

  /** Waits until a turn of the event loop has room for a text of this length. */
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

/** Waits until a turn of the event loop has room for work that takes as long as reading a text of this length. */
export function roomInTurn(length: number): Promise<void> {
  return room.take(length)
}

/** The texts as one part of a message. Throws `ThreadFailed` when a thread fails; it may work another time. */
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

/** The places of the links in an HTML body. Throws `ThreadFailed` when a thread fails; it may work another time. */
export async function linksOf(html: string, team_id: string): Promise<HtmlLinks> {
  if (html.length > SMALL_LENGTH_MAX)
    return runOnce(FIND_LINKS, [html], { pool: threads, limit_ms: LINKS_LIMIT_MS, owner: team_id, content: html })
  await room.take(html.length)
  return findLinks(html)
}

const LINKS_LIMIT_MS = 10_000

/** Lower than for other tasks: a short text can have many faults. */
const CHECKED_AT_ONCE_MAX = 10_000

/** What is wrong with the content of an email. Throws `ThreadFailed` when a thread fails; it may work another time. */
export async function contentFaultsOf(content: CheckedContent, team_id: string): Promise<ContentFault[]> {
  const length = (content.html ?? '').length + (content.text ?? '').length
  if (length > CHECKED_AT_ONCE_MAX) {
    const whole = `${content.html ?? ''}${content.text ?? ''}`
    return runOnce(FIND_CONTENT_FAULTS, [content], {
      pool: views,
      limit_ms: TEXT_LIMIT_MS,
      owner: team_id,
      content: whole,
    })
  }
  await room.take(length)
  return findContentFaults(content)
}

/**
 * The request, as JSON, that sends an email submitted over SMTP. Throws a refusal when the mail cannot be sent, and
 * `ThreadFailed` when a thread fails; it may work another time.
 */
export function readSubmissionApart(
  message: Buffer,
  recipients: readonly string[],
  team_id: string,
): ReturnType<typeof readSubmission> {
  const { length: bytes } = message
  // a buffer with memory of its own is transferred; one in the shared pool of Node must be copied
  const transfer = bytes >= Buffer.poolSize ? [message.buffer as ArrayBuffer] : []
  const limit_ms = READING_LIMIT_MS + bytes / READ_BYTES_PER_MS
  return threads.run(READ_SUBMISSION, [message, recipients], { limit_ms, transfer, owner: team_id, bytes })
}

const READING_LIMIT_MS = 5_000
/** A twentieth of the speed at which an ordinary mail is parsed. */
const READ_BYTES_PER_MS = 2_500

export { ThreadFailed }
