import { array, assert, constantFrom, integer, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvDialect, parseHeader, countLines, PART_BYTES, parseRecords } from '../../src/audience/imports/csv.ts'
import { Utf8Check } from '../../src/audience/imports/encoding.ts'
import { guessColumns } from '../../src/audience/imports/column-names.ts'
import { fieldColumns } from '../../src/audience/imports/layout.ts'
import { type ImportRow, parseImportRow } from '../../src/audience/imports/rows.ts'
import { CollectedRows, runRows } from '../../src/audience/imports/runs.ts'
import { codePoint } from '../support/code-point.ts'

const DIALECT = { delimiter: ',', line_end: '\n' } as const

/** All records of a text that is read in chunks of the given size, or larger ones if no record ends in a chunk. */
function readInParts(text: string, part_bytes: number, max: number): string[][] {
  const bytes = Buffer.from(text)
  const all: string[][] = []
  let [at, size] = [0, part_bytes]
  while (at < bytes.length) {
    const is_last = at + size >= bytes.length
    const records = parseRecords(bytes.subarray(at, at + size), DIALECT, is_last, max)
    all.push(...records.map(({ fields }) => fields))
    const read = records.at(-1)?.end ?? 0
    if (read === 0 && is_last) break
    at += read
    size = read === 0 ? size * 2 : part_bytes
  }
  return all
}

const quoted = (field: string): string => `"${field.replaceAll('"', '""')}"`

describe('records', () => {
  it('are the same for chunks of any size', () => {
    const field = oneof(string({ unit: 'grapheme', maxLength: 8 }), constantFrom('', 'a,b', 'a\nb', '"', '漢'))
    const rows = array(array(field, { minLength: 2, maxLength: 3 }), { maxLength: 30 })
    assert(
      property(rows, integer({ min: 8, max: 60 }), integer({ min: 1, max: 5 }), (given, bytes, max) => {
        const text = given.map(fields => fields.map(quoted).join(',')).join('\r\n')
        expect(readInParts(text, bytes, max)).toEqual(given)
      }),
      { numRuns: 300 },
    )
  })

  it('report where they begin and end, without empty lines', () => {
    const part = Buffer.from('a,b\n\n\r\nc,"d\ne"\nf,g')
    expect(parseRecords(part, DIALECT, false, 10)).toEqual([
      { fields: ['a', 'b'], start: 0, end: 4 },
      { fields: ['c', 'd\ne'], start: 7, end: 15 },
    ])
    expect(parseRecords(part, DIALECT, true, 10).at(-1)).toEqual({ fields: ['f', 'g'], start: 15, end: 18 })
    expect(countLines(part, '\n')).toBe(5)
  })

  it('are empty if a quote is not closed', () => {
    expect(parseRecords(Buffer.from('a,"b\nc,d\n'), DIALECT, true, 10)).toEqual([])
    expect(parseRecords(Buffer.alloc(PART_BYTES, 'x'), DIALECT, false, 10)).toEqual([])
  })

  it('ignore spaces around quotes, and keep text after a closing quote', () => {
    const fieldsOf = (text: string, dialect: CsvDialect = DIALECT) =>
      parseRecords(Buffer.from(text), dialect, true, 10).map(({ fields }) => fields.map(field => field.trim()))
    expect(fieldsOf('a , "Doe, Jr"  , "O""Neil"\r\n"x"\t,y, " in "\n')).toEqual([
      ['a', 'Doe, Jr', 'O"Neil'],
      ['x', 'y', 'in'],
    ])
    expect(fieldsOf('5" disk,"a" b,"""quoted"""\n')).toEqual([['5" disk', '"a" b', '"quoted"']])
    expect(fieldsOf('\t "b"\t\n', { ...DIALECT, delimiter: '\t' })).toEqual([['', 'b', '']])
  })

  it('are limited to the requested number', () => {
    const part = Buffer.from('a\nb\nc\n')
    expect(parseRecords(part, DIALECT, true, 2).map(({ end }) => end)).toEqual([2, 4])
  })
})

