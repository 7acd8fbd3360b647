import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { endOf, seenImport, sendFile } from '../../support/imports.ts'
import { serverProcess } from '../../support/process.ts'
import { freePort } from '../../support/port.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { importKillLoop } from '../imports.ts'
import { residentBytes } from '../resident.ts'

const ROWS = Number(process.env.ROWS ?? 1_000_000)
const KEY = 're_faults00_aaaaaaaaaaaaaaaaaaaaaaaa'

describe('kill -9 during a long import', () => {
  it('applies or reports each row once', async () => {
    const { kills, seen, right, contacts, values, members, chunks } = await importKillLoop({
      rows: ROWS / 2,
      pages: 20,
    })
    console.log({ kills, ...seen.counts })
    expect([seen.status, seen.counts]).toEqual(['completed', right])
    expect([contacts, values, members, chunks]).toEqual([right.created, right.created, right.created, 0])
  }, 900_000)
})

describe('a million rows', () => {
  it('are imported in memory that does not grow with their number', async () => {
    const DATA_DIR = temporaryFolder()
    const env = { PORT: String(await freePort()), DATA_DIR, BOOTSTRAP_API_KEY: KEY, LOG_LEVEL: 'error' }
    const server = await serverProcess(env)
    try {
      const at = { url: server.url, key: KEY }
      const rows = Array.from({ length: ROWS }, (_each, row) => `person-${row}@example.com,Person ${row}`)
      const before = residentBytes(server.child.pid!)
      const { body } = await sendFile(at, { file: `email,first_name\n${rows.join('\n')}` })
      const began = performance.now()
      let most = 0
      for (;;) {
        most = Math.max(most, residentBytes(server.child.pid!))
        if ((await seenImport(at, body.id)).completed_at !== null) break
        await pause(100)
      }
      const per_s = Math.round(ROWS / ((performance.now() - began) / 1000))
      console.log({ per_s, before_mb: before / 1e6, most_mb: most / 1e6 })
      expect((await endOf(at, body.id)).counts).toMatchObject({ total: ROWS, created: ROWS })
      // a reader thread and the rows in transit take 220 MB of it, with three millions as with one
      expect(most - before).toBeLessThan(260_000_000)
    } finally {
      await server.kill()
      rmSync(DATA_DIR, { recursive: true, force: true })
    }
  }, 900_000)
})
