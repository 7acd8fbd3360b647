// A run of a file: many of its rows, sorted by address like the indexes. Each unsorted row would write a separate page of an
// index; sorted rows of a transaction share a few pages (docs/decisions/import-runs.md).
import { PART_BYTES } from './csv.ts'
import type { FileLayout } from './layout.ts'
import { type FilePage, filePageOf } from './page.ts'
import { mergedRow, type MergedRows, type ImportRow } from './rows.ts'

/** Maximum errors stored for an import; further ones are only counted. */
export const ERRORS_STORED_MAX = 1000
/**
 * Bytes of a run: as many as were read before it, within bounds, so that the first rows are applied soon and memory is
 * limited.
 */
const RUN_BYTES_MIN = 524_288
const RUN_BYTES_MAX = 1_048_576
export const RUN_ROWS_MAX = 100_000
/** Records that are parsed at a time. */
const RECORDS_MAX = 2000

/** A part of a file, and how much of it to read. */
interface RunInput {
  part: Uint8Array
  /** The position of the part in the file: byte and line. */
  position: number
  line: number
  /** The size of the file. */
  bytes: number
  /** The end of the run, if some of its rows are already applied; `null`: still open. */
  run_end: number | null
  layout: FileLayout
  on_conflict: 'upsert' | 'skip'
  rows_max: number
}

interface PackedRows {
  /** Rows as concatenated JSON, so that a thread can transfer the bytes without copying; `ends`: the end of each row. */
  rows: Uint8Array<ArrayBuffer>
  ends: Uint32Array
  /** How many further rows each contact has. */
  more: Uint32Array
}

/** A run after reading. The same bytes always result in the same run, so that the number of applied rows identifies them. */
export interface FileRun extends PackedRows, Pick<FilePage, 'position' | 'line' | 'is_last' | 'is_broken'> {
  start: number
  /** The first faults; `failed`: the number of faulty rows. */
  faults: FilePage['faults']
  failed: number
}

/** The size of the run that starts here. */
export function runBytes({ position, run_end }: Pick<RunInput, 'position' | 'run_end'>): number {
  if (run_end !== null) return run_end - position
  return Math.min(Math.max(position, RUN_BYTES_MIN), RUN_BYTES_MAX)
}

export function runOf(input: RunInput): FileRun {
  const { part, position: start, layout, on_conflict, rows_max, run_end } = input
  // a run with a fixed end ends like a file
  const bytes = run_end ?? input.bytes
  const gathered = new CollectedRows(on_conflict)
  const faults: FilePage['faults'] = []
  let [count, failed, has_more] = [0, 0, true]
  let at = { position: start, line: input.line, is_last: false, is_broken: false }
  while (has_more && !at.is_last) {
    const from = at.position - start
    const piece = part.subarray(from, from + PART_BYTES)
    const page = filePageOf({ part: piece, ...at, bytes, layout, rows_max: Math.min(rows_max, RECORDS_MAX) })
    // a record without an end becomes a separate run, because a run must end after a complete record
    if (page.is_broken && from > 0 && start + part.length < bytes) break
    for (const row of page.rows) gathered.add(row)
    count += page.rows.length + page.faults.length
    failed += page.faults.length
    faults.push(...page.faults.slice(0, ERRORS_STORED_MAX - faults.length))
    at = page
    const rest = part.length - (at.position - start)
    has_more = run_end !== null || (count < rows_max && (rest >= PART_BYTES || start + part.length >= bytes))
  }
  const { position, line, is_broken } = at
  const is_last = is_broken || (at.is_last && position >= input.bytes)
  // the rows of a small file stay unsorted: they touch few pages of an index
  const packed = gathered.packed(input.bytes > PART_BYTES)
  return { start, position, line, is_last, is_broken, faults, failed, ...packed }
}

/** The fields of a packed row. */
type Packed = [
  email: string,
  email_key: string,
  first_name: string | null,
  last_name: string | null,
  unsubscribed: boolean | null,
  properties: [id: string, value: string | number][],
]

/**
 * Collects the rows of a run, one for each contact. With `upsert`, a later row changes earlier ones; with `skip`, only the
 * first counts, because the contact exists after it. Rows are kept as text, which takes a third of the memory.
 */
export class CollectedRows {
  readonly #on_conflict: 'upsert' | 'skip'
  readonly #places = new Map<string, number>()
  readonly #texts: string[] = []
  readonly #more: number[] = []

  constructor(on_conflict: 'upsert' | 'skip') {
    this.#on_conflict = on_conflict
  }

  add(row: ImportRow): void {
    const at = this.#places.get(row.email_key)
    if (at === undefined) {
      this.#places.set(row.email_key, this.#texts.length)
      this.#texts.push(textOf(row))
      this.#more.push(0)
      return
    }
    this.#more[at]!++
    if (this.#on_conflict === 'upsert') this.#texts[at] = textOf(mergedRow(rowIn(JSON.parse(this.#texts[at]!)), row))
  }

  packed(sorted: boolean): PackedRows {
    const keys = [...this.#places.keys()]
    // the same order on every machine, regardless of its locale
    if (sorted) keys.sort()
    const order = keys.map(key => this.#places.get(key)!)
    let bytes = 0
    const ends = Uint32Array.from(order, at => (bytes += Buffer.byteLength(this.#texts[at]!) + 1))
    const rows = new Uint8Array(bytes)
    const written = Buffer.from(rows.buffer)
    for (const [index, at] of order.entries()) written.write(`${this.#texts[at]!},`, index === 0 ? 0 : ends[index - 1]!)
    return { rows, ends, more: Uint32Array.from(order, at => this.#more[at]!) }
  }
}

function textOf({ email, email_key, first_name, last_name, unsubscribed, properties }: ImportRow): string {
  const packed: Packed = [email, email_key, first_name, last_name, unsubscribed, [...properties]]
  return JSON.stringify(packed)
}

function rowIn([email, email_key, first_name, last_name, unsubscribed, properties]: Packed): ImportRow {
  return { email, email_key, first_name, last_name, unsubscribed, properties: new Map(properties) }
}

/** Some rows of a run, starting at an index. */
export function runRows({ rows, ends, more }: PackedRows, from: number, rows_max: number): MergedRows {
  const to = Math.min(from + rows_max, ends.length)
  if (to <= from) return { rows: [], more: [] }
  const [start, end] = [from === 0 ? 0 : ends[from - 1]!, ends[to - 1]! - 1]
  const list = JSON.parse(`[${Buffer.from(rows.buffer, start, end - start).toString()}]`) as Packed[]
  return { rows: list.map(rowIn), more: more.subarray(from, to) }
}
