// What is in a CSV: the names of its columns, and its records from a byte on, as far as they are whole. It is read a part at
// a time, and each part by itself, so that reading can go on at any record.
import type * as CsvParse from 'csv-parse'
import { lazy } from '../../base/runtime/lazy.ts'

const csvParse = lazy<typeof CsvParse>('csv-parse')

/** A part: no record is larger, so that a part in which none ends has one that is too large. */
export const PART_BYTES = 131_072
const COLUMNS_MAX = 200
/** Of a name of a column. */
const NAME_LENGTH_MAX = 255
const DELIMITERS = [',', ';', '\t'] as const
const LF = 10
const CR = 13
const BOM = Buffer.from([0xef, 0xbb, 0xbf])
/** Behind the last record, so that the parser need not wait for more to know that it ends there. */
const END = '\n\n\n\n'

const EMPTY = 'The file is empty: its first row must have the names of its columns, `email` among them'

/** How the records of a file are written down. */
export interface Dialect {
  delimiter: (typeof DELIMITERS)[number]
  /** Old programs end a line with a CR alone. */
  line_end: '\n' | '\r'
}

export interface Header extends Dialect {
  columns: string[]
  /** Where the first record behind it begins: its byte and its line. */
  position: number
  line: number
}

interface CsvRecord {
  fields: string[]
  /** Where it begins, from the beginning of the part. */
  start: number
  /** Where the next one begins. */
  end: number
}

/** The first record of a file, of which `bytes` are the beginning; or what is wrong, as a sentence. */
export function headerOf(bytes: Buffer, is_whole: boolean): Header | string {
  const start = bytes.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0
  const text = bytes.subarray(start)
  const line_end = lineEndIn(text)
  let best: { delimiter: Dialect['delimiter']; record: CsvRecord } | undefined
  for (const delimiter of DELIMITERS) {
    const [record] = recordsIn(text, { delimiter, line_end }, is_whole, 1)
    // what divides it into most columns is what it was written with
    if (record && (!best || record.fields.length > best.record.fields.length)) best = { delimiter, record }
  }
  if (!best) return text.length < PART_BYTES ? EMPTY : 'The first row of the CSV is too long'
  const columns = best.record.fields.map(name => name.trim())
  const fault = columnsFault(columns)
  if (fault !== undefined) return fault
  const line = 1 + linesIn(text.subarray(0, best.record.end), line_end)
  return { delimiter: best.delimiter, line_end, columns, position: start + best.record.end, line }
}

function columnsFault(columns: readonly string[]): string | undefined {
  if (columns.length > COLUMNS_MAX) return `The CSV has ${columns.length} columns; at most ${COLUMNS_MAX} are read`
  const long = columns.findIndex(name => name.length > NAME_LENGTH_MAX)
  return long < 0 ? undefined : `The name of column ${long + 1} of the CSV is longer than ${NAME_LENGTH_MAX} characters`
}

function lineEndIn(text: Buffer): Dialect['line_end'] {
  return text.includes('\n') || !text.includes('\r') ? '\n' : '\r'
}

/**
 * The records that end in a part, up to so many. `is_last`: the part is the end of the file. A quote that nothing closes has
 * the rest of the part for its record, which does not end.
 */
export function recordsIn(part: Buffer, dialect: Dialect, is_last: boolean, max: number): CsvRecord[] {
  const { delimiter, line_end } = dialect
  const records: CsvRecord[] = []
  let next = 0
  const parser = new (csvParse().Parser)({
    delimiter,
    record_delimiter: line_end === '\r' ? ['\r'] : ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    to: max,
    on_record: (fields: string[], { bytes }) => {
      const start = behindBlankLines(part, next, dialect)
      next = Math.min(bytes, part.length)
      records.push({ fields, start, end: next })
      // the rows that were handed on have to be read first
      return null
    },
  })
  // it goes through what is written at once
  parser.write(is_last ? Buffer.concat([part, Buffer.from(line_end === '\r' ? '\r\r\r\r' : END)]) : part)
  parser.destroy()
  return records
}

/**
 * Lines without anything are no records. Only whole ends of lines count, as the parser has them: so what is read does not
 * depend on where a part is cut.
 */
export function behindBlankLines(part: Buffer, from: number, { line_end }: Pick<Dialect, 'line_end'>): number {
  let at = from
  for (;;) {
    if (part[at] === line_end.charCodeAt(0)) at++
    else if (line_end === '\n' && part[at] === CR && part[at + 1] === LF) at += 2
    else return at
  }
}

/** How many lines end in it. */
export function linesIn(bytes: Buffer, line_end: Dialect['line_end']): number {
  const end = line_end.charCodeAt(0)
  let count = 0
  for (let at = bytes.indexOf(end); at >= 0; at = bytes.indexOf(end, at + 1)) count++
  return count
}
