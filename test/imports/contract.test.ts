import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contactsOf, pagesOf } from '../support/contacts.ts'
import { endOf, faultsOf, formOf, importOf, sendFile, sendForm } from '../support/imports.ts'
import { unsubscribeUrl } from '../../src/mail/content/unsubscribe-link/actions.ts'
import { oneClickUnsubscribe } from '../support/unsubscribing.ts'
import { aTeam, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let stranger: { key: string }
/** Each test has a team of its own. */
let key: string
let team_id: string
let at: { url: string; key: string }
let contacts: ReturnType<typeof contactsOf>
let teams = 0
beforeAll(async () => {
  server = await startServer({ IMPORT_MAX_MB: '1' })
  stranger = await aTeam(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  ;({ key, team_id } = await aTeam(server, `Team ${++teams}`))
  at = { url: server.url, key }
  contacts = contactsOf(server, key)
})

const get = (path: string, by = key) => server.call('GET', path, { key: by })
const refused = async (form: Parameters<typeof formOf>[0]): Promise<[number, string, string]> => {
  const { status, body } = await sendFile(at, form)
  return [status, body.name, body.message]
}

describe('createContactImport and getContactImport', () => {
  it('maps columns that are named like their fields', async () => {
    const file =
      'email,first_name,last_name,unsubscribed,ignored\nada@example.com,Ada,Lovelace,true,x\nbob@example.com,,,,\n'
    const done = await importOf(at, { file })
    expect(done).toMatchObject({
      object: 'contact_import',
      status: 'completed',
      counts: { total: 2, created: 2, updated: 0, skipped: 0, failed: 0, departed: 0 },
    })
    expect(await contacts.contact('ada@example.com')).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      unsubscribed: true,
      properties: {},
    })
    expect(await contacts.contact('bob@example.com')).toMatchObject({ first_name: null, unsubscribed: false })
  })

  it('accepts lists as clients encode them: all in one part or one part per item, even for a single item', async () => {
    const [one, two] = [await contacts.aSegment(), await contacts.aSegment()]
    const put = async (name: string, written: string[]): Promise<string[]> => {
      const form = formOf({ file: `email\n${name}@example.com\n` })
      for (const text of written) form.append('segments', text)
      const { body } = await sendForm(at, form)
      expect((await endOf(at, body.id)).counts).toMatchObject({ created: 1, failed: 0 })
      const { data } = (await get(`/contacts/${name}@example.com/segments`)).body
      return data.map(({ id }: { id: string }) => id).toSorted()
    }
    const both = [one, two].toSorted()
    const [first, second] = [JSON.stringify({ id: one }), JSON.stringify({ id: two })]
    expect(await put('ada', [`[${first},${second}]`])).toEqual(both)
    expect(await put('bob', [first, second])).toEqual(both)
    expect(await put('cem', [first])).toEqual([one])
    expect(await put('dora', [`["${one}"]`, `"${two}"`])).toEqual(both)
  })

  it('applies the column map, new properties, segments and topics of the request', async () => {
    const segment = await contacts.aSegment()
    const topic = await contacts.aTopic({ default_subscription: 'opt_out' })
    await contacts.aProperty('plan')
    const file = 'Address;Given;Plan;Seats;Beta\nada@example.com;Ada;pro;4;yes\n'
    const column_map = {
      email: 'Address',
      first_name: 'Given',
      properties: {
        plan: { column: 'Plan' },
        seats: { column: 'Seats', type: 'number' },
        beta: { column: 'Beta', type: 'boolean' },
      },
    }
    const more = { segments: [{ id: segment }], topics: [{ id: topic, subscription: 'opt_in' }] }
    expect((await importOf(at, { file, column_map, ...more })).counts).toMatchObject({ created: 1, failed: 0 })
    const ada = await contacts.contact('ada@example.com')
    expect(ada.properties).toEqual({
      plan: { type: 'string', value: 'pro' },
      seats: { type: 'number', value: 4 },
      beta: { type: 'string', value: 'true' },
    })
    expect((await get(`/segments/${segment}/contacts`)).body.data).toMatchObject([{ id: ada.id }])
    expect((await get(`/contacts/${ada.id}/topics`)).body.data).toMatchObject([{ id: topic, subscription: 'opt_in' }])
    const properties = (await get('/contact-properties')).body.data
    expect(properties.map((each: { key: string; type: string }) => [each.key, each.type]).toSorted()).toEqual([
      ['beta', 'string'],
      ['plan', 'string'],
      ['seats', 'number'],
    ])
  })

  it('accepts the parts in any order', async () => {
    const form = { file: 'Mail\nada@example.com\n', column_map: { email: 'Mail' }, on_conflict: 'skip' }
    for (const order of [['file'], ['column_map'], ['on_conflict', 'column_map']] as const) {
      const { status, body } = await sendForm(at, formOf(form, order))
      expect(status).toBe(201)
      await endOf(at, body.id)
    }
    expect((await get('/contacts')).body.data).toHaveLength(1)
  })

  it('updates only the fields of an existing contact that a row contains', async () => {
    const segment = await contacts.aSegment()
    await contacts.aProperty('plan')
    await contacts.aContact('Ada@Example.com', { first_name: 'A', last_name: 'L', properties: { plan: 'free' } })
    const column_map = { first_name: 'first', last_name: 'last', properties: { plan: { column: 'plan' } } }
    const file = 'email,first,last,plan\nada@example.com,Ada,,pro\n'
    const done = await importOf(at, { file, column_map, segments: [segment] })
    expect(done.counts).toEqual({ total: 1, created: 0, updated: 1, skipped: 0, failed: 0, departed: 0 })
    expect(await contacts.contact('ada@example.com')).toMatchObject({
      email: 'Ada@Example.com',
      first_name: 'Ada',
      last_name: 'L',
      properties: { plan: { value: 'pro' } },
    })
    expect((await get(`/segments/${segment}/contacts`)).body.data).toHaveLength(1)
  })

  it('keeps existing contacts unchanged with `skip`', async () => {
    const segment = await contacts.aSegment()
    await contacts.aContact('ada@example.com', { first_name: 'A' })
    const file = 'email,first_name\nada@example.com,Ada\nbob@example.com,Bob\n'
    const done = await importOf(at, { file, on_conflict: 'skip', segments: [{ id: segment }] })
    expect(done.counts).toEqual({ total: 2, created: 1, updated: 0, skipped: 1, failed: 0, departed: 0 })
    expect(await contacts.contact('ada@example.com')).toMatchObject({ first_name: 'A' })
    expect((await get(`/segments/${segment}/contacts`)).body.data).toMatchObject([{ email: 'bob@example.com' }])
  })

  it('resubscribes no contact unless a row requests it', async () => {
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
      await contacts.aContact(email, { unsubscribed: true })
    await importOf(at, { file: 'email,first_name\na@example.com,A\n' })
    await importOf(at, { file: 'email,unsubscribed\nb@example.com,\nc@example.com,false\n' })
    const unsubscribed = async (email: string): Promise<boolean> => (await contacts.contact(email)).unsubscribed
    expect(await unsubscribed('a@example.com')).toBe(true)
    expect(await unsubscribed('b@example.com')).toBe(true)
    expect(await unsubscribed('c@example.com')).toBe(false)
  })

  it('counts contacts who unsubscribed themselves, and does not resubscribe them', async () => {
    const [left, other] = [await contacts.aTopic(), await contacts.aTopic({ default_subscription: 'opt_out' })]
    const leave = async (address: string, topic_id: string | null = null): Promise<void> => {
      const link = await server.database.read(async tx =>
        unsubscribeUrl(tx, { team_id, address, topic_id }, new Date()),
      )
      expect((await oneClickUnsubscribe(link)).status).toBe(204)
    }
    const [gone, there, of_topic] = ['gone@example.com', 'there@example.com', 'of-topic@example.com']
    for (const email of [gone, there, of_topic]) await contacts.aContact(email)
    await leave(gone)
    await leave(there)
    await leave(of_topic, left)
    for (const email of [gone, of_topic]) await contacts.ask('DELETE', `/contacts/${email}`)
    const file = `email,unsubscribed\nGone@Example.com,false\n${there},\n${of_topic},\nstays@example.com,\n${gone},`
    const topics = [{ id: other, subscription: 'opt_in' }]
    const { counts } = await importOf(at, { file, topics })
    expect(counts).toEqual({ total: 5, created: 3, updated: 2, skipped: 0, failed: 0, departed: 4 })
    const seen = async (email: string) => {
      const { data } = (await get(`/contacts/${email}/topics`)).body as { data: { id: string; subscription: string }[] }
      const subscriptions = [left, other].map(id => data.find(each => each.id === id)!.subscription)
      return [(await contacts.contact(email)).unsubscribed, ...subscriptions]
    }
    expect(await seen(gone)).toEqual([true, 'opt_in', 'opt_in'])
    expect(await seen(there)).toEqual([true, 'opt_in', 'opt_in'])
    expect(await seen(of_topic)).toEqual([false, 'opt_out', 'opt_in'])
    expect(await seen('stays@example.com')).toEqual([false, 'opt_in', 'opt_in'])
    // skipped contacts are neither changed nor counted
    const skipped = await importOf(at, { file, on_conflict: 'skip' })
    expect(skipped.counts).toMatchObject({ skipped: 5, departed: 0 })
  })

  it('applies or skips later rows with the same address, depending on `on_conflict`', async () => {
    const file =
      'email,first_name,last_name\nada@example.com,Ada,\nADA@example.com,,Lovelace\nada@example.com,Countess,\n'
    expect((await importOf(at, { file })).counts).toEqual({
      total: 3,
      created: 1,
      updated: 2,
      skipped: 0,
      failed: 0,
      departed: 0,
    })
    expect(await contacts.contact('ada@example.com')).toMatchObject({ first_name: 'Countess', last_name: 'Lovelace' })
    const others = file.replaceAll(/ada@/gi, 'eve@')
    const done = await importOf(at, { file: others, on_conflict: 'skip' })
    expect(done.counts).toEqual({ total: 3, created: 1, updated: 0, skipped: 2, failed: 0, departed: 0 })
    expect(await contacts.contact('eve@example.com')).toMatchObject({ first_name: 'Ada', last_name: null })
  })

  it('reports each invalid row with its line and column, and applies the others', async () => {
    const file = [
      'email,first_name,seats,unsubscribed',
      'ada@example.com,"A\nd\na",1,',
      'nobody,B,1,',
      '',
      ',C,1,',
      'dan@example.com,D,many,',
      'eve@example.com,E,1,perhaps',
      `fay@example.com,${'F'.repeat(256)},1,`,
      'gus@example.com,G',
      'hal@example.com,H,1,,more',
      'ida@example.com,I,2,no,',
      'two@example.com two@example.com,J,2,',
      'nul@example.com,\0,2,',
    ].join('\r\n')
    const column_map = {
      first_name: 'first_name',
      unsubscribed: 'unsubscribed',
      properties: { seats: { column: 'seats', type: 'number' } },
    }
    const { id, counts } = await importOf(at, { file, column_map })
    expect(counts).toEqual({ total: 11, created: 2, updated: 0, skipped: 0, failed: 9, departed: 0 })
    const address = 'It must be an address like name@example.com.'
    expect(await faultsOf(at, id)).toEqual([
      [5, 'email', address],
      [7, 'email', 'It is empty.'],
      [8, 'seats', 'It must be a number.'],
      [9, 'unsubscribed', 'It must be true or false.'],
      [10, 'first_name', 'It must not be longer than 255 characters.'],
      [11, null, 'The row has 2 fields, but the first row has 4.'],
      [12, null, 'The row has 5 fields, but the first row has 4.'],
      [14, 'email', address],
      [15, 'first_name', 'It contains a NUL character.'],
    ])
    expect(await contacts.contact('ada@example.com')).toMatchObject({ first_name: 'A\nd\na' })
  })

  it('stops at a row without an end, and applies the rows before it', async () => {
    const file = `email,first_name\nada@example.com,Ada\nbob@example.com,"Bob\n${'eve@example.com,Eve\n'.repeat(10)}`
    const { id, status, counts } = await importOf(at, { file })
    expect([status, counts]).toEqual([
      'failed',
      { total: 2, created: 1, updated: 0, skipped: 0, failed: 1, departed: 0 },
    ])
    expect(await faultsOf(at, id)).toEqual([
      [3, null, expect.stringContaining('possibly because a quote is not closed')],
    ])
  })

  it.each([
    ['a mark at its beginning', '\uFEFFemail,first_name\r\nada@example.com,Ada\r\n'],
    ['semicolons', 'email;first_name\nada@example.com;Ada'],
    ['tabs', 'email\tfirst_name\nada@example.com\tAda\n\n\n'],
    ['lines that end with CR', 'email,first_name\rada@example.com,Ada\r'],
    ['quotes', '"email","first_name"\n"ada@example.com","Ada"\n'],
    ['quotes behind spaces', 'email   , first_name\r\nada@example.com  , "Ada"  \r\n'],
    ['a line that states the delimiter', 'sep=;\r\nemail;first_name\r\nada@example.com;Ada\r\n'],
    ['spaces', ' email , first_name\n ada@example.com , Ada \n'],
    ['one column only', 'email\nada@example.com'],
  ])('reads a file with %s', async (_, file) => {
    expect((await importOf(at, { file })).counts).toMatchObject({ total: 1, created: 1 })
    expect((await contacts.contact('ada@example.com')).first_name).toBe(file.includes('Ada') ? 'Ada' : null)
  })

  it('imports a file that has only a header row as one without rows', async () => {
    expect(await importOf(at, { file: 'email' })).toMatchObject({ status: 'completed', counts: { total: 0 } })
  })

  it('keeps names in all alphabets unchanged', async () => {
    // long enough to be split within a multibyte character
    const rows = Array.from({ length: 3000 }, (_, index) => `p${index}@example.com,Łukasz 漢字 🎈${index}`)
    expect((await importOf(at, { file: `email,first_name\n${rows.join('\n')}` })).counts).toMatchObject({
      created: 3000,
    })
    for (const index of [0, 1499, 2999])
      expect((await contacts.contact(`p${index}@example.com`)).first_name).toBe(`Łukasz 漢字 🎈${index}`)
  })

  it.each([
    [
      'no column of addresses',
      { file: 'mail\nada@example.com' },
      'CSV missing required email column. Columns of the file: "mail".',
    ],
    [
      'none by the name of the map',
      { file: 'email\n', column_map: { email: 'Mail' } },
      'CSV missing required email column "Mail". Columns of the file: "email".',
    ],
    [
      'another case',
      { file: 'Email\nada@example.com' },
      'CSV missing required email column. Columns of the file: "Email".',
    ],
    [
      'many columns',
      { file: Array.from({ length: 22 }, (_, at) => `c${at}`).join(';') },
      expect.stringMatching(/: "c0", .*"c19" and 2 more\.$/),
    ],
    ['nothing in it', { file: '' }, 'The file is empty. Its first row must contain the column names, such as email.'],
    ['a column twice', { file: 'email,email\n' }, 'Duplicate column "email" in the CSV. Rename one of them.'],
    [
      'no column of the map',
      { file: 'email\n', column_map: { first_name: 'Name' } },
      'Invalid `column_map.first_name` field: the CSV has no column "Name". Columns of the file: "email".',
    ],
    [
      'no column for a property',
      { file: 'email\n', column_map: { properties: { plan: { column: 'Plan' } } } },
      'Invalid `column_map.properties.plan` field: the CSV has no column "Plan". Columns of the file: "email".',
    ],
    ['too many columns', { file: `email${',x'.repeat(200)}\n` }, 'The CSV has 201 columns; at most 200 are allowed'],
    ['a first row without end', { file: `email,"${'x'.repeat(140_000)}` }, 'The first row of the CSV is too long'],
    [
      'UTF-16',
      { file: Buffer.from('\uFEFFemail\nada@example.com\n', 'utf16le') },
      'The CSV is in UTF-16. Save it as "CSV UTF-8" in your spreadsheet program.',
    ],
    [
      'an old alphabet',
      { file: Buffer.from('email,first_name\nada@example.com,J\xfcrgen\n', 'latin1') },
      'The CSV is not in UTF-8. See line 2, byte 35 of the file. Save it as CSV in UTF-8.',
    ],
    [
      'half a letter at its end',
      { file: Buffer.from('email\nada@example.com\xc3', 'latin1') },
      'The CSV is not in UTF-8. See line 2, byte 22 of the file. Save it as CSV in UTF-8.',
    ],
    [
      'a reserved property',
      { file: 'email\n', column_map: { properties: { EMAIL: { column: 'email' } } } },
      'The key `EMAIL` is reserved; choose another one',
    ],
    ...['Plan name', 'pläne', '', 'x'.repeat(51)].map((key): [string, object, string] => [
      `a property called ${JSON.stringify(key)}`,
      { file: 'email\n', column_map: { properties: { [key]: { column: 'email' } } } },
      `Invalid \`key\` field: it must have 1 to 50 letters, digits and underscores; received ${JSON.stringify(key)}`,
    ]),
    [
      'another rule',
      { file: 'email\n', on_conflict: 'merge' },
      'Invalid `on_conflict` field: must be one of upsert, skip; received "merge".',
    ],
    [
      'a column map that is not JSON',
      { file: 'email\n', column_map: '{' },
      'Invalid `column_map` field: it must be JSON.',
    ],
  ])('rejects a file with %s', async (_, form, message) => {
    expect(await refused(form)).toEqual([422, 'validation_error', message])
    expect((await get('/contacts/imports')).body.data).toEqual([])
  })

  it('rejects a property of another type', async () => {
    await contacts.aProperty('seats', { type: 'number' })
    const column_map = { properties: { seats: { column: 'seats', type: 'string' } } }
    expect(await refused({ file: 'email,seats\n', column_map })).toEqual([
      422,
      'validation_error',
      'The contact property `seats` has the type `number`, not `string`',
    ])
  })

  it('rejects unknown segments and topics, and those of other teams', async () => {
    const others = contactsOf(server, stranger.key)
    const [segment, topic] = [await others.aSegment(), await others.aTopic()]
    expect(await refused({ file: 'email\n', segments: [{ id: segment }] })).toEqual([
      404,
      'not_found',
      'Segment not found',
    ])
    const topics = [{ id: topic, subscription: 'opt_in' }]
    expect(await refused({ file: 'email\n', topics })).toEqual([404, 'not_found', 'Topic not found'])
  })

  it('accepts a JSON field of the form as an application/json part, as generated clients send it', async () => {
    const form = formOf({ file: 'Mail\nada@example.com\n' })
    const asFile = (value: unknown) => new Blob([JSON.stringify(value)], { type: 'application/json' })
    const segment = await contacts.aSegment()
    form.append('column_map', asFile({ email: 'Mail' }))
    form.append('segments', asFile([{ id: segment }]))
    const { status, body } = await sendForm(at, form)
    expect(status, JSON.stringify(body)).toBe(201)
    expect((await endOf(at, body.id)).counts).toMatchObject({ created: 1 })
    expect((await get(`/segments/${segment}/contacts`)).body.data).toMatchObject([{ email: 'ada@example.com' }])
    const large = formOf({ file: 'email\n' })
    large.append('column_map', asFile('x'.repeat(300_000)))
    const message = 'The part `column_map` is longer than 262144 bytes.'
    expect((await sendForm(at, large)).body).toEqual({ statusCode: 422, name: 'validation_error', message })
    const other = formOf({ file: 'email\n' })
    other.append('more', new Blob(['email\n'], { type: 'text/csv' }))
    expect((await sendForm(at, other)).body.message).toBe('Only the part `file` can be a file.')
  })

  it('rejects a form without a file, and one with two', async () => {
    expect(await refused({ on_conflict: 'skip' })).toEqual([422, 'missing_required_field', 'Missing `file` field.'])
    const form = formOf({ file: 'email\n' })
    form.append('file', new Blob(['email\n']), 'more.csv')
    const { status, body } = await sendForm(at, form)
    expect([status, body.message]).toEqual([422, 'A form can have one file and at most 50 fields.'])
  })

  it('rejects a body that is not a valid form (415, 400)', async () => {
    const ask = (headers: Record<string, string>, body: string) =>
      server.call('POST', '/contacts/imports', { key, headers, body })
    expect((await ask({}, '{}')).status).toBe(415)
    expect((await ask({ 'content-type': 'multipart/form-data' }, 'x')).status).toBe(400)
    expect((await ask({ 'content-type': 'multipart/form-data; boundary=b' }, '--b\r\n')).status).toBe(400)
    const cut = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\r\nada@example.com'
    expect((await ask({ 'content-type': 'multipart/form-data; boundary=b' }, cut)).status).toBe(400)
  })

  it('rejects a file above the size limit (413), with or without Content-Length', async () => {
    const row = 'somebody@example.com\n'
    const file = `email\n${row.repeat(50_000)}`
    expect(await refused({ file })).toEqual([413, 'validation_error', expect.stringContaining('at most 1000000 bytes')])
    expect(await refused({ file: `email\n${row.repeat(200_000)}` })).toEqual([
      413,
      'validation_error',
      expect.stringContaining('at most 1000000 bytes'),
    ])
    expect((await get('/contacts/imports')).body.data).toEqual([])
  })
})

