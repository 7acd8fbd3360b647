// Limits on the work that a hostile email causes on the event loop: the size of the results of the parser thread, and
// of the stored data.
import { setTimeout as pause } from 'node:timers/promises'
import { serialize } from 'node:v8'
import { expect, it } from 'vitest'
import { indexedWords } from '../../src/inbound/inboxes/threads/words.ts'
import { readInThread } from '../../src/inbound/receiving/in-threads/actions.ts'
import { LineEnds } from '../../src/inbound/receiving/lines.ts'
import { HOSTILE_MAILS } from '../support/hostile-mails.ts'

const PIECE_BYTES = 262_144
/** Both threads copy the result while nothing else runs: about a millisecond per megabyte. */
const RESULT_BYTES_MAX = 1_000_000
/** Chunks that can arrive in one turn; storing one takes about 50 µs. */
const PIECES_AT_ONCE_MAX = 64
const STORING_MS = 60
const FILES_MAX = 500
const WORDS_MAX = 5_000

interface HandedOver {
  result_bytes: number
  piece_bytes: number
  pieces_at_once: number
  files: number
  words: number
}

async function handedOver(mail: string): Promise<HandedOver> {
  const bytes = Buffer.from(mail, 'latin1')
  const pieces = async function* (): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
  }
  let [under_way, pieces_at_once, piece_bytes] = [0, 0, 0]
  const read = await readInThread({ team_id: 'a', bytes: bytes.length, pieces }, async ({ data }) => {
    pieces_at_once = Math.max(pieces_at_once, ++under_way)
    piece_bytes = Math.max(piece_bytes, data.length)
    // long enough for the thread to send everything that it may
    await pause(STORING_MS)
    under_way--
  })
  const words = indexedWords({ ...read, inbox_id: 'a', from: read.from_address ?? '', has_attachment: true })
  const result_bytes = serialize(read).length
  return { result_bytes, piece_bytes, pieces_at_once, files: read.files.length, words: words.split(' ').length }
}

it.each(Object.entries(HOSTILE_MAILS))('limits the work on the event loop for an email of %s', async (_, mail) => {
  const { result_bytes, piece_bytes, pieces_at_once, files, words } = await handedOver(mail())
  expect(result_bytes).toBeLessThan(RESULT_BYTES_MAX)
  expect(piece_bytes).toBeLessThanOrEqual(PIECE_BYTES)
  expect(pieces_at_once).toBeLessThanOrEqual(PIECES_AT_ONCE_MAX)
  expect(files).toBeLessThanOrEqual(FILES_MAX)
  expect(words).toBeLessThanOrEqual(WORDS_MAX)
})

it('checks the ends of empty lines as fast as those of long lines', () => {
  const spent_us = (line: string): number => {
    const piece = Buffer.from(line.repeat(PIECE_BYTES / line.length))
    const ends = new LineEnds()
    const before = process.threadCpuUsage()
    for (let pieces = 0; pieces < 100; pieces++) ends.add(piece)
    const { user, system } = process.threadCpuUsage(before)
    expect(ends.hasBareLineEnd).toBe(false)
    return user + system
  }
  const long = `${'x'.repeat(62)}\r\n`
  spent_us(long)
  // a search for each line ending took 20 times as long
  expect(spent_us('\r\n')).toBeLessThan(5 * spent_us(long))
})
