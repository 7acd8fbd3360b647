// Reads a part of a file, starting at a record: its rows, the faults of invalid rows, and the position of the next part.
import { skipBlankLines, countLines, PART_BYTES, parseRecords } from './csv.ts'
import type { FileLayout } from './layout.ts'
import { type ImportRow, type ImportRowFault, parseImportRow } from './rows.ts'

/** A part of a file, and how much of it to read. */
interface FilePart {
  part: Uint8Array
  /** The position of the part in the file: byte and line. */
  position: number
  line: number
  /** The size of the file. */
  bytes: number
  layout: FileLayout
  rows_max: number
}

/** The content of a part, and the position after it. */
export interface FilePage {
  rows: ImportRow[]
  faults: (ImportRowFault & { line: number })[]
  position: number
  line: number
  /** Nothing follows this page. */
  is_last: boolean
  /** A record has no end, so the rest of the file cannot be read. */
  is_broken: boolean
}

export function filePageOf({ part: given, position, line, bytes, layout, rows_max }: FilePart): FilePage {
  const part = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const is_end = position + part.length >= bytes
  const records = parseRecords(part, layout, is_end, rows_max)
  const rows: ImportRow[] = []
  const faults: FilePage['faults'] = []
  let [counted, at] = [0, line]
  for (const { fields, start } of records) {
    const read = parseImportRow(fields, layout)
    if ('email' in read) rows.push(read)
    else {
      at += countLines(part.subarray(counted, start), layout.line_end)
      counted = start
      faults.push({ ...read, line: at })
    }
  }
  const read = skipBlankLines(part, records.at(-1)?.end ?? 0, layout)
  const is_blank = read === part.length || (is_end && part.subarray(read).equals(CUT_LINE_END))
  // the next page reads what this one did not, so a page that reads nothing is the last
  const is_broken = is_end ? !is_blank && records.length < rows_max : read === 0
  const end = at + countLines(part.subarray(counted, read), layout.line_end)
  if (is_broken) faults.push({ line: end, column: null, reason: NO_END })
  const is_last = is_broken || (is_end && is_blank)
  return { rows, faults, position: position + (is_last ? part.length : read), line: end, is_last, is_broken }
}

/** The end of a file whose last line end lacks its LF. */
const CUT_LINE_END = Buffer.from('\r')

const NO_END = `The row has more than ${PART_BYTES} bytes, possibly because a quote is not closed. No later rows were imported.`
