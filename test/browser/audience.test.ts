// Contact, segment, topic and property pages, used without scripts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { suppressAddresses } from '../../src/audience/suppressions/actions.ts'
import { anAutomation, sendEvent } from '../support/automations.ts'
import { chain, delay, trigger } from '../automations/rules/support.ts'
import { contactsOf } from '../support/contacts.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { aColleague, firstTeamOf } from '../support/people.ts'
import { aTeam, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let person: Person
let team_id: string
let made: ReturnType<typeof contactsOf>

beforeAll(async () => {
  server = await startServer()
  person = aPerson(server)
  await person.logIn()
  team_id = await firstTeamOf(server, server.admin.email)
  made = contactsOf(server)
})
afterAll(() => server.stop())

const text = async (path: string): Promise<string> => (await person.get(path)).text
/** Texts of the links to items of a section. */
const listed = (page: string, section = 'contacts'): string[] =>
  [...page.matchAll(new RegExp(`<a href="/${section}/[\\w-]{36}"><bdi>([^<]+)`, 'g'))].map(([, name]) => name!)
const search = async (query: Record<string, string>): Promise<string[]> =>
  listed(await text(`/contacts?${new URLSearchParams(query)}`))
const idOf = (location: string | null): string => /\/([\w-]{36})(?:\?|$)/.exec(location ?? '')![1]!
const nextOf = (page: string): string | undefined =>
  /href="([^"]*)" class="older"/.exec(page)?.[1]?.replaceAll('&amp;', '&')

describe('pages of an empty team', () => {
  it('show the next step with its form open', async () => {
    for (const [path, words, form] of [
      ['/contacts', 'No contacts yet.', 'Add contact'],
      ['/segments', 'No segments yet.', 'Create segment'],
      ['/topics', 'No topics yet.', 'Create topic'],
      ['/contact-properties', 'No properties yet.', 'Create property'],
    ] as const) {
      const page = await text(path)
      expect(page, path).toContain(words)
      expect(page, path).toMatch(new RegExp(`<details class="panel" open>\\s*<summary>${form}`))
      // Properties belong to contacts in the menu.
      const section = path === '/contact-properties' ? '/contacts' : path
      expect(page, path).toMatch(new RegExp(`<li><a href="${section}" aria-current="page">`))
    }
  })
})

