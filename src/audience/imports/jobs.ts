// Imports files of contacts: reads a run of many rows at a time, and applies it in pages. A page is written in one transaction
// with the position of the next one, so that each row is applied once even if the process crashes. Other transactions run
// between two pages. After a while the job is enqueued again, so that it does not delay other imports or a shutdown.
import { savePropertyValues } from '../contact-properties/store.ts'
import { chooseTopicsForMany, upsertContacts } from '../contacts/actions.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import { QUEUE_SETTINGS } from '../../base/queue/kinds.ts'
import type { Work } from '../../base/queue/claimed-work.ts'
import { BoundedMap } from '../../base/limits/bounded-map.ts'
import { addContactsToSegments } from '../segments/store.ts'
import { DatabaseUnavailable, type TimedTx, type Tx } from '../../base/store/database.ts'
import { Threads } from '../../base/threads/pool.ts'
import { threadTask } from '../../base/threads/tasks.ts'
import { PART_BYTES } from './csv.ts'
import { importCounts, type ImportCounts, type MergedRows } from './rows.ts'
import { ERRORS_STORED_MAX, type FileRun, runRows, RUN_ROWS_MAX, runBytes, runOf } from './runs.ts'
import * as store from './store.ts'

type Job = Work<'import_contacts'>

/** A page is one transaction, which on SQLite blocks all others. Its number of rows is chosen to fit into this time. */
const HELD_MS = 16
const ROWS_MIN = 250
const ROWS_MAX = 2000
/** Parsed data is short-lived: a larger young generation is no faster and takes 45 MB more. */
const YOUNG_MB = 12
/** 100,000 short rows and 200 properties of one letter each can be read with 50 MB, but not with 40. */
const HEAP_MB = 64
/** Runs of large files are read in a thread, while the previous run is written. */
const threads = new Threads({ size: 1, waiting_max: 100, heap_mb: HEAP_MB, young_mb: YOUNG_MB })
/** Reads a run, and sorts its rows by address. */
const READ_RUN = threadTask<{ runOf: typeof runOf }, 'runOf'>(new URL('./runs.ts', import.meta.url), 'runOf')
const READING_LIMIT_MS = 30_000
/** How long the job runs before it is enqueued again. */
const TURN_MS = 2000

interface ReadRuns {
  run: FileRun
  /** The following run, if it was read, too. */
  next?: FileRun | undefined
}

/** Runs that were read but not applied when the job was enqueued again, for this many imports. Others are read again. */
const left = new BoundedMap<string, ReadRuns>(2)
/** How long such a run is kept: another process may have continued the import. */
const LEFT_FOR_MS = 20_000

export async function import_contacts(work: Job, turn_ms = TURN_MS): Promise<void> {
  const { team_id, import_id: id } = work.payload
  try {
    const found = await work.read(tx => store.findImportRecord(tx, { team_id, id }))
    if (found && store.isImportOpen(found) && (await applyRuns(work, found, turn_ms)))
      return await work.finish(tx => enqueue(tx, 'import_contacts', work.payload, work.now()))
  } catch (thrown) {
    if (work.attempt < QUEUE_SETTINGS.import_contacts.attempts_max || thrown instanceof DatabaseUnavailable)
      throw thrown
    work.log.error({ err: thrown, import_id: id }, 'import failed')
    return work.finish(async tx => {
      await giveUp(tx, { team_id, id }, work.now())
      await enqueue(tx, 'drop_import_file', work.payload, work.now())
    })
  }
  await work.finish(tx => enqueue(tx, 'drop_import_file', work.payload, work.now()))
}

/** Applies runs. Returns whether rows remain when the time is over. */
async function applyRuns(work: Job, found: store.ImportRecord, turn_ms: number): Promise<boolean> {
  const began = performance.now()
  const known = left.get(found.id)
  left.delete(found.id)
  const current = { ...found }
  let run = known && isOf(known.run, found) ? known.run : await readRun(work, found, ROWS_MIN)
  let ahead = known?.run === run && known.next ? Promise.resolve<FileRun | undefined>(known.next) : undefined
  let rows_max = ROWS_MIN
  for (;;) {
    // read while pages of the current run wait for the database
    ahead ??= readNext(work, current, run, rows_max)
    const before = performance.eventLoopUtilization()
    const merged = runRows(run, current.applied, rows_max)
    // faulty rows are reported with the first page of their run
    const page = { run, merged, failed: current.applied === 0 ? run.failed : 0 }
    const progress = await work.writeAlone(tx => applyPage({ tx, now: work.now() }, current, page))
    // no progress: the import was canceled or has ended
    if (!progress || progress.completed_at !== null) return false
    Object.assign(current, progress)
    // a page that is not full does not show how many rows fit
    if (merged.rows.length === rows_max)
      rows_max = nextRowsMax(rows_max, performance.eventLoopUtilization(before).active)
    const isOver = performance.now() - began >= turn_ms
    if (progress.applied > 0 && !isOver) continue
    const next = await ahead
    if (progress.applied === 0) [run, ahead] = [next!, undefined]
    if (!isOver) continue
    leave(found.id, progress.applied === 0 ? { run } : { run, next })
    return true
  }
}

/** Removes the rest of the file, some chunks in each transaction. */
export async function drop_import_file(work: Work<'drop_import_file'>): Promise<void> {
  const { team_id, import_id: id } = work.payload
  await work.finish(async tx => {
    if (await store.removeFileChunks(tx, { team_id, id }))
      await enqueue(tx, 'drop_import_file', work.payload, work.now())
  })
}

