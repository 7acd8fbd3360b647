// The short form of the kill loop over an import; `npm run faults` runs the long one.
import { describe, expect, it } from 'vitest'
import { importKillLoop } from './imports.ts'

describe('kill -9 during an import', () => {
  it('applies or reports each row once, and deletes the file', async () => {
    const { kills, seen, right, contacts, values, members, lines, right_lines, chunks } = await importKillLoop({
      rows: 12_000,
      pages: 6,
    })
    expect(kills).toBeGreaterThan(2)
    expect([seen.status, seen.counts]).toEqual(['completed', right])
    expect([contacts, values, members, chunks]).toEqual([right.created, right.created, right.created, 0])
    expect(lines).toEqual(right_lines)
  }, 200_000)

  it('detects a page that was applied twice', async () => {
    const { kills, seen } = await importKillLoop({
      rows: 4000,
      pages: 2,
      program: 'test/faults/apart.ts',
      late_ms: 150,
    })
    expect(kills).toBeGreaterThan(2)
    expect(seen.counts.updated).toBeGreaterThan(0)
  }, 200_000)
})