describe('contact list', () => {
  it('adds a contact and rejects invalid fields', async () => {
    const segment = await made.aSegment('Readers')
    await person.get('/contacts')
    const names = { first_name: 'Ada', last_name: '' }
    const added = await person.post('/contacts/add', { email: 'ada@example.net', ...names, segment_id: segment })
    expect(added.location).toMatch(/^\/contacts\/[\w-]{36}\?done=added$/)
    expect(await made.contact('ada@example.net')).toMatchObject({ first_name: 'Ada', last_name: null })
    expect(await text(added.location!)).toContain(`<a href="/segments/${segment}"><bdi>Readers</bdi></a>`)
    // Empty fields of an existing contact change nothing.
    const again = await person.post('/contacts/add', { email: 'ADA@example.net', first_name: '', last_name: 'Byron' })
    expect(again.location).toContain('?done=known')
    expect(await made.contact('ada@example.net')).toMatchObject({ first_name: 'Ada', last_name: 'Byron' })
    const wrong = await person.post('/contacts/add', { email: 'nobody', first_name: '"><b>' })
    expect([wrong.status, wrong.text.includes('role="alert"')]).toEqual([422, true])
    expect(wrong.text).toContain('value="nobody"')
    expect(wrong.text).toContain('value="&quot;&gt;&lt;b&gt;"')
    // An invalid name rejects the whole contact.
    const long = await person.post('/contacts/add', { email: 'long@example.net', first_name: 'x'.repeat(256) })
    expect(long.status).toBe(422)
    expect((await made.ask('GET', '/contacts/long@example.net')).status).toBe(404)
  })

  it('searches by address prefix and by name', async () => {
    await made.aContact('grace@example.net', { first_name: 'Grace', last_name: 'Hopper' })
    await made.aContact('grace.other@example.net', { unsubscribed: true })
    await made.aContact('x-grace@example.net')
    expect(await search({ q: 'GRACE' })).toEqual(['grace.other@example.net', 'grace@example.net'])
    expect(await search({ q: 'grace@example.net' })).toEqual(['grace@example.net'])
    expect(await search({ q: 'grace', in: 'name' })).toEqual(['grace@example.net'])
    // No address starts with this, so the name is searched.
    expect(await search({ q: 'hopper' })).toEqual(['grace@example.net'])
    expect(await search({ q: 'nobody@' })).toEqual([])
    expect(await text('/contacts?q=nobody@example.net')).toContain('/people/nobody%40example.net')
    // SQL wildcards match literally.
    expect(await search({ q: '%' })).toEqual([])
    expect(await search({ q: '_race' })).toEqual([])
  })

  it('filters by status, segment, topic and property, alone and combined', async () => {
    const segment = await made.aSegment('Filtered')
    const [wanted, unwanted] = [await made.aTopic(), await made.aTopic({ default_subscription: 'opt_out' })]
    await made.aProperty('plan')
    await made.aProperty('seats', { type: 'number' })
    const segments = [{ id: segment }]
    await made.aContact('f1@example.net', { segments, properties: { plan: 'pro', seats: 4 } })
    await made.aContact('f2@example.net', { segments, properties: { plan: 'free' }, unsubscribed: true })
    await made.aContact('f3@example.net', {
      segments,
      topics: [
        { id: wanted, subscription: 'opt_out' },
        { id: unwanted, subscription: 'opt_in' },
      ],
    })
    expect(await search({ segment })).toEqual(['f3@example.net', 'f2@example.net', 'f1@example.net'])
    expect(await search({ segment, status: 'subscribed' })).toEqual(['f3@example.net', 'f1@example.net'])
    expect(await search({ status: 'unsubscribed' })).toEqual(['f2@example.net', 'grace.other@example.net'])
    expect(await search({ segment, topic: wanted })).toEqual(['f2@example.net', 'f1@example.net'])
    expect(await search({ topic: wanted, subscription: 'opt_out' })).toEqual(['f3@example.net'])
    expect(await search({ topic: unwanted })).toEqual(['f3@example.net'])
    expect(await search({ property: 'plan' })).toEqual(['f2@example.net', 'f1@example.net'])
    expect(await search({ property: 'plan', value: 'pro' })).toEqual(['f1@example.net'])
    expect(await search({ property: 'seats', value: '4' })).toEqual(['f1@example.net'])
    expect(await search({ q: 'f', segment, property: 'plan' })).toEqual(['f1@example.net', 'f2@example.net'])
    expect(await search({ q: 'grace', segment })).toEqual([])
    const none = await text(`/contacts?segment=${segment}&property=plan&value=gold`)
    expect(none).toContain('No contacts match these filters.')
    // The selected filters stay selected.
    expect(none).toMatch(new RegExp(`<option value="${segment}" selected>Filtered`))
    expect(none).toMatch(/<details class="filters" open>/)
  })

  it('ignores invalid query parameters and escapes their values', async () => {
    for (const query of ['status=happy', 'segment=x', 'topic=x', `q=${'x'.repeat(5000)}`, 'property=gone&value=1']) {
      expect((await person.get(`/contacts?${query}`)).status, query).toBe(200)
    }
    const page = await text(`/contacts?${new URLSearchParams({ q: '"><script>', value: '<b>' })}`)
    expect(page).not.toContain('<script>')
    expect(page).not.toContain('<b>')
  })

  it('paginates all contacts and search results', async () => {
    const other = await aTeam(server, 'Many contacts')
    const theirs = contactsOf(server, other.key)
    const account = await aColleague(server, { email: 'many@example.net', team_id: other.team_id })
    const visitor = aPerson(server)
    await visitor.logIn('/contacts', account)
    for (let number = 10; number < 63; number++) await theirs.aContact(`p${number}@example.net`)
    const seen: string[] = []
    const byAddress: string[] = []
    for (const [path, into] of [
      ['/contacts', seen],
      ['/contacts?q=p', byAddress],
    ] as const) {
      for (let next: string | undefined = path; next !== undefined;) {
        const page: string = (await visitor.get(next)).text
        expect(listed(page).length).toBeLessThanOrEqual(25)
        into.push(...listed(page))
        next = nextOf(page)
      }
    }
    const all = Array.from({ length: 53 }, (_, index) => `p${index + 10}@example.net`)
    expect(byAddress).toEqual(all)
    expect(seen).toEqual(all.toReversed())
  })
})

