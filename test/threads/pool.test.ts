import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { textOf, withMessage } from '../../src/threads/mails.ts'
import { ThreadFailed, Threads } from '../../src/threads/pool.ts'

const LIMIT = { limit_ms: 20_000 }
const HTML = { html: '<p>Hello</p>' }

/** How often the event loop came round while something went on. */
async function ticksDuring(work: Promise<unknown>): Promise<number> {
  let ticks = 0
  const ticking = setInterval(() => ticks++, 5)
  await work
  clearInterval(ticking)
  return ticks
}

describe('Threads', () => {
  it('does what is asked, in turn when there is more to do than threads', async () => {
    const threads = new Threads({ size: 1, waiting_max: 10 })
    const texts = await Promise.all(['a', 'b', 'c'].map(html => threads.run('make_text', { html }, LIMIT)))
    expect(texts.map(({ text }) => text)).toEqual(['a', 'b', 'c'])
  })

  it('ends a thread that takes too long, and the others go on', async () => {
    const threads = new Threads({ size: 1, waiting_max: 10 })
    const slow = threads.run('make_text', { html: '<ul><li>'.repeat(12_000) }, { limit_ms: 1 })
    const next = threads.run('make_text', HTML, LIMIT)
    await expect(slow).rejects.toMatchObject({ name: 'ThreadFailed', why: 'overran' })
    expect(await next).toEqual({ text: 'Hello' })
  })

  it('survives a thread that has no memory left', async () => {
    const threads = new Threads({ size: 1, waiting_max: 10, heap_mb: 32 })
    const bytes = Buffer.from(`[${'{"a":{}},'.repeat(1_000_000)}1]`)
    const limits = { values_max: 1e9, long: [], rest_max: 1e9 }
    const hungry = threads.run('read_json', { bytes, limits, hashed: false }, { limit_ms: 60_000 })
    const next = threads.run('make_text', HTML, LIMIT)
    await expect(hungry).rejects.toMatchObject({ name: 'ThreadFailed', why: 'broke' })
    expect(await next).toEqual({ text: 'Hello' })
  })

  it('lets only so many wait', async () => {
    const threads = new Threads({ size: 1, waiting_max: 1 })
    const taken = [threads.run('make_text', HTML, LIMIT), threads.run('make_text', HTML, LIMIT)]
    await expect(threads.run('make_text', HTML, LIMIT)).rejects.toMatchObject({ why: 'busy' })
    expect(await Promise.all(taken)).toHaveLength(2)
  })

  it('hands on a refusal as a refusal and a fault as a plain error', async () => {
    const threads = new Threads({ size: 1, waiting_max: 10 })
    const limits = { values_max: 2, long: [], rest_max: 100 }
    const read = threads.run('read_json', { bytes: Buffer.from('[1,2,3]'), limits, hashed: false }, LIMIT)
    await expect(read).rejects.toMatchObject({ name: 'Refusal', status: 422 })
    const mail = {
      envelope: { from: 'a@b.de', to: ['c@d.de'] },
      html: { path: '/etc/passwd' },
      disableFileAccess: true,
    }
    const written = threads.run('write_message', { mail }, LIMIT)
    await expect(written).rejects.toThrow('File access rejected')
    await expect(written).rejects.not.toBeInstanceOf(ThreadFailed)
  })
})

describe('textOf', () => {
  it('leaves the event loop alone, however hostile the HTML', async () => {
    const html = '<ul><li>'.repeat(12_000)
    await textOf(html)
    expect(await ticksDuring(textOf(html).then(() => pause(10)))).toBeGreaterThan(0)
  })
})

describe('withMessage', () => {
  const mail = (html: string) => ({ from: 'a@b.de', to: 'c@d.de', envelope: { from: 'a@b.de', to: ['c@d.de'] }, html })

  it('leaves a small mail to whoever offers it', async () => {
    const small = mail('<p>Hello</p>')
    expect(await withMessage(small)).toBe(small)
  })

  it('writes a large one, and keeps its envelope', async () => {
    const { raw, envelope } = await withMessage(mail('<p>Hello</p>'.repeat(100_000)))
    expect(envelope).toEqual({ from: 'a@b.de', to: ['c@d.de'] })
    expect(Buffer.isBuffer(raw) && raw.includes('<p>Hello</p>')).toBe(true)
  })
})
