import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { jsonBody } from '../../src/interfaces/http/json-body.ts'
import {
  findContentFaultsInThread,
  findLinksInThread,
  readSubmissionInThread,
  sanitizeHtml,
  htmlToDisplayText,
  htmlToText,
  writeTexts,
} from '../../src/base/threads/mails.ts'
import { ThreadFailed, Threads } from '../../src/base/threads/pool.ts'
import { HTML_TO_TEXT, READ_JSON, WRITE_TEXTS } from '../../src/base/threads/tasks.ts'
import type { MailPart } from '../../src/base/text/mail-content.ts'

const LIMIT = { limit_ms: 20_000 }
const HTML: [string] = ['<p>Hello</p>']
const TEAM = 'a team'

/** Whether the event loop ran during some work, which it does not if the work is synchronous. */
async function letsOthersRun(work: () => Promise<unknown>): Promise<boolean> {
  // earlier work does not share this turn
  await nextTurn()
  let cameRound = false
  setImmediate(() => (cameRound = true))
  await work()
  return cameRound
}

describe('Threads', () => {
  it('run the tasks, and queue them if there are more tasks than threads', async () => {
    const threads = new Threads({ size: 1, waiting_max: 10 })
    const texts = await Promise.all(['a', 'b', 'c'].map(html => threads.run(HTML_TO_TEXT, [html], LIMIT)))
    expect(texts).toEqual(['a', 'b', 'c'])
  })

  it('terminate a thread that takes too long, and the others continue', async () => {
    const threads = new Threads({ size: 1, waiting_max: 10 })
    const slow = threads.run(HTML_TO_TEXT, ['<ul><li>'.repeat(12_000)], { limit_ms: 1 })
    const next = threads.run(HTML_TO_TEXT, HTML, LIMIT)
    await expect(slow).rejects.toMatchObject({ name: 'ThreadFailed', why: 'overran' })
    expect(await next).toBe('Hello')
  })

  it('survive a thread that is out of memory', async () => {
    const threads = new Threads({ size: 1, waiting_max: 10, heap_mb: 32 })
    const bytes = Buffer.from(`[${'{"a":{}},'.repeat(1_000_000)}1]`)
    const limits = { values_max: 1e9, long: [], bytes_max: 1e9, rest_max: 1e9 }
    const hungry = threads.run(READ_JSON, [{ bytes, limits, hashed: false }], { limit_ms: 60_000 })
    const next = threads.run(HTML_TO_TEXT, HTML, LIMIT)
    await expect(hungry).rejects.toMatchObject({ name: 'ThreadFailed', why: 'broke' })
    expect(await next).toBe('Hello')
  })

  it('limit the number of waiting tasks', async () => {
    const threads = new Threads({ size: 1, waiting_max: 1 })
    const taken = [threads.run(HTML_TO_TEXT, HTML, LIMIT), threads.run(HTML_TO_TEXT, HTML, LIMIT)]
    await expect(threads.run(HTML_TO_TEXT, HTML, LIMIT)).rejects.toMatchObject({ why: 'busy' })
    expect(await Promise.all(taken)).toHaveLength(2)
  })

  it('pass a refusal on as a refusal and a defect as a plain error', async () => {
    const threads = new Threads({ size: 1, waiting_max: 10 })
    const limits = { values_max: 2, long: [], bytes_max: 1e9, rest_max: 100 }
    const read = threads.run(READ_JSON, [{ bytes: Buffer.from('[1,2,3]'), limits, hashed: false }], LIMIT)
    await expect(read).rejects.toMatchObject({ name: 'Refusal', status: 422 })
    const texts = { html: 7 as never, text: 'Hello' }
    const written = threads.run(WRITE_TEXTS, [texts, 'b'], LIMIT)
    await expect(written).rejects.toThrow(/is not a function/)
    await expect(written).rejects.not.toBeInstanceOf(ThreadFailed)
  })
})

