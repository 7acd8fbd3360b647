// Reads files of contacts, a page of rows at a time: what a page says is written in one unit of work with where the next one
// begins, so that each row is applied once, whenever the process dies. Between two pages everybody else has a turn, and
// after a while the job is left anew, so that other imports and a server that stops need not wait.
import { saveManyValues, valueFault } from '../contact-properties/actions.ts'
import { chooseTopicsForMany, keyOf, putMany } from '../contacts/actions.ts'
import { enqueue } from '../queue/enqueue.ts'
import { QUEUE_SETTINGS } from '../queue/kinds.ts'
import type { Work } from '../queue/runner.ts'
import { addManyToSegments } from '../segments/actions.ts'
import { DatabaseUnavailable, type Tx } from '../store/database.ts'
import { Threads } from '../threads/pool.ts'
import { PART_BYTES } from './csv.ts'
import { type FilePage, pageOf } from './page.ts'
import { countsOf, type ImportCounts } from './rows.ts'
import * as store from './store.ts'

type Job = Work<'import_contacts'>

/** A page is one unit of work, and on SQLite nobody else has a turn meanwhile: it has as many rows as take so long. */
const HELD_MS = 16
const ROWS_MIN = 250
const ROWS_MAX = 2000
/** Pages of large files are read in a thread, while the one before is written. */
const threads = new Threads({ size: 1, waiting_max: 100 })
const READING_LIMIT_MS = 30_000
/** Then the job is left anew. */
const TURN_MS = 2000
/** Of one import; the others are counted. */
export const ERRORS_KEPT_MAX = 1000

export async function import_contacts(work: Job): Promise<void> {
  const { team_id, import_id: id } = work.payload
  const began = performance.now()
  try {
    const file = new store.FileReader({ team_id, id })
    let found = await work.read(tx => store.findImportRecord(tx, { team_id, id }))
    let rows_max = ROWS_MIN
    let next = found && (await readPage(work, file, found, rows_max))
    while (found && next) {
      const [current, page]: [store.ImportRecord, FilePage] = [found, next]
      const before = performance.eventLoopUtilization()
      const [progress, ahead] = await Promise.all([
        work.lookAtOnce(tx => applyPage(tx, current, page, work.now())),
        // while that waits for its turn
        page.is_last ? undefined : readPage(work, file, { ...current, ...page }, rows_max),
      ])
      // without it somebody has ended it
      next = progress && ahead
      if (!progress) break
      rows_max = nextRowsMax(page.merged.rows.length, performance.eventLoopUtilization(before).active)
      found = { ...current, ...progress }
      if (performance.now() - began > TURN_MS) break
    }
    if (next) return await work.finish(tx => enqueue(tx, 'import_contacts', work.payload, work.now()))
  } catch (thrown) {
    if (work.attempt < QUEUE_SETTINGS.import_contacts.attempts_max || thrown instanceof DatabaseUnavailable)
      throw thrown
    work.log.error({ err: thrown, import_id: id }, 'an import cannot go on and is ended')
    return work.finish(async tx => {
      await giveUp(tx, { team_id, id }, work.now())
      await enqueue(tx, 'drop_import_file', work.payload, work.now())
    })
  }
  await work.finish(tx => enqueue(tx, 'drop_import_file', work.payload, work.now()))
}

/** Removes what is left of the file, a part at a time. */
export async function drop_import_file(work: Work<'drop_import_file'>): Promise<void> {
  const { team_id, import_id: id } = work.payload
  await work.finish(async tx => {
    if (await store.removeFile(tx, { team_id, id })) await enqueue(tx, 'drop_import_file', work.payload, work.now())
  })
}

type Place = Pick<store.ImportRecord, 'status' | 'plan' | 'position' | 'line' | 'bytes'>

