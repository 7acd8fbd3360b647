// The kill loop over an import: the server is killed again and again (kill -9) while it reads a file of contacts.
// Afterwards each row of the file was either applied once or reported as an error once.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { endOf, seenImport, sendFile, type SeenImport } from '../support/imports.ts'
import { serverProcess } from '../support/process.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

const KEY = 're_faults00_aaaaaaaaaaaaaaaaaaaaaaaa'
/** Every row at this interval has no address. */
const WRONG_EVERY = 97

export interface KilledImport {
  kills: number
  seen: SeenImport
  /** The expected counts. */
  right: SeenImport['counts']
  contacts: number
  values: number
  members: number
  /** The lines of the stored errors, and those of the first invalid rows. */
  lines: number[]
  right_lines: number[]
  /** Remaining chunks of the file. */
  chunks: number
}

/**
 * `program`: the server, or a variant with a bug. A life ends when it has read some pages, plus `late_ms`: when the
 * next page is written.
 */
export async function importKillLoop({
  rows,
  pages,
  program,
  late_ms = 0,
}: {
  rows: number
  pages: number
  program?: string
  late_ms?: number
}): Promise<KilledImport> {
  const DATA_DIR = temporaryFolder()
  const env = { PORT: String(await freePort()), DATA_DIR, BOOTSTRAP_API_KEY: KEY, LOG_LEVEL: 'error' }
  const start = () => serverProcess(env, undefined, program)
  let kills = 0
  try {
    let server = await start()
    const at = { url: server.url, key: KEY }
    const segment = await made(at, '/segments', { name: 'All' })
    const column_map = { first_name: 'name', properties: { plan: { column: 'plan' } } }
    const sent = await sendFile(at, { file: fileOf(rows), column_map, segments: [segment] })
    if (sent.status !== 201) throw new Error(JSON.stringify(sent.body))
    const { id } = sent.body
    for (;;) {
      const before = (await seenImport(at, id)).counts.total
      let seen = await seenImport(at, id)
      while (seen.completed_at === null && seen.counts.total < before + pages * 500) {
        await pause(5)
        seen = await seenImport(at, id)
      }
      if (seen.completed_at !== null) break
      await pause(late_ms)
      await server.kill()
      kills++
      server = await start()
    }
    const seen = await endOf(at, id)
    // the file is deleted after the import has ended
    for (let looked = 0; looked < 200 && counted(DATA_DIR).chunks > 0; looked++) await pause(50)
    await server.stop()
    return { kills, seen, ...counted(DATA_DIR), ...expected(rows) }
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

async function made({ url, key }: { url: string; key: string }, at: string, body: object): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(url + at, { method: 'POST', headers, body: JSON.stringify(body) })
  return ((await response.json()) as { id: string }).id
}

const isWrong = (row: number): boolean => row % WRONG_EVERY === 0

function fileOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_each, row) =>
    isWrong(row) ? `nobody,${row},free` : `person-${row}@example.com,Person ${row},pro`,
  )
  return `email,name,plan\n${lines.join('\n')}\n`
}

function expected(rows: number): Pick<KilledImport, 'right' | 'right_lines'> {
  const wrong = Array.from({ length: rows }, (_each, row) => row).filter(isWrong)
  const failed = wrong.length
  return {
    right: { total: rows, created: rows - failed, updated: 0, skipped: 0, failed, departed: 0 },
    right_lines: wrong.slice(0, 1000).map(row => row + 2),
  }
}

function counted(folder: string): Pick<KilledImport, 'contacts' | 'values' | 'members' | 'lines' | 'chunks'> {
  const driver = new SQLite(path.join(folder, 'lettermill.db'), { readonly: true })
  const count = (table: string): number => driver.prepare<[], number>(`select count(*) from ${table}`).pluck().get()!
  const lines = driver.prepare<[], number>('select line from contact_import_errors order by id').pluck().all()
  const found = {
    contacts: count('contacts'),
    values: count('contact_property_values'),
    members: count('segment_members'),
    chunks: count('contact_import_chunks'),
    lines,
  }
  driver.close()
  return found
}