describe('textOf', () => {
  it('does not block the event loop with hostile HTML', async () => {
    expect(await letsOthersRun(() => htmlToText('<ul><li>'.repeat(12_000), TEAM))).toBe(true)
    // the check detects work on the event loop
    expect(await letsOthersRun(() => htmlToText('<p>Hello</p>', TEAM))).toBe(false)
  })

  it('converts shared content once, and caches little', async () => {
    const newsletter = '<p>News for all</p>'
    const [first, again] = [htmlToText(newsletter, TEAM), htmlToText(['<p>News', 'for all</p>'].join(' '), 'another')]
    expect([again === first, await first]).toEqual([true, 'News for all'])
    for (let other = 0; other < 20; other++) await htmlToText(`<p>Mail ${other}</p>`, TEAM)
    expect([htmlToText(newsletter, TEAM) === first, await htmlToText(newsletter, TEAM)]).toEqual([
      false,
      'News for all',
    ])
    const large = 'x'.repeat(100_001)
    expect(htmlToText(large, TEAM) === htmlToText(large, TEAM)).toBe(false)
  })
})

describe('writeTexts', () => {
  it('returns the same results for small texts on the event loop and large texts on threads', async () => {
    const small = await writeTexts({ html: '<p>Zoë Lovelace</p>', text: 'Zoë Lovelace' }, 'b', TEAM)
    expect(small.head).toBe('Content-Type: multipart/alternative; boundary=b\r\n')
    expect(small.body.toString()).toMatch(
      /^\r\n--b\r\n.*Zo=C3=AB Lovelace\r\n--b\r\n.*<p>Zo=C3=AB Lovelace<\/p>\r\n--b--\r\n$/s,
    )
    const html = '<p>Zoë Lovelace</p>\n'.repeat(100_000)
    let written: Promise<MailPart> | undefined
    expect(await letsOthersRun(() => (written = writeTexts({ html, text: '' }, 'b', TEAM)))).toBe(true)
    const { head, body } = await written!
    expect(head).toContain('quoted-printable')
    expect(body.toString()).toBe('<p>Zo=C3=AB Lovelace</p>\r\n'.repeat(100_000))
  })

  it('limits the text per turn of the event loop, however many small texts there are', async () => {
    const html = '<p>Zoë Lovelace</p>\n'.repeat(2_000)
    const written = new Map<number, number>()
    let turn = 0
    let isOver = false
    const count = (): void => {
      turn++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const write = async (): Promise<void> => {
      const { body } = await writeTexts({ html, text: '' }, 'b', TEAM)
      expect(body.length).toBeGreaterThan(html.length)
      written.set(turn, (written.get(turn) ?? 0) + 1)
    }
    await Promise.all(Array.from({ length: 50 }, write))
    isOver = true
    // each has 40,000 characters
    expect([Math.max(...written.values()), [...written.values()].reduce((sum, each) => sum + each)]).toEqual([2, 50])
  })
})

/**
 * From now on, the sizes of the tasks that threads receive, in this order. Their completion order depends on the
 * machine.
 */
function sizesInOrder(): () => number[] {
  const sizes: number[] = []
  const { postMessage } = Worker.prototype
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...given) {
    // before the transferred buffers are detached here
    sizes.push(sizeOf((given[0] as { input: unknown }).input))
    postMessage.apply(this, given)
  })
  return () => sizes
}

function sizeOf(input: unknown): number {
  if (typeof input === 'string') return input.length
  if (ArrayBuffer.isView(input)) return input.byteLength
  return typeof input === 'object' && input !== null ? Math.max(0, ...Object.values(input).map(sizeOf)) : 0
}

describe('submitted emails', () => {
  afterEach(() => vi.restoreAllMocks())

  const HEAD = 'From: a@example.org\r\nTo: b@example.net\r\nSubject: x\r\n\r\n'
  const read = (lines: number, team: string): Promise<unknown> =>
    readSubmissionInThread(Buffer.from(HEAD + '\r\n'.repeat(lines)), ['b@example.net'], team)

  it('of one team, large and with empty lines only, do not block a small one of another', async () => {
    const begun = sizesInOrder()
    const large = Array.from({ length: 4 }, () => read(500_000, 'large'))
    await Promise.all([...large, read(1, 'small')])
    expect(begun()).toHaveLength(5)
    expect(begun().findIndex(size => size < 1000)).toBeLessThan(2)
  })
})