describe('contact export', () => {
  it('downloads all contacts or one segment as CSV for a logged-in member', async () => {
    const segment = await made.aSegment('Downloaded')
    await made.aContact('downloaded@example.com', { segments: [{ id: segment }] })
    expect(await text('/contacts')).toMatch(/action="\/contacts\/export">\s*<button>Download contacts as CSV/)
    for (const path of [`/segments/${segment}`, `/contacts?segment=${segment}`]) {
      expect(await text(path)).toContain(`name="segment_id" value="${segment}"`)
    }
    const answer = await person.get(`/contacts/export?segment_id=${segment}`)
    expect(answer.text).toMatch(/^email,.*\r\ndownloaded@example\.com,[^\n]*\r\n$/)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="contacts.csv"')
    expect((await person.get('/contacts/export')).text.split('\r\n').length).toBeGreaterThan(3)
    for (const wrong of ['x', '', '0b8d2f44-5f1e-4a63-9c0e-6d1f5a0f7c11']) {
      expect((await person.get(`/contacts/export?segment_id=${wrong}`)).status, wrong).toBe(404)
    }
    const stranger = await fetch(`${server.url}/contacts/export`, { redirect: 'manual' })
    expect(await stranger.text()).not.toContain('@example.com')
  })
})

describe('contact page', () => {
  it('shows properties, segments, topics, emails, runs and the suppression', async () => {
    const segment = await made.aSegment('Known')
    const topic = await made.aTopic({ name: 'Offers', default_subscription: 'opt_out' })
    await made.aProperty('city', { fallback_value: 'Paris' })
    await made.aProperty('team_size', { type: 'number' })
    const email = 'known@example.net'
    const names = { first_name: 'Known', last_name: 'Person' }
    const id = await made.aContact(email, {
      ...names,
      properties: { team_size: 7 },
      segments: [{ id: segment }],
      topics: [{ id: topic, subscription: 'opt_in' }],
    })
    const graph = chain(trigger(), delay('wait', '1 day'))
    const automation = await anAutomation(server, { name: 'Welcome', ...graph, status: 'enabled' })
    await sendEvent(server, { email })
    const body = { from: 'Ada <ada@example.org>', to: email, subject: 'Hello known', text: 'T' }
    await server.call('POST', '/emails', { body })
    await server.queue.idle()
    const bounce = { origin: 'bounce', source_id: null, words: 'No such <mailbox>' } as const
    await server.database.unit(tx => suppressAddresses({ tx, team_id, now: server.now() }, [email], bounce))
    const page = await text(`/contacts/${id}`)
    expect(page).toContain('Known Person')
    expect(page).toMatch(/<code>team_size<\/code><\/dt>\s*<dd><bdi>7<\/bdi>/)
    expect(page).toMatch(/<code>city<\/code><\/dt>\s*<dd>\s*<bdi>Paris<\/bdi>/)
    expect(page).toContain(`<a href="/segments/${segment}"><bdi>Known</bdi></a>`)
    expect(page).toMatch(new RegExp(`/topics/${topic}"><bdi>Offers</bdi></a>[^]*?>Subscribed<`))
    expect(page).toContain('Hello known')
    expect(page).toContain(`/automations/${automation}/runs/`)
    expect(page).toContain('No emails are sent to this address.')
    expect(page).toContain('No such &lt;mailbox&gt;')
    expect(await text(`/people/${email}`)).toContain(`href="/contacts/${id}"`)
  })

  it('updates names, properties, segments and topics', async () => {
    const segment = await made.aSegment('Changed')
    const topic = await made.aTopic({ name: 'Changes' })
    const id = await made.aContact('change@example.net', { first_name: 'Old' })
    await person.get(`/contacts/${id}`)
    const post = (act: string, fields: Record<string, string> = {}) => person.post(`/contacts/${id}/${act}`, fields)
    expect((await post('change', { first_name: 'New', last_name: ' ' })).location).toBe(`/contacts/${id}?done=changed`)
    await post('property', { key: 'plan', value: 'pro' })
    await post('property', { key: 'seats', value: '12' })
    expect(await made.contact(id)).toMatchObject({
      first_name: 'New',
      last_name: null,
      properties: { plan: { value: 'pro' }, seats: { value: 12 } },
    })
    await post('property', { key: 'plan', value: '' })
    expect((await made.contact(id)).properties).toEqual({ seats: { type: 'number', value: 12 } })
    const wrong = await post('property', { key: 'seats', value: 'many' })
    expect([wrong.status, wrong.text.includes('must be a number')]).toEqual([422, true])
    expect((await post('property', { key: 'gone', value: 'x' })).status).toBe(422)
    await post('add-segment', { segment_id: segment })
    expect((await made.ask('GET', `/contacts/${id}/segments`)).body.data).toMatchObject([{ id: segment }])
    await post('remove-segment', { segment_id: segment })
    expect((await made.ask('GET', `/contacts/${id}/segments`)).body.data).toEqual([])
    expect((await post('add-segment', { segment_id: '' })).status).toBe(404)
    await post('topic', { topic_id: topic, subscription: 'opt_out' })
    const topics = (await made.ask('GET', `/contacts/${id}/topics`)).body.data
    expect(topics.find((each: { id: string }) => each.id === topic).subscription).toBe('opt_out')
    expect((await post('topic', { topic_id: id, subscription: 'opt_out' })).status).toBe(404)
  })

  it('unsubscribes, resubscribes and deletes a contact, each after a confirmation', async () => {
    const id = await made.aContact('leave@example.net')
    const page = await text(`/contacts/${id}`)
    expect(page).toContain('Yes, unsubscribe')
    expect(page).toContain('Yes, delete contact')
    await person.post(`/contacts/${id}/unsubscribe`)
    expect((await made.contact(id)).unsubscribed).toBe(true)
    expect(await text(`/contacts/${id}`)).toContain('Yes, resubscribe')
    await person.post(`/contacts/${id}/subscribe`)
    expect((await made.contact(id)).unsubscribed).toBe(false)
    expect((await person.post(`/contacts/${id}/delete`)).location).toBe('/contacts?done=deleted')
    expect((await made.ask('GET', `/contacts/${id}`)).status).toBe(404)
    expect((await person.get(`/contacts/${id}`)).status).toBe(404)
  })

  it('exports all data of a contact and erases it after a confirmation', async () => {
    const email = 'forget@example.net'
    const id = await made.aContact(email, { first_name: 'Forgotten' })
    const page = await text(`/contacts/${id}`)
    expect(page).toMatch(new RegExp(`action="/contacts/${id}/export">\\s*<button>Download data as JSON`))
    expect(page).toMatch(/The address is blocked permanently[^]*cannot be undone[^]*Yes, erase contact/)
    const file = await person.get(`/contacts/${id}/export`)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="contact.json"')
    expect(JSON.parse(file.text).contact).toMatchObject({ id, email, first_name: 'Forgotten' })
    const { location } = await person.post(`/contacts/${id}/erase`)
    expect(location).toMatch(/^\/contacts\/erasures\/[\w-]{36}$/)
    expect((await person.get(`/contacts/${id}`)).status).toBe(404)
    expect((await person.get(`/contacts/${id}/export`)).status).toBe(404)
    const progress = await text(location!)
    expect(progress).toMatch(/role="status">\s*<span class="tag (?:wait">In progress|good">Completed)</)
    await server.queue.idle()
    const done = await text(location!)
    expect(done).toContain('All data about the contact was erased.')
    expect(done).not.toContain(email)
    expect((await person.get(`/contacts/erasures/${id}`)).status).toBe(404)
  })
})

describe('segments', () => {
  it('are created, renamed, filled by address, emptied and deleted', async () => {
    await person.get('/segments')
    const { location } = await person.post('/segments/make', { name: ' Early adopters ' })
    const id = idOf(location)
    expect(await text(location!)).toContain('No contacts yet. Add one here')
    const known = await made.aContact('member@example.net')
    expect((await person.post(`/segments/${id}/add`, { email: 'MEMBER@example.net' })).location).toContain('done=added')
    expect((await person.post(`/segments/${id}/add`, { email: 'fresh@example.net' })).location).toContain('done=new')
    expect((await person.post(`/segments/${id}/add`, { email: 'nobody' })).status).toBe(422)
    expect(listed(await text(`/segments/${id}`))).toEqual(['fresh@example.net', 'member@example.net'])
    await person.post(`/segments/${id}/take-out`, { contact_id: known })
    expect(listed(await text(`/segments/${id}`))).toEqual(['fresh@example.net'])
    expect((await made.contact(known)).email).toBe('member@example.net')
    await person.post(`/segments/${id}/rename`, { name: 'Adopters' })
    expect(listed(await text('/segments'), 'segments')).toContain('Adopters')
    for (const name of ['  ', 'x'.repeat(256)]) {
      expect((await person.post('/segments/make', { name })).status).toBe(422)
      expect((await person.post(`/segments/${id}/rename`, { name })).status).toBe(422)
    }
    expect((await person.post(`/segments/${id}/delete`)).location).toBe('/segments?done=deleted')
    expect((await person.get(`/segments/${id}`)).status).toBe(404)
    expect((await person.post(`/segments/${id}/rename`, { name: 'X' })).status).toBe(404)
  })
})

describe('a segment with a rule', () => {
  it('shows its rule and contacts and rejects manual changes of membership', async () => {
    const rule = { type: 'rule', field: 'contact.email', operator: 'starts_with', value: 'ruled' }
    const { body } = await server.call('POST', '/segments', { body: { name: 'By rule', rule } })
    const inside = await made.aContact('ruled@example.net')
    const outside = await made.aContact('other.than@example.net')
    const page = await text(`/segments/${body.id}`)
    expect(listed(page)).toEqual(['ruled@example.net'])
    expect(page).toContain('1 contact matches.')
    expect(page).toContain('&quot;starts_with&quot;')
    expect(page).not.toContain(`action="/segments/${body.id}/add"`)
    expect(page).not.toContain('take-out')
    const add = await person.post(`/segments/${body.id}/add`, { email: 'other.than@example.net' })
    expect([add.status, add.text.includes('has a rule')]).toEqual([422, true])
    expect((await person.post(`/segments/${body.id}/take-out`, { contact_id: inside })).status).toBe(422)
    expect(await text(`/contacts/${inside}`)).toMatch(/<bdi>By rule<\/bdi>[^]*?<span class="tag">By rule<\/span>/)
    const choice = `<option value="${body.id}"`
    expect(await text(`/contacts/${outside}`)).not.toContain(choice)
    expect(await search({ segment: body.id })).toEqual(['ruled@example.net'])
    expect(await search({ segment: body.id, q: 'other' })).toEqual([])
  })

  it('is created and updated in a form with a preview of its contacts', async () => {
    const [hand, topic] = [await made.aSegment('By hand'), await made.aTopic({ name: 'Ruling' })]
    await made.aProperty('rank', { type: 'number' })
    await made.aContact('formed@example.net', { segments: [{ id: hand }], properties: { rank: 7 } })
    await made.aContact('formed.not@example.net', { properties: { rank: 8 } })
    await person.get('/segments/by-rule')
    const lines: Line[] = [
      ['contact.email', 'starts_with', ' formed '],
      ['', 'eq', ''],
      ['contact.properties.rank', 'lte', '7'],
      [`segments.${hand}`, 'yes', ''],
      [`topics.${topic}`, 'yes', ''],
      ['contact.unsubscribed', 'no', ''],
      ['days_since.created', 'lt', '1.5'],
      ['days_since.opened', 'is_empty', ''],
    ]
    const make = (act: string, typed: Line[], more = {}) =>
      person.send('/segments/by-rule', formOf({ name: 'Formed', join: 'and', act, ...more }, typed))
    const more = await make('more', lines)
    expect([more.status, linesOf(more.text)]).toEqual([200, 9])
    // The next empty condition has the focus.
    expect(more.text).toMatch(/<legend>Condition 8<\/legend>[^]{0,120}autofocus/)
    expect(more.text).toMatch(/value="Formed"/)
    expect(more.text).toMatch(new RegExp(`<option value="segments.${hand}" selected>In segment: By hand`))
    const seen = await make('see', lines)
    expect([seen.status, seen.text.includes('1 contact matches.')]).toEqual([200, true])
    expect(listed(seen.text)).toEqual(['formed@example.net'])
    expect(listed(await text('/segments'), 'segments')).not.toContain('Formed')
    const { location } = await make('save', lines)
    const id = idOf(location)
    const page = await text(location!)
    expect(listed(page)).toEqual(['formed@example.net'])
    for (const words of [
      'Property rank</bdi>: is at most',
      'Subscribed to: Ruling</bdi>: yes',
      'All conditions must match:',
    ]) {
      expect(page).toContain(words)
    }
    const ruleNow = async () => (await made.ask('GET', `/segments/${id}`)).body.rule
    expect(await ruleNow()).toEqual({
      type: 'and',
      rules: [
        { type: 'rule', field: 'contact.email', operator: 'starts_with', value: 'formed' },
        { type: 'rule', field: 'contact.properties.rank', operator: 'lte', value: 7 },
        { type: 'rule', field: `segments.${hand}`, operator: 'eq', value: true },
        { type: 'rule', field: `topics.${topic}`, operator: 'eq', value: 'opt_in' },
        { type: 'rule', field: 'contact.unsubscribed', operator: 'eq', value: false },
        { type: 'rule', field: 'days_since.created', operator: 'lt', value: 1.5 },
        { type: 'rule', field: 'days_since.opened', operator: 'is_empty' },
      ],
    })
    // Submitting the form unchanged keeps the rule as it is.
    const before = await ruleNow()
    const shown = await text(`/segments/${id}/rule`)
    expect((await person.send(`/segments/${id}/rule`, sentFrom(shown))).location).toContain('?done=changed')
    expect(await ruleNow()).toEqual(before)
    await person.send(`/segments/${id}/rule`, formOf({ join: 'or', act: 'save' }, [lines[0]!, lines[3]!]))
    expect((await ruleNow()).type).toBe('or')
    expect(listed(await text(`/segments/${id}`))).toEqual(['formed.not@example.net', 'formed@example.net'])
  })

  it('reports errors in the form and keeps all input', async () => {
    const make = (lines: Line[], act = 'save', name = '"><b>') =>
      person.send('/segments/by-rule', formOf({ name, join: 'or', act }, lines))
    const gone = '0b8d2f44-5f1e-4a63-9c0e-6d1f5a0f7c11'
    for (const [lines, words] of [
      [[], 'add at least one condition'],
      [[['', 'eq', 'x']], 'condition 1: choose a field'],
      [[['contact.email', 'like', 'x']], 'choose an operator for'],
      [[['contact.email', 'eq', ' ']], '“is” requires a value'],
      [[['contact.first_name', 'gt', 'x']], '“is greater than” requires a number'],
      [[['contact.age', 'eq', 'x']], 'allowed: contact.email'],
      [[['contact.unsubscribed', 'eq', 'true']], 'requires “yes” or “no”, not “is”'],
      [[['contact.email', 'yes', '']], 'cannot be compared with “yes” or “no”'],
      [[['days_since.created', 'eq', 'x']], 'the operator eq is not allowed'],
      [[['opened.', 'yes', gone]], `unknown broadcast ${gone}`],
      [[[`topics.${gone}`, 'yes', '']], `unknown topic ${gone}`],
      [Array.from({ length: 21 }, (): Line => ['contact.email', 'eq', 'x']), 'can have up to 20 conditions'],
    ] as [Line[], string][]) {
      for (const act of ['save', 'see']) {
        const { status, text: shown } = await make(lines, act)
        expect([status, shown.includes('role="alert"')], words).toEqual([422, true])
        expect(shown.replaceAll('&quot;', '"')).toContain(words)
        expect(shown).toContain('value="&quot;&gt;&lt;b&gt;"')
      }
    }
    const typed = await make([['contact.first_name', 'gt', '"><i>']])
    expect(typed.text).toContain('value="&quot;&gt;&lt;i&gt;"')
    expect((await make([['contact.email', 'exists', '']], 'save', ' ')).text).toContain('“Name” is required')
    // The maximum number of conditions.
    const many = Array.from({ length: 20 }, (): Line => ['contact.email', 'neq', 'x'])
    const most = await make(many, 'more')
    expect([linesOf(most.text), most.text.includes('Add condition')]).toEqual([20, false])
    expect((await make(many, 'save', 'Twenty')).status).toBe(303)
  })

  it('keeps a rule that the form cannot represent', async () => {
    const plain = { type: 'rule', field: 'contact.email', operator: 'eq', value: 'x' }
    const hand = await made.aSegment()
    expect((await person.get(`/segments/${hand}/rule`)).status).toBe(404)
    for (const rule of [
      { type: 'and', rules: [plain, { type: 'or', rules: [plain, plain] }] },
      { type: 'or', rules: Array.from({ length: 21 }, () => plain) },
      { ...plain, value: null },
      { ...plain, value: ' x' },
      { ...plain, value: 'x\ny' },
      { ...plain, value: 7 },
      { ...plain, operator: 'contains', value: '' },
      { type: 'rule', field: 'contact.unsubscribed', operator: 'neq', value: true },
    ]) {
      const { body } = await server.call('POST', '/segments', { body: { name: 'Beyond', rule } })
      const path = `/segments/${body.id}`
      expect(await text(path)).toContain('with the API')
      const page = await text(`${path}/rule`)
      expect([page.includes('with the API'), page.includes('name="field"')], JSON.stringify(rule)).toEqual([
        true,
        false,
      ])
      await person.get(path)
      const lines: Line[] = [['contact.email', 'eq', 'y']]
      expect((await person.send(`${path}/rule`, formOf({ join: 'and', act: 'save' }, lines))).status).toBe(422)
      await person.post(`${path}/rename`, { name: 'Beyond it' })
      expect((await made.ask('GET', path)).body).toMatchObject({ name: 'Beyond it', rule })
    }
  })
})

type Line = [field: string, operator: string, value: string]

function formOf(fields: Record<string, string>, lines: readonly Line[]): string {
  const named = lines.flatMap(line => ['field', 'operator', 'value'].map((name, index) => [name, line[index]!]))
  return String(new URLSearchParams([...Object.entries(fields), ...named]))
}

const linesOf = (page: string): number => page.split('name="field"').length - 1

/** The form of a rule as a browser submits it unchanged. */
function sentFrom(page: string): string {
  const chosen = (select: string): string => /<option value="([^"]*)" selected/.exec(select)?.[1] ?? ''
  const lines = page
    .split('<fieldset class="condition">')
    .slice(1)
    .map((line): Line => {
      const [field, operator] = line.split('<select').slice(1)
      return [chosen(field!), chosen(operator!), /name="value"[^>]*value="([^"]*)"/.exec(line)![1]!]
    })
  return formOf({ join: chosen(page), act: 'save' }, lines)
}