describe('the first row', () => {
  it.each([
    ['a,b;c,d\n', ',', 3],
    ['a;b;"c,d"\n', ';', 3],
    ['a\tb\n1,2,3\n', '\t', 2],
    ['alone\n', ',', 1],
  ])('of %j has the delimiter %j', (text, delimiter, count) => {
    expect(parseHeader(Buffer.from(text), true)).toMatchObject({ delimiter, columns: { length: count } })
  })

  it.each([
    ['sep=;\r\nemail;a,b\r\n', ';', ['email', 'a,b'], 18, 3],
    ['\uFEFFsep=\t\nemail\ta\n', '\t', ['email', 'a'], 17, 3],
    ['"sep=|"\remail|a\r', '|', ['email', 'a'], 16, 3],
    ['SEP=,\nemail;a\n', ',', ['email;a'], 14, 3],
    ['sep=;x\nemail\n', ';', ['sep=', 'x'], 7, 2],
  ])('of %j follows a line that declares the delimiter', (text, delimiter, columns, position, line) => {
    expect(parseHeader(Buffer.from(text), true)).toMatchObject({ delimiter, columns, position, line })
  })

  it('ends where the next one begins', () => {
    const header = parseHeader(Buffer.from('\uFEFF"a\nb",c\r\n1,2'), true)
    expect(header).toMatchObject({ columns: ['a\nb', 'c'], position: 12, line: 3 })
  })
})

describe('UTF-8 validation', () => {
  it('gives the same result for chunks of any size', () => {
    const cut = (bytes: Buffer, size: number): (string | undefined)[] => {
      const check = new Utf8Check()
      const faults: (string | undefined)[] = []
      for (let at = 0; at < bytes.length; at += size) faults.push(check.fault(bytes.subarray(at, at + size)))
      return [...faults, check.endFault()].filter(fault => fault !== undefined)
    }
    assert(
      property(string({ unit: codePoint, minLength: 2 }), integer({ min: 2, max: 9 }), (text, size) => {
        const bytes = Buffer.from(`ab${text.toWellFormed().replaceAll('\0', '')}`)
        expect(cut(bytes, size)).toEqual([])
        const [fault] = cut(Buffer.concat([bytes, Buffer.from([0xff, 0x61, 0x61, 0x61, 0x61])]), size)
        const ends = (end: string): number => bytes.toString().split(end).length
        const line = ends('\n') > 1 ? ends('\n') : ends('\r')
        expect(fault).toContain(`See line ${line}, byte ${bytes.length + 1} of the file`)
      }),
    )
  })
})