describe('a large task of one team', () => {
  afterEach(() => vi.restoreAllMocks())

  const forms = { list: false, values_max: 1000 }
  const body = (length: number): Buffer => Buffer.from(JSON.stringify({ html: 'x'.repeat(length) }))
  const html = (length: number, of: string): string => `<p>${of}</p>${'<p>Hello</p>'.repeat(length / 12)}`
  const tasks: [string, number, (length: number, team: string) => unknown][] = [
    ['plainText', 6_000, (length, team) => htmlToText(html(length, `${team} ${Math.random()}`), team)],
    ['textsPart', 110_000, (length, team) => writeTexts({ html: html(length, team), text: '' }, 'b', team)],
    ['findLinks', 110_000, (length, team) => findLinksInThread(html(length, team), team)],
    [
      'findContentFaults',
      11_000,
      (length, team) => findContentFaultsInThread({ ...NOTHING, html: html(length, team) }, team),
    ],
    ['readLargeJson', 300_000, (length, team) => jsonBody(body(length), forms, false, team)],
  ]
  const NOTHING = { subject: null, preview_text: null, html: null, text: null, properties: {} }

  it.each(tasks)('is passed to a thread on its own and in full: %s', async (name, length, run) => {
    const handed = vi.spyOn(Threads.prototype, 'run')
    await run(length, TEAM)
    const [[given, , standing]] = handed.mock.calls as [Parameters<Threads['run']>]
    expect([given.name, standing.owner]).toEqual([name, TEAM])
    expect(standing.bytes).toBeGreaterThanOrEqual(length - 100)
  })

  it.each(tasks)('delays another team by a few tasks and not by all: %s', async (_name, length, run) => {
    const begun = sizesInOrder()
    const flood = Array.from({ length: 20 }, () => run(400_000, 'large'))
    await Promise.all([...flood, run(length, 'small')])
    // one or two are running, and one has had its turn
    expect(begun()).toHaveLength(21)
    expect(begun().findIndex(size => size < 350_000)).toBeLessThan(4)
  })
})

describe('a hostile email', () => {
  afterEach(() => vi.restoreAllMocks())

  const hostile = (of: string, length = 10_000): string => `<p>${of}</p>${'<ul><li>'.repeat(length)}`
  /** The owners of the tasks that were passed to threads since this was called, in order. */
  const sent = (): (() => string[]) => {
    const inputs: string[] = []
    const { postMessage } = Worker.prototype
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...given) {
      const { input } = (given[0] as { order: { input: unknown } }).order
      inputs.push(/of (\w+)/.exec(JSON.stringify(input).slice(0, 200))?.[1] ?? '')
      postMessage.apply(this, given)
    })
    return () => inputs
  }

  it('that is viewed does not delay emails of another team', async () => {
    const begun = sent()
    const viewed = [1, 2, 3].flatMap(times => [
      htmlToDisplayText(hostile(`of viewer ${times}`), 'viewer'),
      sanitizeHtml(hostile(`of viewer ${times}`), 'viewer', false).catch(() => ''),
    ])
    const written = writeTexts({ html: '<p>of another</p>\n'.repeat(20_000), text: '' }, 'b', 'another')
    expect(begun()).toContain('another')
    await written
    await Promise.all(viewed)
  })

  it('is not tried again after it took too long', async () => {
    const html = hostile('of one', 100_000)
    const late = { name: 'ThreadFailed', why: 'overran' }
    await expect(sanitizeHtml(html, 'one', false)).rejects.toMatchObject(late)
    const begun = sent()
    await expect(sanitizeHtml(html, 'one', false)).rejects.toMatchObject(late)
    expect(begun()).toEqual([])
  })

  it('leaves a thread to other teams after it took too long', async () => {
    const threads = new Threads({ size: 2, waiting_max: 100 })
    const run = (owner: string, limit_ms: number): Promise<string> =>
      threads.run(HTML_TO_TEXT, [hostile(`of ${owner}`)], { limit_ms, owner }).catch((error: Error) => error.message)
    await run('late', 1)
    const begun = sent()
    const own = [run('late', 500), run('late', 500)]
    expect(begun()).toEqual(['late'])
    const other = run('another', 500)
    expect(begun()).toEqual(['late', 'another'])
    await Promise.all([...own, other])
    expect(begun()).toEqual(['late', 'another', 'late'])
  })
})