describe('topics', () => {
  it('are created, updated and deleted, with a fixed default subscription', async () => {
    await person.get('/topics')
    const fields = { name: 'Release notes', description: '', visibility: 'public', default_subscription: 'opt_out' }
    const { location } = await person.post('/topics/make', fields)
    const id = idOf(location)
    expect((await made.ask('GET', `/topics/${id}`)).body).toMatchObject({ ...fields, description: null })
    const page = await text(location!)
    expect(page).toContain('<dd>Not subscribed</dd>')
    expect(page).not.toContain('name="default_subscription"')
    const changed = { name: 'Notes', description: 'What is new', visibility: 'private' }
    await person.post(`/topics/${id}/change`, { ...changed, default_subscription: 'opt_in' })
    expect((await made.ask('GET', `/topics/${id}`)).body).toMatchObject({ ...changed, default_subscription: 'opt_out' })
    for (const wrong of [{ name: '' }, { name: 'x'.repeat(51) }, { name: 'X', description: 'x'.repeat(201) }]) {
      for (const path of ['/topics/make', `/topics/${id}/change`]) {
        const { status, text: shown } = await person.post(path, wrong)
        expect([status, shown.includes('role="alert"')], path).toEqual([422, true])
      }
    }
    expect(listed(await text('/topics'), 'topics')).toContain('Notes')
    expect((await person.post(`/topics/${id}/delete`)).location).toBe('/topics?done=deleted')
    expect((await person.get(`/topics/${id}`)).status).toBe(404)
  })
})

