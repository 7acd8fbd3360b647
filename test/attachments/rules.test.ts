// Limits of attachments, and how file contents are extracted from a request body.
import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkFile, nextFetchAt } from '../../src/mail/attachments/fetching/rules.ts'
import {
  newAttachments,
  base64Bytes,
  MESSAGE_BYTES_MAX,
  remainingFileBytes,
  submittedFile,
} from '../../src/mail/attachments/rules.ts'
import { contentRef, extractContents } from '../../src/base/text/extract-contents.ts'
import { effort_ms } from '../support/cpu-time.ts'

const refTo = (bytes: number): string => `${'f'.repeat(64)}:${bytes}`
const ofSizes = (sizes: number[], beside = 0) =>
  newAttachments(
    sizes.map(bytes => ({ content: refTo(bytes) })),
    beside,
  )

describe('the size of an email with attachments', () => {
  // 41,943,040 is four thirds of it
  const MOST = 31_457_280

  it('may be 40 MiB in base64 including everything else', () => {
    expect(ofSizes([MOST])).toHaveLength(1)
    expect(ofSizes([MOST / 2, MOST / 2])).toHaveLength(2)
    expect(ofSizes([MOST - 3], 4)).toHaveLength(1)
    expect(ofSizes(Array(100).fill(300_000))).toHaveLength(100)
  })

  it.each([
    [[MOST + 1], 0, 41_943_044],
    [[MOST], 1, 41_943_041],
    [[MOST / 2, MOST / 2 + 1], 0, 41_943_044],
    [Array<number>(100).fill(320_000), 0, 42_666_800],
  ])('is rejected beyond the limit, with both figures', (sizes, beside, bytes) => {
    expect(() => ofSizes(sizes, beside)).toThrow(`at most 41943040 bytes, and it has ${bytes}`)
  })

  it('leaves the rest of the limit for fetched files', () => {
    for (const beside of [0, 1, 3, 4, 5, 1_000_000, MESSAGE_BYTES_MAX - 4, MESSAGE_BYTES_MAX, MESSAGE_BYTES_MAX + 1]) {
      const room = remainingFileBytes(beside)
      expect(room === 0 || beside + base64Bytes(room) <= MESSAGE_BYTES_MAX).toBe(true)
      expect(beside + base64Bytes(room + 1)).toBeGreaterThan(MESSAGE_BYTES_MAX)
    }
  })
})

describe('a content that is not a valid reference', () => {
  it.each([`${'f'.repeat(63)}:1`, 'f'.repeat(64), `${'F'.repeat(64)}:1`, 'YQ==', `x${refTo(1)}`])(
    'is rejected: %j',
    content => {
      expect(contentRef(content)).toBeUndefined()
      expect(() => newAttachments([{ content }], 0)).toThrow('`attachments[0].content` field')
    },
  )
})

describe('a fetched file', () => {
  const now = new Date('2026-11-22T10:00:00.000Z')
  const head = {
    status: 200,
    content_type: null,
    content_encoding: null,
    content_length: null,
    location: null,
    retry_after: null,
    cache_control: null,
    expires: null,
  }

  it('is attempted five times within an hour', () => {
    let at = now
    for (let tries = 1; tries < 5; tries++) at = nextFetchAt(tries, at)!
    expect(nextFetchAt(5, at)).toBeUndefined()
    expect(at.getTime() - now.getTime()).toBeLessThan(3_600_000)
  })

  it('waits as long as Retry-After requires, within bounds', () => {
    expect(nextFetchAt(1, now, 60_000)).toEqual(new Date(now.getTime() + 60_000))
    expect(nextFetchAt(1, now, 1e12)).toEqual(new Date(now.getTime() + 1_200_000))
    for (const [retry_after, after_ms] of [
      ['30', 30_000],
      ['Sun, 22 Nov 2026 10:01:00 GMT', 60_000],
      ['soon', 0],
      ['-5', 0],
    ] as const) {
      expect(() => checkFile({ ...head, status: 503, retry_after }, 1, now)).toThrow(
        expect.objectContaining({ again: true, after_ms }),
      )
    }
  })

  it('may be as large as the remaining space', () => {
    expect(() => checkFile({ ...head, content_length: 10 }, 10, now)).not.toThrow()
    expect(() => checkFile({ ...head, content_length: 11 }, 10, now)).toThrow('larger than the remaining 10 bytes')
    expect(() => checkFile({ ...head, content_encoding: 'identity' }, 10, now)).not.toThrow()
  })
})