/** Whether the import has reached this run. */
function isOf(run: FileRun, { position, run_end }: store.ImportRecord): boolean {
  return run.start === position && (run_end ?? run.position) === run.position
}

/** Reads the next run of the file. */
async function readRun(work: Job, of: store.ImportRecord, rows_max: number): Promise<FileRun> {
  const { plan, position, line, bytes, run_end } = of
  const part = await work.read(tx => store.readFileBytes(tx, { ...of, from: position, count: runBytes(of) }))
  const { layout, on_conflict } = plan!
  const input = { part, position, line, bytes, run_end, layout, on_conflict, rows_max: RUN_ROWS_MAX }
  // a small file is read faster than a thread starts
  if (bytes <= PART_BYTES) return runOf({ ...input, rows_max })
  const standing = { limit_ms: READING_LIMIT_MS, transfer: [part.buffer], owner: of.team_id }
  return threads.run(READ_RUN, [input], standing)
}

/** Starts to read the run after a given one, if there is one; it is awaited later. */
function readNext(
  work: Job,
  current: store.ImportRecord,
  { position, line, is_last }: FileRun,
  rows_max: number,
): Promise<FileRun | undefined> {
  if (is_last) return Promise.resolve(undefined)
  const next = readRun(work, { ...current, position, line, run_end: null, applied: 0 }, rows_max)
  next.catch(() => {})
  return next
}

function leave(id: string, runs: ReadRuns): void {
  left.set(id, runs)
  setTimeout(() => left.delete(id), LEFT_FOR_MS).unref()
}

/** The number of rows of the next page, based on how long a page blocked the event loop. */
function nextRowsMax(rows: number, held_ms: number): number {
  const fitting = Math.floor((rows * HELD_MS) / Math.max(held_ms, 1))
  return Math.min(Math.max(fitting, ROWS_MIN), 2 * rows, ROWS_MAX)
}

interface PageOfRun {
  run: FileRun
  merged: MergedRows
  failed: number
}

async function applyPage(
  { tx, now }: TimedTx,
  before: store.ImportRecord,
  page: PageOfRun,
): Promise<store.ImportProgress | undefined> {
  const found = await store.findImportRecord(tx, before)
  if (!found || !store.isImportOpen(found)) return undefined
  const { run, merged, failed } = page
  const counts = await applyRows({ tx, now }, before, page)
  const room = failed > 0 ? Math.max(0, ERRORS_STORED_MAX - before.failed) : 0
  if (room > 0)
    await store.insertImportErrors({ tx, team_id: before.team_id, now }, before.id, run.faults.slice(0, room))
  const applied = before.applied + merged.rows.length
  const isOver = applied >= run.ends.length
  const { position, line } = isOver ? run : before
  const chunk = Math.floor(position / store.FILE_CHUNK_BYTES)
  if (chunk > before.chunk)
    store.removeChunksBefore(tx, { team_id: before.team_id, import_id: before.id, before: chunk })
  const isEnd = isOver && run.is_last
  const progress: store.ImportProgress = {
    status: !isEnd ? 'in_progress' : run.is_broken ? 'failed' : 'completed',
    completed_at: isEnd ? now.toISOString() : null,
    position,
    line,
    run_end: isOver ? null : run.position,
    applied: isOver ? 0 : applied,
    chunk,
    ...added(before, counts),
  }
  store.saveImportProgress(tx, before, progress)
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
  { tx, now }: TimedTx,
  { team_id, plan }: store.ImportRecord,
  { merged, failed }: PageOfRun,
): Promise<ImportCounts> {
  const { on_conflict, segment_ids, topics } = plan!
  const put = merged.rows.length > 0 ? await upsertContacts({ tx, team_id, now }, merged.rows, on_conflict) : []
  // a skipped contact is unchanged, including its values, segments and topics
  const touched = put.flatMap((contact, index) =>
    contact.is_new || on_conflict === 'upsert' ? [{ contact, row: merged.rows[index]! }] : [],
  )
  const values = touched.flatMap(({ contact, row }) =>
    Array.from(row.properties, ([property_id, value]) => ({ contact_id: contact.id, property_id, value })),
  )
  const contacts = touched.map(({ contact }) => contact)
  if (values.length > 0) await savePropertyValues(tx, team_id, values)
  if (contacts.length > 0 && segment_ids.length > 0)
    await addContactsToSegments({ tx, team_id, now }, segment_ids, contacts)
  const reached = touched.map(({ contact: { id }, row: { email } }) => ({ id, email }))
  await chooseTopicsForMany({ tx, team_id, now }, reached, new Map(topics))
  return importCounts(merged, put, failed, on_conflict)
}

/** Fails the import after its last attempt. Applied rows remain. */
async function giveUp(tx: Tx, of: { team_id: string; id: string }, now: Date): Promise<void> {
  const found = await store.findImportRecord(tx, of)
  if (!found || !store.isImportOpen(found)) return
  const reason = 'The import failed; see the server log. Import the remaining rows in a new file.'
  await store.insertImportErrors({ tx, team_id: of.team_id, now }, of.id, [{ line: found.line, column: null, reason }])
  store.saveImportProgress(tx, found, {
    ...found,
    status: 'failed',
    completed_at: now.toISOString(),
    failed: found.failed + 1,
    total: found.total + 1,
  })
}
