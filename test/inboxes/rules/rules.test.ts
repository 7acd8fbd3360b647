import { describe, expect, it } from 'vitest'
import { labelColor, labelKey, THREAD_EMAILS_MAX } from '../../../src/inbound/inboxes/rules.ts'
import { formatSender } from '../../../src/inbound/inboxes/present.ts'
import { parseSearchDate } from '../../../src/inbound/inboxes/threads/dates.ts'
import { newThread, threadWithEmail, mergeTargetOf } from '../../../src/inbound/inboxes/threads/state.ts'
import { wordQuery, indexedWords } from '../../../src/inbound/inboxes/threads/words.ts'
import { distinctWords, searchWords } from '../../../src/base/text/search-words.ts'

const INBOX = '6a0f3d1e-2b84-4c97-9d05-f1e7a3b86c42'

describe('a full thread', () => {
  const thread = (id: string, email_count: number) => {
    const email = { id, direction: 'inbound' as const, from: '', to: [], cc: [], bcc: [], subject: null }
    const of = { id, team_id: INBOX, inbox_id: INBOX, isSpam: false }
    return { ...newThread(of, { ...email, has_attachment: false, created_at: '' }), email_count }
  }
  const decided = (...threads: ReturnType<typeof thread>[]) => {
    const { into, merged } = mergeTargetOf(threads)
    return [into?.id, ...merged.map(({ id }) => id)].join(' ')
  }

  it('accepts no further email, and is not merged if the result would be too large', () => {
    expect(decided(thread('a', 3), thread('b', 5))).toBe('b a')
    expect(decided(thread('a', THREAD_EMAILS_MAX - 1))).toBe('a')
    expect(decided(thread('a', THREAD_EMAILS_MAX))).toBe('')
    expect(decided(thread('a', THREAD_EMAILS_MAX), thread('b', 1))).toBe('b')
    expect(decided(thread('a', THREAD_EMAILS_MAX - 2), thread('b', 1))).toBe('a b')
    expect(decided(thread('a', THREAD_EMAILS_MAX - 1), thread('b', 1))).toBe('a')
  })
})

it('a thread shows its newest email, independent of the order of arrival', () => {
  const email = (id: string, from: string) => {
    const to = { to: [], cc: [], bcc: [], subject: null, has_attachment: false, created_at: id }
    return { id, direction: 'inbound' as const, from, ...to }
  }
  const thread = newThread({ id: 'a', team_id: INBOX, inbox_id: INBOX, isSpam: false }, email('2', 'Second'))
  const older = threadWithEmail({ ...thread, is_read: true }, email('1', 'First'))
  expect(older).toMatchObject({ newest_id: '2', from: 'Second', received_at: '2', email_count: 2, is_read: false })
  expect(threadWithEmail(older, email('3', 'Third'))).toMatchObject({ newest_id: '3', from: 'Third', received_at: '3' })
})

describe('the words of a text', () => {
  it.each([
    ['Über-Größe, naïve', 'uber grosse naive'],
    ['mira.x@example.com', 'mira x example com'],
    ['請求書 7', '請 求 書 7'],
    ['go🎉👍🏽 now', 'go 🎉 👍 now'],
    ['', ''],
    ['x'.repeat(100), 'x'.repeat(40)],
  ])('of %j are %j', (text, words) => {
    expect(searchWords(text).join(' ')).toBe(words)
  })

  it('are limited in number and extracted quickly', () => {
    const text = Array.from({ length: 200_000 }, (_, index) => `w${index}`).join(' ')
    const email = { inbox_id: INBOX, subject: null, from: '', to: [], cc: [], bcc: [], has_attachment: false }
    expect(distinctWords(text).split(' ')).toHaveLength(5_000)
    expect(indexedWords({ ...email, words: distinctWords(text) }).split(' ')).toHaveLength(5_000)
  })
})

describe('the search words', () => {
  it('are undefined without search terms', () => {
    expect(wordQuery(INBOX, { query: ' ', people: { from: [] } })).toBeUndefined()
  })

  it('match no email when the query contains no word', () => {
    expect(wordQuery(INBOX, { query: '?!', people: {} })!.at(-1)).toEqual([['_']])
  })

  it('contain each word once', () => {
    expect(wordQuery(INBOX, { query: `b ${'a '.repeat(200)}`, people: {} })!.at(-1)).toEqual([['b', 'a']])
  })
})

describe('a date parameter', () => {
  it.each([
    ['2026-11-20', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
    ['2026-11-20T08:00:00+01:00', '2026-11-20T07:00:00.000Z', '2026-11-20T07:00:00.000Z'],
    ['2026-11-20T08:00:00', '2026-11-20T08:00:00.000Z', '2026-11-20T08:00:00.000Z'],
    ['', undefined, undefined],
  ])('parses %j as a start and an end', (text, start, end) => {
    expect([parseSearchDate(text, 'start_date'), parseSearchDate(text, 'end_date')]).toEqual([start, end])
  })

  it.each(['2026-02-30', '2026-13-01', 'yesterday', '1'])('rejects %j', text => {
    expect(() => parseSearchDate(text, 'end_date')).toThrow('The `end_date` parameter must be a date')
  })
})

describe('labels', () => {
  it('have case-insensitive names and uppercase colors', () => {
    expect(labelKey(' ÄRGER ')).toBe(labelKey('ärger'))
    expect([labelColor('#abcdef', 0), labelColor(undefined, 9)]).toEqual(['#ABCDEF', '#3E63DD'])
  })
})

describe('a sender', () => {
  it.each([
    [null, 'a@b.c', 'a@b.c'],
    ['Ada', 'a@b.c', 'Ada <a@b.c>'],
    ['Lovelace, "Ada"', 'a@b.c', String.raw`"Lovelace, \"Ada\"" <a@b.c>`],
    ['Ada', null, 'Ada'],
  ])('%j %j is displayed as %j', (name, address, shown) => {
    expect(formatSender(name, address)).toBe(shown)
  })
})