describe('extracting contents from a body', () => {
  const cut = (text: string) => {
    const { rest, contents } = extractContents(Buffer.from(text))
    return { rest: rest.toString(), contents: contents.map(({ bytes }) => Buffer.from(bytes)) }
  }

  it('keeps the rest of any JSON unchanged, and extracts the exact content', () => {
    const files = fc.uint8Array({ minLength: 1, maxLength: 300 })
    const body = fc.record({ before: fc.jsonValue(), attachments: fc.array(files), after: fc.jsonValue() })
    fc.assert(
      fc.property(
        body,
        fc.constantFrom(0, 2, '\t'),
        fc.constantFrom('base64', 'list', 'Buffer'),
        (given, space, form) => {
          const written = given.attachments.map((bytes, index) => {
            const buffer = Buffer.from(bytes)
            const content = form === 'base64' ? buffer.toString('base64') : form === 'list' ? [...buffer] : buffer
            return { filename: `"${index}`, content, n: [1, { content: 'not this' }] }
          })
          const { rest, contents } = cut(JSON.stringify({ ...given, attachments: written }, null, space))
          const parsed = JSON.parse(rest)
          const whole = JSON.parse(JSON.stringify({ ...given, attachments: written }))
          for (const [index, { content, ...others }] of parsed.attachments.entries()) {
            const { hash, bytes } = contentRef(content)!
            expect(bytes).toBe(given.attachments[index]!.length)
            expect(hash).toMatch(/^[0-9a-f]{64}$/)
            const { content: _, ...as_given } = whole.attachments[index]
            expect(others).toEqual(as_given)
          }
          expect([parsed.before, parsed.after]).toEqual([whole.before, whole.after])
          const distinct = new Set(given.attachments.map(bytes => Buffer.from(bytes).toString('hex')))
          expect(new Set(contents.map(bytes => bytes.toString('hex')))).toEqual(distinct)
        },
      ),
    )
  })

  it('never turns invalid JSON into valid JSON, and always ends', () => {
    const good = JSON.stringify({
      a: [1, { attachments: 2 }],
      attachments: [{ content: 'YWJj', x: '\\"' }, null, 7, []],
    })
    for (let end = 0; end < good.length; end++) {
      const broken = good.slice(0, end)
      expect(() => JSON.parse(cut(broken).rest), broken).toThrow(SyntaxError)
    }
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[],:"\\ 1a'), maxLength: 40 }), junk => {
        const text = `{"attachments":[{"content":"YQ==",${junk}}]}`
        const isJson = (value: string): boolean => {
          try {
            JSON.parse(value)
            return true
          } catch {
            return false
          }
        }
        let rest: string
        try {
          ;({ rest } = cut(text))
        } catch {
          // not valid base64
          return
        }
        expect(isJson(rest)).toBe(isJson(text))
      }),
    )
  })

  it('uses the last one of duplicate fields, as JSON.parse does', () => {
    const { rest, contents } = cut(
      '{"attachments":[{"content":"YQ==","content":[98]}],"attachments":[{"content":"Yw=="}]}',
    )
    const [{ content }] = JSON.parse(rest).attachments
    expect(contentRef(content)).toEqual({ hash: expect.any(String), bytes: 1 })
    expect(contents.map(String)).toContain('c')
  })

  it('takes linear time for any content', () => {
    for (const part of ['\\"', '\\\\', '{"content":1},', '[', '"a":', '1,']) {
      const text = (length: number): Buffer => Buffer.from(`{"attachments":[${part.repeat(length / part.length)}`)
      expect(
        effort_ms(() => extractContents(text(2_000_000))),
        part,
      ).toBeLessThan(2000)
    }
    const lines = randomBytes(500_000).toString('base64').replaceAll(/.{76}/g, '$&\\r\\n')
    expect(cut(`{"attachments":[{"content":"${lines}"}]}`).contents[0]).toHaveLength(500_000)
  })
})

it('limits the content of a submitted email like a message', () => {
  const of = (length: number) => submittedFile({ hash: 'a', bytes: Buffer.alloc(length) })
  expect(of(MESSAGE_BYTES_MAX).content?.bytes).toBe(MESSAGE_BYTES_MAX)
  expect(() => of(MESSAGE_BYTES_MAX + 1)).toThrow(/at most 41943040 bytes, and it has 41943041/)
})
