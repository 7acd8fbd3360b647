// A run of a file: many of its rows in the order of their addresses, as the indexes have them. Rows that come in no order
// write one page of an index each; sorted, those of a unit of work share a few (docs/decisions/import-runs.md).
import { PART_BYTES } from './csv.ts'
import type { FileLayout } from './layout.ts'
import { type FilePage, pageOf } from './page.ts'
import { changedBy, type Merged, type Row } from './rows.ts'

/** Of one import; the others are counted. */
export const ERRORS_KEPT_MAX = 1000
/** Of bytes: a run is as long as what was read before it, so that the first rows are soon there, and memory has a bound. */
const RUN_BYTES_MIN = 524_288
const RUN_BYTES_MAX = 1_048_576
export const RUN_ROWS_MAX = 100_000
/** Parsed at once. */
const RECORDS_MAX = 2000

/** Part of a file, and what is to be read of it. */
interface RunInput {
  part: Uint8Array
  /** Where it begins in the file: its byte and its line. */
  position: number
  line: number
  /** Of the file. */
  bytes: number
  /** Where it ends when that is settled, as some of its rows are applied. */
  run_end: number | null
  layout: FileLayout
  on_conflict: 'upsert' | 'skip'
  rows_max: number
}

interface PackedRows {
  /** As JSON, one after the other, as a thread hands bytes over without copying them; and where each of them ends. */
  rows: Uint8Array<ArrayBuffer>
  ends: Uint32Array
  /** How many rows there are beyond the first one about each contact. */
  more: Uint32Array
}

/** What a run says. The same bytes always make the same run, so that a count of its rows says which are applied. */
export interface FileRun extends PackedRows, Pick<FilePage, 'position' | 'line' | 'is_last' | 'is_broken'> {
  start: number
  /** The first rows that are wrong, and how many are. */
  faults: FilePage['faults']
  failed: number
}

/** How many bytes the run has that begins here. */
export function runBytes({ position, run_end }: Pick<RunInput, 'position' | 'run_end'>): number {
  if (run_end !== null) return run_end - position
  return Math.min(Math.max(position, RUN_BYTES_MIN), RUN_BYTES_MAX)
}

export function runOf(input: RunInput): FileRun {
  const { part, position: start, layout, on_conflict, rows_max, run_end } = input
  // a run that is settled ends as a file does
  const bytes = run_end ?? input.bytes
  const gathered = new GatheredRows(on_conflict)
  const faults: FilePage['faults'] = []
  let [count, failed, has_more] = [0, 0, true]
  let at = { position: start, line: input.line, is_last: false, is_broken: false }
  while (has_more && !at.is_last) {
    const from = at.position - start
    const piece = part.subarray(from, from + PART_BYTES)
    const page = pageOf({ part: piece, ...at, bytes, layout, rows_max: Math.min(rows_max, RECORDS_MAX) })
    // what has no end within a part is a run by itself, as a run of which some is applied ends where a record does
    if (page.is_broken && from > 0 && start + part.length < bytes) break
    for (const row of page.rows) gathered.add(row)
    count += page.rows.length + page.faults.length
    failed += page.faults.length
    faults.push(...page.faults.slice(0, ERRORS_KEPT_MAX - faults.length))
    at = page
    const rest = part.length - (at.position - start)
    has_more = run_end !== null || (count < rows_max && (rest >= PART_BYTES || start + part.length >= bytes))
  }
  const { position, line, is_broken } = at
  const is_last = is_broken || (at.is_last && position >= input.bytes)
  // a small file keeps its order: it fills few pages
  const packed = gathered.packed(input.bytes > PART_BYTES)
  return { start, position, line, is_last, is_broken, faults, failed, ...packed }
}

/** The fields of a row in their order. */
type Packed = [
  email: string,
  email_key: string,
  first_name: string | null,
  last_name: string | null,
  unsubscribed: boolean | null,
  properties: [id: string, value: string | number][],
]

/**
 * The rows of a run, each contact once. With `upsert` a later row changes what the ones before it said; with `skip` only
 * the first one counts, as the contact is there then. They are kept as texts, which take a third of the memory.
 */
export class GatheredRows {
  readonly #on_conflict: 'upsert' | 'skip'
  readonly #places = new Map<string, number>()
  readonly #texts: string[] = []
  readonly #more: number[] = []

  constructor(on_conflict: 'upsert' | 'skip') {
    this.#on_conflict = on_conflict
  }

  add(row: Row): void {
    const at = this.#places.get(row.email_key)
    if (at === undefined) {
      this.#places.set(row.email_key, this.#texts.length)
      this.#texts.push(textOf(row))
      this.#more.push(0)
      return
    }
    this.#more[at]!++
    if (this.#on_conflict === 'upsert') this.#texts[at] = textOf(changedBy(rowIn(JSON.parse(this.#texts[at]!)), row))
  }

  packed(sorted: boolean): PackedRows {
    const keys = [...this.#places.keys()]
    // always in the same order, whatever the machine's language is
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

function textOf({ email, email_key, first_name, last_name, unsubscribed, properties }: Row): string {
  const packed: Packed = [email, email_key, first_name, last_name, unsubscribed, [...properties]]
  return JSON.stringify(packed)
}

function rowIn([email, email_key, first_name, last_name, unsubscribed, properties]: Packed): Row {
  return { email, email_key, first_name, last_name, unsubscribed, properties: new Map(properties) }
}

/** The rows of a run from one on, up to so many. */
export function rowsIn({ rows, ends, more }: PackedRows, from: number, rows_max: number): Merged {
  const to = Math.min(from + rows_max, ends.length)
  if (to <= from) return { rows: [], more: [] }
  const [start, end] = [from === 0 ? 0 : ends[from - 1]!, ends[to - 1]! - 1]
  const list = JSON.parse(`[${Buffer.from(rows.buffer, start, end - start).toString()}]`) as Packed[]
  return { rows: list.map(rowIn), more: more.subarray(from, to) }
}