describe('cancelContactImport', () => {
  it('returns the import, finished or not, to its team only', async () => {
    const { body } = await sendFile(at, { file: `email\n${aListOf(20_000)}` })
    const cancel = (by = key) => server.call('POST', `/contacts/imports/${body.id}/cancel`, { key: by })
    expect((await cancel(stranger.key)).body.message).toBe('Contact import not found')
    const first = await cancel()
    expect([first.status, first.body.status]).toEqual([200, 'canceled'])
    expect(first.body.counts.total).toBeLessThan(20_000)
    expect((await cancel()).body).toEqual(first.body)
    await server.queue.idle()
    expect((await get(`/contacts/imports/${body.id}`)).body).toEqual(first.body)
    expect((await get('/contacts/imports?status=canceled')).body.data).toEqual([first.body])
  })
})

const aListOf = (rows: number): string => Array.from({ length: rows }, (_each, row) => `p${row}@example.com`).join('\n')

describe('listContactImports', () => {
  it('returns imports newest first, in pages and by status', async () => {
    const ids: string[] = []
    for (let each = 0; each < 3; each++) ids.push((await importOf(at, { file: 'email\n' })).id)
    ids.push((await importOf(at, { file: 'email\n"' })).id)
    const newest = ids.toReversed()
    expect(await pagesOf(query => get(`/contacts/imports?${query}`), 'id')).toEqual({
      forward: [`${newest[0]} ${newest[1]} …`, `${newest[2]} ${newest[3]}`],
      back: [`${newest[0]} ${newest[1]}`],
    })
    const failed = (await get('/contacts/imports?status=failed')).body.data
    expect(failed.map(({ id }: { id: string }) => id)).toEqual([ids[3]])
  })
})

describe('listContactImportErrors', () => {
  it('returns errors in pages in the order of lines, up to a thousand', async () => {
    const { id, counts } = await importOf(at, { file: `email\n${'nobody\n'.repeat(1200)}` })
    expect(counts).toMatchObject({ total: 1200, failed: 1200 })
    const list = (query: string) => get(`/contacts/imports/${id}/errors?${query}`)
    const first = (await list('limit=2')).body
    const second = (await list(`limit=2&after=${first.data[1].id}`)).body
    const lines = ({ data }: typeof first): number[] => data.map(({ line }: { line: number }) => line)
    expect([lines(first), lines(second), first.has_more]).toEqual([[2, 3], [4, 5], true])
    expect(lines((await list(`limit=2&before=${second.data[0].id}`)).body)).toEqual([2, 3])
    let [count, after] = [0, '']
    for (;;) {
      const { body } = await list(`limit=100${after && `&after=${after}`}`)
      count += body.data.length
      if (!body.has_more) break
      after = body.data.at(-1).id
    }
    expect(count).toBe(1000)
  })

  it('takes precedence over a contact with that name', async () => {
    expect((await get('/contacts/imports')).body.object).toBe('list')
    expect((await get('/contacts/imports/')).body.object).toBe('list')
  })
})