describe('contact properties', () => {
  it('are created, updated with another default value and deleted', async () => {
    await person.get('/contact-properties')
    const make = (fields: Record<string, string>) => person.post('/contact-properties/make', fields)
    const all = async () => (await made.ask('GET', '/contact-properties')).body.data
    expect((await make({ key: 'age', type: 'number', fallback_value: '30' })).location).toContain('done=made')
    const [age] = await all()
    expect(age).toMatchObject({ key: 'age', type: 'number', fallback_value: 30 })
    for (const [fields, words] of [
      [{ key: 'a b' }, 'letters (a to z), digits and underscores'],
      [{ key: 'age' }, 'already exists'],
      [{ key: 'EMAIL' }, 'is reserved'],
      [{ key: 'size', type: 'number', fallback_value: 'many' }, 'must be a number'],
    ] as const) {
      const { status, text: shown } = await make(fields)
      expect([status, shown.includes(words)], words).toEqual([422, true])
    }
    await person.post(`/contact-properties/${age.id}/change`, { fallback_value: '' })
    expect((await all())[0].fallback_value).toBeNull()
    expect((await person.post(`/contact-properties/${age.id}/change`, { fallback_value: 'x' })).status).toBe(422)
    expect((await person.post(`/contact-properties/${age.id}/delete`)).location).toContain('done=deleted')
    expect((await all()).map(({ key }: { key: string }) => key)).not.toContain('age')
  })
})

