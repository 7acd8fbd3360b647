// Reads a CSV: the names of its columns, and the complete records from a byte on. It is read in parts, each by itself, so that
// reading can continue at any record.
import type * as CsvParse from 'csv-parse'
import { lazy } from '../../base/runtime/lazy.ts'

const csvParse = lazy<typeof CsvParse>('csv-parse')

/** The size of a part. No record may be larger: a part in which no record ends has one that is too large. */
export const PART_BYTES = 131_072
const COLUMNS_MAX = 200
/** Characters of a column's name. */
const NAME_LENGTH_MAX = 255
const DELIMITERS = [',', ';', '\t'] as const
const LF = 10
const CR = 13
const BOM = Buffer.from([0xef, 0xbb, 0xbf])
/** Written after the last record, so that the parser does not wait for more input to end it. */
const END = '\n\n\n\n'

const EMPTY = 'The file is empty: its first row must have the names of its columns, `email` among them'

/** The syntax of the records in a file. */
export interface Dialect {
  delimiter: (typeof DELIMITERS)[number]
  /** Old programs end lines with CR alone. */
  line_end: '\n' | '\r'
}

export interface Header extends Dialect {
  columns: string[]
  /** The position of the first record after the header: byte and line. */
  position: number
  line: number
}

interface CsvRecord {
  fields: string[]
  /** The offset of the record in the part. */
  start: number
  /** The offset of the next record. */
  end: number
}

/** The header of a file that begins with `bytes`, or its fault as a sentence. */
export function headerOf(bytes: Buffer, is_whole: boolean): Header | string {
  const start = bytes.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0
  const text = bytes.subarray(start)
  const line_end = lineEndIn(text)
  let best: { delimiter: Dialect['delimiter']; record: CsvRecord } | undefined
  for (const delimiter of DELIMITERS) {
    const [record] = recordsIn(text, { delimiter, line_end }, is_whole, 1)
    // the delimiter that gives the most columns is taken as the one of the file
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
 * The records that end in a part, at most `max`. `is_last`: the part is the end of the file. An unclosed quote makes the rest of
 * the part one record, which does not end.
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
      // the collected records count, not the output of the parser, which would have to be consumed
      return null
    },
  })
  // the parser processes everything within `write`
  parser.write(is_last ? Buffer.concat([part, Buffer.from(line_end === '\r' ? '\r\r\r\r' : END)]) : part)
  parser.destroy()
  return records
}

/**
 * Skips blank lines, which are no records. Like in the parser, only complete line ends count, so that the result does not depend
 * on where a part is cut.
 */
export function behindBlankLines(part: Buffer, from: number, { line_end }: Pick<Dialect, 'line_end'>): number {
  let at = from
  for (;;) {
    if (part[at] === line_end.charCodeAt(0)) at++
    else if (line_end === '\n' && part[at] === CR && part[at + 1] === LF) at += 2
    else return at
  }
}

/** The number of line ends in the bytes. */
export function linesIn(bytes: Buffer, line_end: Dialect['line_end']): number {
  const end = line_end.charCodeAt(0)
  let count = 0
  for (let at = bytes.indexOf(end); at >= 0; at = bytes.indexOf(end, at + 1)) count++
  return count
}