/** What comes next in the file; nothing when it is not to be read any more. */
async function readPage(
  work: Job,
  file: store.FileReader,
  { status, plan, ...at }: Place,
  rows_max: number,
): Promise<FilePage | undefined> {
  if (!store.isUnderWay({ status }) || !plan) return undefined
  const part = await work.read(tx => file.read(tx, at.position, PART_BYTES))
  const { layout, on_conflict } = plan
  const { position, line, bytes } = at
  const input = { part, position, line, bytes, layout, on_conflict, rows_max }
  // a thread takes longer to begin than that takes to read
  if (bytes <= PART_BYTES) return pageOf(input, { keyOf, valueFault })
  return threads.run('read_contacts', input, { limit_ms: READING_LIMIT_MS, transfer: [part.buffer] })
}

/** How many rows the next page has, when a page of so many has held the event loop for so long. */
function nextRowsMax(rows: number, held_ms: number): number {
  const fitting = Math.floor((rows * HELD_MS) / Math.max(held_ms, 1))
  return Math.min(Math.max(fitting, ROWS_MIN), 2 * Math.max(rows, ROWS_MIN), ROWS_MAX)
}

async function applyPage(
  tx: Tx,
  before: store.ImportRecord,
  page: FilePage,
  now: Date,
): Promise<Pick<store.ImportRecord, keyof store.ImportProgress> | undefined> {
  const found = await store.findImportRecord(tx, before)
  if (!found || !store.isUnderWay(found)) return undefined
  const counts = await applyRows(tx, before, page, now)
  const room = Math.max(0, ERRORS_KEPT_MAX - before.failed)
  if (page.faults.length > 0 && room > 0) {
    await store.insertImportErrors(tx, before, page.faults.slice(0, room), now)
  }
  const chunk = Math.floor(page.position / store.FILE_CHUNK_BYTES)
  if (chunk > before.chunk) await store.removeChunksBefore(tx, before, chunk)
  const progress: store.ImportProgress = {
    status: !page.is_last ? 'in_progress' : page.is_broken ? 'failed' : 'completed',
    completed_at: page.is_last ? now.toISOString() : null,
    position: page.position,
    line: page.line,
    chunk,
    ...added(before, counts),
  }
  store.saveProgress(tx, before, progress)
  return progress
}

function added(before: ImportCounts, more: ImportCounts): ImportCounts {
  const sum = (name: keyof ImportCounts): number => before[name] + more[name]
  return {
    total: sum('total'),
    created: sum('created'),
    updated: sum('updated'),
    skipped: sum('skipped'),
    failed: sum('failed'),
    departed: sum('departed'),
  }
}

async function applyRows(
  tx: Tx,
  { team_id, plan }: store.ImportRecord,
  page: FilePage,
  now: Date,
): Promise<ImportCounts> {
  const { on_conflict, segment_ids, topics } = plan!
  const { merged } = page
  const put = merged.rows.length > 0 ? await putMany(tx, team_id, merged.rows, on_conflict, now) : []
  // who is skipped stays as they are, in all respects
  const touched = put.flatMap((contact, index) =>
    contact.is_new || on_conflict === 'upsert' ? [{ contact, row: merged.rows[index]! }] : [],
  )
  const values = touched.flatMap(({ contact, row }) =>
    Array.from(row.properties, ([property_id, value]) => ({ contact_id: contact.id, property_id, value })),
  )
  const contacts = touched.map(({ contact }) => contact)
  if (values.length > 0) await saveManyValues(tx, team_id, values)
  if (contacts.length > 0 && segment_ids.length > 0) await addManyToSegments(tx, team_id, segment_ids, contacts, now)
  const reached = touched.map(({ contact: { id }, row: { email } }) => ({ id, email }))
  await chooseTopicsForMany(tx, team_id, reached, new Map(topics), now)
  return countsOf(merged, put, page.faults.length, on_conflict)
}

/** It was tried too often. What was applied stays. */
async function giveUp(tx: Tx, of: { team_id: string; id: string }, now: Date): Promise<void> {
  const found = await store.findImportRecord(tx, of)
  if (!found || !store.isUnderWay(found)) return
  const reason = 'The server could not go on from here; see its log. Import the rest of the file anew.'
  await store.insertImportErrors(tx, of, [{ line: found.line, column: null, reason }], now)
  store.saveProgress(tx, found, {
    ...found,
    status: 'failed',
    completed_at: now.toISOString(),
    failed: found.failed + 1,
    total: found.total + 1,
  })
}