describe('access to audience pages', () => {
  it('requires membership in the team and the CSRF token', async () => {
    const account = await aColleague(server, { email: 'colleague@example.net' })
    const colleague = aPerson(server)
    await colleague.logIn('/contacts', account)
    await colleague.get('/contacts')
    expect((await colleague.post('/contacts/add', { email: 'by-colleague@example.net' })).status).toBe(303)
    const other = contactsOf(server, (await aTeam(server, 'Others')).key)
    const theirs = {
      contacts: await other.aContact('theirs@example.net'),
      segments: await other.aSegment('Theirs'),
      topics: await other.aTopic({ name: 'Theirs' }),
      'contact-properties': await other.aProperty('theirs'),
    }
    const ours = await made.aContact('ours@example.net')
    const rule = { join: 'and', field: 'contact.email', operator: 'exists', act: 'save' }
    const valid = { name: 'N', key: 'plan', value: 'v', segment_id: theirs.segments, topic_id: theirs.topics, ...rule }
    for (const [section, id] of Object.entries(theirs)) {
      if (section !== 'contact-properties') expect((await person.get(`/${section}/${id}`)).status).toBe(404)
      for (const act of ACTS[section as keyof typeof theirs]) {
        const path = `/${section}/${id}/${act}`
        expect((await person.post(path, valid)).status, path).toBe(404)
        expect((await person.post(path, { ...valid, form_token: 'another' })).status, path).toBe(403)
      }
    }
    for (const act of ['add-segment', 'remove-segment', 'topic']) {
      expect((await person.post(`/contacts/${ours}/${act}`, valid)).status, act).toBe(404)
    }
    const gone = (await other.ask('POST', `/contacts/${await other.aContact('gone@example.net')}/erase`)).body.id
    for (const path of [`/contacts/erasures/${gone}`, `/contacts/${theirs.contacts}/export`]) {
      expect((await person.get(path)).status, path).toBe(404)
    }
    expect(await search({ segment: theirs.segments })).toEqual([])
    expect(await search({ q: 'theirs' })).toEqual([])
    for (const path of [
      '/contacts/add',
      '/segments/make',
      '/segments/by-rule',
      '/topics/make',
      '/contact-properties/make',
    ]) {
      expect((await person.post(path, { ...valid, form_token: 'another' })).status, path).toBe(403)
    }
    expect((await other.contact(theirs.contacts)).email).toBe('theirs@example.net')
  })
})

const ACTS = {
  contacts: [
    'change',
    'unsubscribe',
    'subscribe',
    'property',
    'topic',
    'add-segment',
    'remove-segment',
    'delete',
    'erase',
  ],
  segments: ['rename', 'add', 'take-out', 'rule', 'delete'],
  topics: ['change', 'delete'],
  'contact-properties': ['change', 'delete'],
}