describe('a column map', () => {
  it('is guessed from the names of columns', () => {
    expect(guessColumns(['Nr', 'E-Mail', 'First Name', 'surname', 'Opt-out'], ['phone'])).toEqual({
      email: 'E-Mail',
      first_name: 'First Name',
      last_name: 'surname',
      unsubscribed: 'Opt-out',
    })
    expect(guessColumns(['x', 'y', ''], [])).toEqual({})
  })

  it.each([
    ['E-Mail-Adresse', 'Vorname', 'Nachname', 'Telefonnummer', 'Unternehmen', 'Ort', 'Tarif'],
    ['Adresse électronique', 'PRÉNOM', 'Nom de famille', 'Téléphone', 'Société', 'Ville', 'Forfait'],
    ['Correo electrónico', 'Nombre', 'Apellidos', 'Móvil', 'Compañía', 'Ciudad', 'Suscripción'],
    ['Correio eletrônico', 'Nome', 'Sobrenome', 'Telemóvel', 'Organização', 'Cidade', 'Plano'],
    ['email_address', 'given name', 'Family-Name', 'Mobile', 'Organization', 'Town', 'Tier'],
  ])('is guessed from common names: %s, %s, …', (email, first_name, last_name, phone, company, city, plan) => {
    const properties = Object.fromEntries(
      Object.entries({ telephone: phone, company, city, plan }).map(([key, column]) => [key, { column }]),
    )
    const columns = ['id', plan, city, company, phone, last_name, first_name, email]
    expect(guessColumns(columns, ['telephone', 'company', 'city', 'plan'])).toEqual({
      email,
      first_name,
      last_name,
      properties,
    })
  })

  it('is guessed from the key of a property before common names, and not from a duplicate name', () => {
    expect(guessColumns(['Handy', 'Phone', 'nome', 'City', 'City'], ['phone', 'nome', 'city'])).toEqual({
      properties: { phone: { column: 'Phone' }, nome: { column: 'nome' } },
    })
  })

  it('ignores columns that it does not name, except the address', () => {
    const columns = ['email', 'first_name', 'last_name']
    expect(fieldColumns({ columns }, undefined)).toMatchObject({ email: 0, first_name: 1, last_name: 2 })
    expect(fieldColumns({ columns }, { last_name: 'first_name' })).toMatchObject({
      email: 0,
      first_name: null,
      last_name: 1,
      unsubscribed: null,
    })
  })
})

describe('a row', () => {
  const layout = {
    ...DIALECT,
    names: ['email', 'seats'],
    email: 0,
    first_name: null,
    last_name: null,
    unsubscribed: null,
    properties: [{ id: 'seats', column: 1, holds: 'number' as const }],
  }
  const seatsOf = (text: string): unknown => {
    const read = parseImportRow(['ada@example.com', text], layout)
    return 'email' in read ? read.properties.get('seats') : read.reason
  }

  it('accepts numbers in common formats', () => {
    const texts = ['12', ' 12.5 ', '-3', '+4', '5.', '.5', '1e3', '2.5E-1']
    expect(texts.map(seatsOf)).toEqual([12, 12.5, -3, 4, 5, 0.5, 1000, 0.25])
    for (const text of ['1,5', '1 000', '0x10', 'NaN', 'Infinity', '.', '-', '1e', '1.2.3', '--1'])
      expect(seatsOf(text)).toBe('It must be a number.')
  })

  it('takes linear time for a long cell', () => {
    // each of them took 5 s when every way to split the digits was tried
    for (let count = 0; count < 20; count++)
      expect(seatsOf(`${'1'.repeat(60_000 + count)}x`)).toBe('It must be a number.')
  })
})

describe('rows about one contact', () => {
  const row = (email_key: string, more: Partial<ImportRow> = {}): ImportRow => ({
    email: email_key,
    email_key,
    first_name: null,
    last_name: null,
    unsubscribed: null,
    properties: new Map(),
    ...more,
  })
  const rows = [
    row('a', { first_name: 'A', properties: new Map([['p', 1]]) }),
    row('b'),
    row('a', { last_name: 'Z', unsubscribed: true, properties: new Map([['q', 2]]) }),
    row('a', { first_name: 'B' }),
  ]
  const gathered = (on_conflict: 'upsert' | 'skip') => {
    const all = new CollectedRows(on_conflict)
    for (const each of rows) all.add(each)
    const { rows: merged, more } = runRows(all.packed(false), 0, rows.length)
    return { rows: merged, more: Array.from(more) }
  }

  it('give the same result together as in sequence', () => {
    const { rows: merged, more } = gathered('upsert')
    expect(more).toEqual([2, 0])
    expect(merged[0]).toMatchObject({ first_name: 'B', last_name: 'Z', unsubscribed: true })
    expect([...merged[0]!.properties]).toEqual([
      ['p', 1],
      ['q', 2],
    ])
  })

  it('keep only the first one if existing contacts are skipped', () => {
    expect(gathered('skip')).toEqual({ rows: [rows[0], rows[1]], more: [2, 0] })
  })
})
