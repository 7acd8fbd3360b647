// For any file and any chunk boundaries, each page continues where the previous one ended or is the last, and the
// parsed rows do not depend on the chunks.
import { array, assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHeader, countLines, PART_BYTES } from '../../src/audience/imports/csv.ts'
import { type FilePage, filePageOf } from '../../src/audience/imports/page.ts'

interface Outcome {
  emails: string[]
  faults: FilePage['faults']
  position: number
  line: number
  pages: number
  is_broken: boolean
}

/** As the job does it: page after page, each from a chunk that begins where the previous one ended. */
function readWhole(bytes: Buffer, part_bytes: number, rows_max: number): Outcome {
  const header = parseHeader(bytes.subarray(0, PART_BYTES), bytes.length <= PART_BYTES)
  if (typeof header === 'string') throw new Error(header)
  const { delimiter, line_end, columns: names } = header
  const columns = { email: 0, first_name: null, last_name: null, unsubscribed: null, properties: [] }
  const layout = { delimiter, line_end, names, ...columns }
  let { position, line } = header
  const outcome: Outcome = { emails: [], faults: [], position, line, pages: 0, is_broken: false }
  for (;;) {
    const part = new Uint8Array(bytes.subarray(position, position + part_bytes))
    const input = { part, position, line, bytes: bytes.length, layout, rows_max } as const
    const page = filePageOf(input)
    outcome.pages++
    outcome.emails.push(...page.rows.map(({ email }) => email))
    outcome.faults.push(...page.faults)
    if (!page.is_last) expect(page.position).toBeGreaterThan(position)
    ;({ position, line } = page)
    if (page.is_last)
      return { ...outcome, emails: outcome.emails.toSorted(), position, line, is_broken: page.is_broken }
  }
}

const lineEnds = ['\n', '\r\n', '\r', '\n\r', '\r\r\n'] as const
const pieces = constantFrom(
  ...lineEnds,
  '"',
  '""',
  ',',
  ';',
  '\t',
  ' ',
  '\u00a0',
  '\ufeff',
  '\0',
  'a@b.io',
  'é',
  '漢',
  'x',
)
const texts = array(pieces, { maxLength: 60 }).map(list => `email,n\n${list.join('')}`)

describe('every page of a file', () => {
  it('begins where the previous page ended, or is the last, for chunks that end anywhere', () => {
    assert(
      property(texts, integer({ min: 1, max: 80 }), integer({ min: 1, max: 5 }), (text, part_bytes, rows_max) => {
        const bytes = Buffer.from(text)
        const read = readWhole(bytes, part_bytes, rows_max)
        expect(read.pages).toBeLessThanOrEqual(bytes.length)
        if (!read.is_broken) expect([read.position, read.line]).toEqual([bytes.length, 1 + countLines(bytes, '\n')])
      }),
      { numRuns: 800 },
    )
  })

  it('returns the same rows and lines for chunks of any size', () => {
    const line = constantFrom(
      'a@b.io,1',
      'c@d.io,"2\n3"',
      '"e@f.io",',
      'none,4',
      '',
      '',
      '',
      'g@h.io',
      '\u00a0',
      '"i"@j.io,5',
    )
    const files = array(line, { maxLength: 40 })
    assert(
      property(
        files,
        constantFrom(...lineEnds.slice(0, 3)),
        integer({ min: 24, max: 90 }),
        (lines, end, part_bytes) => {
          const bytes = Buffer.from(['email,n', ...lines].join(end))
          const { pages: _one, ...whole } = readWhole(bytes, bytes.length, 1000)
          const { pages: _many, ...parts } = readWhole(bytes, part_bytes, 3)
          // in a file with other line endings, a row that contains a line break counts differently
          if (!whole.is_broken && !parts.is_broken) expect(parts).toEqual(whole)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('between two rows', () => {
  const MORE = PART_BYTES + 9_000
  it.each<[string, string, string]>([
    ['lines without anything', '\n', '\n'],
    ['lines without anything that end with CR and LF', '\r\n', '\r\n'],
    ['lines without anything that end with CR', '\r', '\r'],
    ['lines without anything, some ending with CR and LF', '\n', '\n\r\n\n\n'],
  ])('any number of %s are skipped', (_, end, blank) => {
    const bytes = Buffer.from(`email${end}a@b.io${end}${blank.repeat(MORE / blank.length)}c@d.io${end}nobody${end}`)
    const { emails, faults, position, is_broken } = readWhole(bytes, PART_BYTES, 250)
    expect([emails, position, is_broken]).toEqual([['a@b.io', 'c@d.io'], bytes.length, false])
    expect(faults).toMatchObject([{ column: 'email', line: countLines(bytes, end === '\r' ? '\r' : '\n') }])
  })

  it.each([1, 2, 3, 5, 100, 5000])(
    'blank lines do not count towards a row that begins %i bytes before a chunk ends',
    bytes_left => {
      const row = `"${'x'.repeat(9_000)}",c@d.io`
      const blank = '\n'.repeat(PART_BYTES - bytes_left)
      const bytes = Buffer.from(`name,email\n${blank}${row}\n`)
      const layout = { line_end: '\n', delimiter: ',', names: ['name', 'email'], email: 1, properties: [] } as const
      const none = { first_name: null, last_name: null, unsubscribed: null }
      let [position, line] = [11, 2]
      const rows: string[] = []
      for (let is_last = false; !is_last;) {
        const part = new Uint8Array(bytes.subarray(position, position + PART_BYTES))
        const input = { part, position, line, bytes: bytes.length, rows_max: 250 } as const
        const page = filePageOf({ ...input, layout: { ...layout, ...none, names: [...layout.names], properties: [] } })
        rows.push(...page.rows.map(({ email }) => email))
        expect(page.is_broken).toBe(false)
        ;({ position, line, is_last } = page)
      }
      expect([rows, position]).toEqual([['c@d.io'], bytes.length])
    },
  )

  it.each<[string, string]>([
    ['blanks', ' \n'],
    ['tabs', '\t\n'],
    ['spaces of another kind', '\u00a0\n'],
    ['marks of the order of bytes', '\ufeff\n'],
    ['empty quotes', '""\n'],
    ['delimiters', ',\n'],
    ['CR before the end', '\r\r\n'],
  ])('lines of %s are rows, each reported as invalid', (_, line) => {
    const count = 1000
    const { faults, is_broken } = readWhole(Buffer.from(`email,n\n${line.repeat(count)}`), 500, 250)
    expect([faults.length, is_broken]).toEqual([count, false])
    expect(faults.map(fault => fault.line)).toEqual(Array.from({ length: count }, (_each, index) => index + 2))
  })
})

describe('incomplete input', () => {
  it('ends the import of a file that is shorter than expected', () => {
    const layout = { line_end: '\n', delimiter: ',', names: ['email'], email: 0, properties: [] } as never
    const input = { position: 6, line: 2, bytes: 100, layout, rows_max: 250 } as const
    expect(filePageOf({ part: new Uint8Array(0), ...input })).toMatchObject({ is_last: true, is_broken: true })
  })

  it.each(['\r', '"', 'x'])('ends the import of a file that repeats %j after its first row', byte => {
    const bytes = Buffer.from(`email\n${byte.repeat(3 * PART_BYTES)}`)
    const { is_broken, pages, faults } = readWhole(bytes, PART_BYTES, 250)
    expect([is_broken, pages, faults]).toMatchObject([true, 1, [{ line: 2, reason: /a quote is not closed/ }]])
  })
})
