// Reads a CSV file: the names of its columns, and the complete records starting at a byte. Each part is read independently, so
// that reading can continue at any record.
import type * as CsvParse from 'csv-parse'
import { lazy } from '../../base/runtime/lazy.ts'

const csvParse = lazy<typeof CsvParse>('csv-parse')

/** The size of a part. A part in which no record ends contains one that is too large. */
export const PART_BYTES = 131_072
const COLUMNS_MAX = 200
/** Maximum characters of a column's name. */
const NAME_LENGTH_MAX = 255
const DELIMITERS = [',', ';', '\t', '|'] as const
const LF = 10
const CR = 13
const BOM = Buffer.from([0xef, 0xbb, 0xbf])
/** Appended after the last record, so that the parser does not wait for more input. */
const END = '\n\n\n\n'

const EMPTY = 'The file is empty. Its first row must contain the column names, such as email.'

/** The first line of a file in which Excel states the delimiter. */
const SEP_LINE = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r)/i
const SEP_LINE_MAX = 16

/** The syntax of the records in a file. */
export interface CsvDialect {
  delimiter: (typeof DELIMITERS)[number]
  /** Old programs end lines with CR alone. */
  line_end: '\n' | '\r'
}

export interface CsvHeader extends CsvDialect {
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

/** The header of a file that starts with `bytes`, or its fault as a sentence. */
export function parseHeader(bytes: Buffer, is_whole: boolean): CsvHeader | string {
  const begin = bytes.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0
  const [sep_line = '', sep] = SEP_LINE.exec(bytes.toString('latin1', begin, begin + SEP_LINE_MAX)) ?? []
  const start = begin + sep_line.length
  const text = bytes.subarray(start)
  const line_end = lineEndIn(text)
  let best: { delimiter: CsvDialect['delimiter']; record: CsvRecord } | undefined
  for (const delimiter of sep === undefined ? DELIMITERS : [sep as CsvDialect['delimiter']]) {
    const [record] = parseRecords(text, { delimiter, line_end }, is_whole, 1)
    // the delimiter that results in the most columns is used
    if (record && (!best || record.fields.length > best.record.fields.length)) best = { delimiter, record }
  }
  if (!best) return text.length < PART_BYTES ? EMPTY : 'The first row of the CSV is too long'
  const columns = best.record.fields.map(name => name.trim())
  const fault = columnsFault(columns)
  if (fault !== undefined) return fault
  const line = 1 + countLines(bytes.subarray(begin, start + best.record.end), line_end)
  return { delimiter: best.delimiter, line_end, columns, position: start + best.record.end, line }
}

function columnsFault(columns: readonly string[]): string | undefined {
  if (columns.length > COLUMNS_MAX) return `The CSV has ${columns.length} columns; at most ${COLUMNS_MAX} are allowed`
  const long = columns.findIndex(name => name.length > NAME_LENGTH_MAX)
  return long < 0 ? undefined : `The name of column ${long + 1} of the CSV is longer than ${NAME_LENGTH_MAX} characters`
}

function lineEndIn(text: Buffer): CsvDialect['line_end'] {
  return text.includes('\n') || !text.includes('\r') ? '\n' : '\r'
}

/**
 * The records that end in a part, at most `max`. `is_last`: the part is the end of the file. An unclosed quote makes the rest
 * of the part one record without an end.
 */
export function parseRecords(part: Buffer, dialect: CsvDialect, is_last: boolean, max: number): CsvRecord[] {
  const end = Buffer.from(dialect.line_end === '\r' ? '\r\r\r\r' : END)
  const read: ParsedPart = { part, bytes: is_last ? Buffer.concat([part, end]) : part, dialect, records: [], next: 0 }
  // the parser also counts blank lines
  for (let before = -1; before < read.records.length && read.records.length < max;) {
    before = read.records.length
    parse(read, max - before)
  }
  return read.records
}

interface ParsedPart {
  part: Buffer
  /** The part, with the bytes that end its last record. */
  bytes: Buffer
  dialect: CsvDialect
  records: CsvRecord[]
  /** The offset at which to continue. */
  next: number
}

/** Adds at most `to` records. */
function parse(read: ParsedPart, to: number): void {
  const { part, bytes, dialect, records } = read
  const from = skipBlankLines(bytes, read.next, dialect)
  read.next = from
  const parser = new (csvParse().Parser)({
    delimiter: dialect.delimiter,
    record_delimiter: dialect.line_end === '\r' ? ['\r'] : ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    // a quote may follow blanks; `rtrim` would stop at text that follows a closing quote
    ltrim: true,
    to,
    on_record: (fields: string[], context) => {
      const start = skipBlankLines(bytes, read.next, dialect)
      const end = Math.min(from + context.bytes, part.length)
      read.next = Math.max(start, end)
      // a blank line is not a record, but a line of spaces is
      if (start < end) records.push({ fields: fields.map(unquoted), start, end })
      // the collected records are used instead of the parser's output, which would have to be consumed
      return null
    },
  })
  // the parser processes all input within `write`
  parser.write(bytes.subarray(from))
  parser.destroy()
}

/** The value of a field. The parser keeps the quotes of a field that is followed by blanks. */
function unquoted(field: string): string {
  if (!field.startsWith('"')) return field
  const text = field.trimEnd()
  return text.length > 1 && text.length < field.length && text.endsWith('"') ? text.slice(1, -1) : field
}

/**
 * Skips blank lines, which are not records. As in the parser, only complete line ends count, so that the result does not depend
 * on where a part is cut.
 */
export function skipBlankLines(part: Buffer, from: number, { line_end }: Pick<CsvDialect, 'line_end'>): number {
  let at = from
  for (;;) {
    if (part[at] === line_end.charCodeAt(0)) at++
    else if (line_end === '\n' && part[at] === CR && part[at + 1] === LF) at += 2
    else return at
  }
}

/** The number of line ends in the bytes. */
export function countLines(bytes: Buffer, line_end: CsvDialect['line_end']): number {
  const end = line_end.charCodeAt(0)
  let count = 0
  for (let at = bytes.indexOf(end); at >= 0; at = bytes.indexOf(end, at + 1)) count++
  return count
}
