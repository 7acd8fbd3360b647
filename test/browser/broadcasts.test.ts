// Broadcast pages, used without scripts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addVerifiedDomain } from '../../src/identity/domains/actions.ts'
import { contactsOf } from '../support/contacts.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { aColleague, firstTeamOf } from '../support/people.ts'
import { aTeam, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let person: Person
let team_id: string
let made: ReturnType<typeof contactsOf>
let segment: string

beforeAll(async () => {
  server = await startServer()
  person = aPerson(server)
  await person.logIn()
  team_id = await firstTeamOf(server, server.admin.email)
  made = contactsOf(server)
})
afterAll(() => server.stop())

const text = async (path: string): Promise<string> => (await person.get(path)).text
const idOf = (location: string | null): string => /^\/broadcasts\/([\w-]{36})/.exec(location ?? '')![1]!
// oxlint-disable-next-line typescript/no-explicit-any -- an answer
const get = async (id: string): Promise<any> => (await server.call('GET', `/broadcasts/${id}`)).body

const NEW = { name: 'November', from_name: 'Acme, Inc.', from_address: 'news@example.com', subject: 'Hi' }

async function aDraft(fields: object = {}): Promise<string> {
  const body = {
    name: 'Draft',
    from: 'Acme <news@example.com>',
    subject: 'Hi',
    segment_id: segment,
    topic_id: null,
    ...fields,
  }
  return (await server.call('POST', '/broadcasts', { body })).body.id
}

describe('broadcast list', () => {
  it('asks for a segment first and then opens the form', async () => {
    const page = await text('/broadcasts')
    expect(page).toContain('<a href="/segments">Create a segment</a>')
    expect(page).not.toContain('action="/broadcasts/make"')
    segment = await made.aSegment('Readers')
    expect(await text('/broadcasts')).toMatch(/<details class="panel" open>\s*<summary>Create broadcast/)
  })

  it('creates a broadcast and keeps the input when a field is invalid', async () => {
    await person.get('/broadcasts')
    const { location } = await person.post('/broadcasts/make', { ...NEW, segment_id: segment })
    expect(await get(idOf(location))).toMatchObject({
      name: 'November',
      from: '"Acme, Inc." <news@example.com>',
      subject: 'Hi',
      segment_id: segment,
      status: 'draft',
    })
    for (const wrong of [{ from_address: 'nobody' }, { subject: ' ' }, { segment_id: '' }, { name: '' }]) {
      const { status, text: page } = await person.post('/broadcasts/make', { ...NEW, segment_id: segment, ...wrong })
      expect([status, page.includes('role="alert"')], JSON.stringify(wrong)).toEqual([422, true])
      expect(page).toContain('value="Acme, Inc."')
    }
    const page = await text('/broadcasts')
    expect(page).toMatch(new RegExp(`<a href="${location!.split('?')[0]}"\\s*><bdi>November</bdi></a`))
    expect(page).toMatch(/data-label="Segment"\s*>\s*<div><bdi>Readers<\/bdi>/)
    expect(page).toContain('<span class="tag">Draft</span>')
  })
})

describe('draft page', () => {
  it('updates all fields of a draft', async () => {
    const topic = await made.aTopic({ name: 'News' })
    const id = await aDraft()
    await person.get(`/broadcasts/${id}`)
    const fields = {
      ...NEW,
      from_name: '',
      segment_id: segment,
      topic_id: topic,
      preview_text: 'What is new',
      reply_to: 'a@example.com, B <b@example.com>',
      html: '\r\n<p>Two\r\nlines</p>',
      text: '',
      quiet_from: '20:00',
      quiet_to: '08:00',
      local_time: '09:15',
      time_zone: 'Europe/Berlin',
      time_zone_property: '',
    }
    expect((await person.post(`/broadcasts/${id}/change`, fields)).location).toBe(`/broadcasts/${id}?done=changed`)
    expect(await get(id)).toMatchObject({
      from: 'news@example.com',
      topic_id: topic,
      preview_text: 'What is new',
      reply_to: ['a@example.com', 'B <b@example.com>'],
      html: '\n<p>Two\nlines</p>',
      text: 'Two lines',
      quiet_hours: { from: '20:00', to: '08:00' },
      local_time: '09:15',
      time_zone: 'Europe/Berlin',
      time_zone_property: 'time_zone',
    })
    const page = await text(`/broadcasts/${id}`)
    expect(page).toContain('\n\n&lt;p&gt;Two\nlines&lt;/p&gt;</textarea>')
    expect(page).toContain('value="a@example.com, B &lt;b@example.com&gt;"')
    expect(page).toMatch(new RegExp(`<option value="${topic}" selected>`))
    expect(page).toContain('from 09:15, not from 20:00 to 08:00; default time zone: Europe/Berlin')
    expect(page).toMatch(/<input id="quiet_from" type="time" name="quiet_from" value="20:00" \/>/)
    for (const hours of [{ quiet_to: '' }, { quiet_to: '20:00' }, { local_time: '9' }, { time_zone: 'Atlantis' }]) {
      const { status } = await person.post(`/broadcasts/${id}/change`, { ...fields, ...hours })
      expect(status, JSON.stringify(hours)).toBe(422)
    }
    const none = { quiet_from: '', quiet_to: '', local_time: '', time_zone: '' }
    await person.post(`/broadcasts/${id}/change`, { ...fields, ...none })
    expect(await get(id)).toMatchObject({ quiet_hours: null, local_time: null, time_zone: 'UTC' })
    const wrong = await person.post(`/broadcasts/${id}/change`, { ...fields, reply_to: 'nobody', html: '<p>"New"</p>' })
    expect([wrong.status, wrong.text.includes('Invalid “Reply-to”')]).toEqual([422, true])
    expect(wrong.text).toContain('&lt;p&gt;&quot;New&quot;&lt;/p&gt;</textarea>')
    expect((await get(id)).html).toContain('Two')
  })

  it('limits the size of editable content and leaves larger content to the API', async () => {
    const id = await aDraft()
    const html = '<p>ü</p>'.repeat(25_000)
    await person.get(`/broadcasts/${id}`)
    const fields = { ...NEW, segment_id: segment, html }
    expect((await person.post(`/broadcasts/${id}/change`, fields)).status).toBe(303)
    expect((await get(id)).html).toBe(html)
    expect(await text(`/broadcasts/${id}`)).toContain('name="html"')
    await server.call('PATCH', `/broadcasts/${id}`, { body: { html: `${html}<p>` } })
    const page = await text(`/broadcasts/${id}`)
    expect(page).toContain('Content with more than 200,000 characters can’t be edited on this page.')
    expect(page).not.toContain('name="html"')
    // A field that is not in the form keeps its value.
    expect((await person.post(`/broadcasts/${id}/change`, { ...NEW, segment_id: segment })).status).toBe(303)
    expect((await get(id)).html).toBe(`${html}<p>`)
    expect((await person.post(`/broadcasts/${id}/change`, { html: 'x'.repeat(1_000_000) })).status).toBe(413)
    // Other forms keep the smaller size limit.
    expect((await person.post('/broadcasts/make', { name: 'x'.repeat(40_000) })).status).toBe(413)
  })

  it('offers verified domains and contact variables', async () => {
    await made.aProperty('plan', { fallback_value: 'free' })
    await server.database.unit(tx => addVerifiedDomain(tx, { team_id, name: 'verified.example' }, server.now()))
    const id = await aDraft({ from: '"Acme, \\"Inc\\"" <news@example.com>' })
    const page = await text(`/broadcasts/${id}`)
    expect(page).toContain('value="Acme, &quot;Inc&quot;"')
    expect(page).toMatch(/<option value="example.com" selected>\s*example.com \(not verified\)/)
    expect(page).toMatch(/<option value="verified.example" >\s*verified.example\s*<\/option>/)
    expect(page).toContain('{{{contact.plan}}}')
    expect(page).toContain('{{{RESEND_UNSUBSCRIBE_URL}}}')
    const from = { from_name: 'A "B" \\', from_local: 'hello', from_domain: 'verified.example' }
    await person.post(`/broadcasts/${id}/change`, { name: 'X', subject: 'S', segment_id: segment, ...from })
    expect((await get(id)).from).toBe('"A \\"B\\" \\\\" <hello@verified.example>')
    expect(await text(`/broadcasts/${id}`)).toContain('value="A &quot;B&quot; \\"')
  })

  it('duplicates a draft and deletes it after a confirmation', async () => {
    const id = await aDraft({ name: 'Original', html: '<p>Content</p>' })
    await person.get(`/broadcasts/${id}`)
    const { location } = await person.post(`/broadcasts/${id}/duplicate`)
    expect(location).toContain('?done=duplicated')
    expect(await get(idOf(location))).toMatchObject({ name: 'Original (copy)', html: '<p>Content</p>' })
    expect(await text(`/broadcasts/${id}`)).toContain('Yes, delete')
    expect((await person.post(`/broadcasts/${id}/delete`)).location).toBe('/broadcasts?done=deleted')
    expect((await person.get(`/broadcasts/${id}`)).status).toBe(404)
  })
})

describe('broadcast preview', () => {
  it('renders for a sample contact or a real one and loads no external content', async () => {
    await made.aContact('mira@example.net', { first_name: '<b>Mira</b>', properties: { plan: 'pro' } })
    const html = `<!doctype html><p>Hi {{{contact.first_name|there}}}, {{{contact.plan}}}</p>
      <a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a><script>alert(1)</script>`
    const id = await aDraft({ subject: 'For {{{contact.first_name}}}', html })
    const page = await text(`/broadcasts/${id}/preview`)
    expect(page).toContain('For Ada')
    expect(page).toContain(`src="/broadcasts/${id}/html"`)
    const invented = await person.get(`/broadcasts/${id}/html`)
    expect(invented.text).toContain('<p>Hi Ada, free</p>')
    expect(invented.text).toContain('<a href="#unsubscribe">')
    expect(invented.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups.*default-src 'none'/)
    expect(invented.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const known = await text(`/broadcasts/${id}/preview?as=phone&contact=mira@example.net`)
    expect(known).toContain('For &lt;b&gt;Mira&lt;/b&gt;')
    expect(known).toContain(`<div class="seen-on phone">`)
    const [, src] = /src="([^"]*\/html[^"]*)"/.exec(known)!
    expect((await person.get(src!)).text).toContain('<p>Hi &lt;b&gt;Mira&lt;/b&gt;, pro</p>')
    const plain = await text(`/broadcasts/${id}/preview?as=text&contact=MIRA@example.net`)
    expect(plain).toMatch(/<pre class="text" tabindex="0">Hi &lt;b&gt;Mira&lt;\/b&gt;, pro/)
    expect(await text(`/broadcasts/${id}/preview?contact=nobody`)).toContain('No contact has this email address.')
    expect(await text(`/broadcasts/${await aDraft()}/preview`)).toContain('No content yet.')
  })
})

describe('buttons next to the editor', () => {
  const typed = (more: object = {}) => ({ ...NEW, segment_id: segment, html: '<p>New</p>', topic_id: 'none', ...more })

  it('submit the editor form, except delete and upload, and Enter saves', async () => {
    const id = await aDraft({ html: '<p>Old</p>' })
    await server.call('POST', `/broadcasts/${id}/send`, { body: { scheduled_at: 'in 2 hours' } })
    const [, main] = (await text(`/broadcasts/${id}`)).split('<main')
    const forms = [...main!.matchAll(/<form[^>]*action="([^"]+)"/g)].map(([, path]) => path)
    expect(forms.toSorted()).toEqual([`/broadcasts/${id}/change`, `/broadcasts/${id}/delete`, '/images/upload'])
    const beside = [...main!.matchAll(/<button\s[^>]*form="editor"[^>]*>\s*([^<]+?)\s*</g)].map(([, words]) => words)
    expect(beside).toEqual([
      'Save',
      'Edit as Markdown',
      'Edit as blocks',
      'Preview',
      'Send test email',
      'Set up A/B test',
      'Review and send',
      'Duplicate',
      'Yes, unschedule',
    ])
    // Enter presses the first button of the form.
    expect(main).toMatch(/<button\s+class="quiet"\s+form="editor"\s+aria-label="Save: Draft"/)
  })

  it.each([
    ['send', '/send'],
    ['preview', '/preview'],
    ['nowhere', '?done=changed'],
  ])('save before they open %j', async (next, to) => {
    const id = await aDraft({ html: '<p>Old</p>' })
    await person.get(`/broadcasts/${id}`)
    const { location } = await person.post(`/broadcasts/${id}/change`, typed({ subject: 'New subject', next }))
    expect(location).toBe(`/broadcasts/${id}${to}`)
    expect(await get(id)).toMatchObject({ subject: 'New subject', html: '<p>New</p>', status: 'draft' })
  })

  it('save before a test is sent, a copy is created or sending is canceled', async () => {
    const id = await aDraft({ html: '<p>Old</p>' })
    await person.get(`/broadcasts/${id}`)
    const tester = aPerson(server)
    await tester.logIn('/mailbox', await aColleague(server, { email: 'first.tester@example.net' }))
    await tester.get(`/broadcasts/${id}`)
    const tried = await tester.post(`/broadcasts/${id}/test`, typed({ subject: 'Tried' }))
    const test = (await server.call('GET', tried.location!.split('?')[0]!)).body
    expect(test).toMatchObject({ subject: '[Test] Tried', html: '<p>New</p>' })
    const copied = await person.post(`/broadcasts/${id}/duplicate`, typed({ subject: 'Copied' }))
    expect((await get(idOf(copied.location))).subject).toBe('Copied')
    await server.call('POST', `/broadcasts/${id}/send`, { body: { scheduled_at: 'in 2 hours' } })
    await person.post(`/broadcasts/${id}/cancel`, typed({ subject: 'Called off' }))
    expect(await get(id)).toMatchObject({ subject: 'Called off', status: 'draft' })
  })

  it('keep the input when saving or the action is rejected', async () => {
    const id = await aDraft({ html: '<p>Old</p>' })
    await person.get(`/broadcasts/${id}`)
    for (const act of ['test', 'duplicate', 'change', 'cancel']) {
      const wrong = typed({ subject: 'Typed', reply_to: 'nobody', next: 'send' })
      const { status, text: page } = await person.post(`/broadcasts/${id}/${act}`, wrong)
      expect([status, page.includes('Invalid “Reply-to”'), page.includes('value="Typed"')], act).toEqual([
        422,
        true,
        true,
      ])
      expect((await get(id)).subject, act).toBe('Hi')
    }
    const refused = await person.post(`/broadcasts/${id}/test`, typed({ subject: 'Typed', html: '', text: '' }))
    expect([
      refused.status,
      refused.text.includes('Test email not sent'),
      refused.text.includes('value="Typed"'),
    ]).toEqual([422, true, true])
    expect((await get(id)).subject).toBe('Typed')
  })
})

describe('review page before sending', () => {
  it('shows content and recipient count and rejects sending content that has changed since', async () => {
    const readers = await made.aSegment('Counted')
    for (const name of ['one', 'two', 'three'])
      await made.aContact(`${name}@counted.example`, { segments: [{ id: readers }] })
    await made.aContact('gone@counted.example', { segments: [{ id: readers }], unsubscribed: true })
    const id = await aDraft({ segment_id: readers, subject: 'First <b>', html: '<p>Hi</p>' })
    const page = await text(`/broadcasts/${id}/send`)
    expect(page).toContain('3 recipients.')
    expect(page).toContain('Send to 3 recipients')
    expect(page).toContain('<bdi>First &lt;b&gt;</bdi>')
    expect(page).toContain('<bdi>Counted</bdi>')
    expect(page).toContain(`src="/broadcasts/${id}/html"`)
    const [, seen] = /name="seen" value="([^"]+)"/.exec(page)!
    await server.call('PATCH', `/broadcasts/${id}`, { body: { subject: 'Second' } })
    const changed = await person.post(`/broadcasts/${id}/send`, { seen: seen! })
    expect([
      changed.status,
      changed.text.includes('was changed after you opened this page'),
      changed.text.includes('<bdi>Second</bdi>'),
    ]).toEqual([409, true, true])
    expect((await get(id)).status).toBe('draft')
    const [, now] = /name="seen" value="([^"]+)"/.exec(changed.text)!
    expect((await person.post(`/broadcasts/${id}/send`, { seen: now! })).location).toContain('?done=sending')
    // A broadcast that is being sent has no review page.
    expect((await person.get(`/broadcasts/${id}/send`)).location).toBe(`/broadcasts/${id}`)
    expect((await person.post(`/broadcasts/${id}/send`)).status).toBe(403)
  })

  it('hides the send button while errors remain', async () => {
    const page = await text(`/broadcasts/${await aDraft()}/send`)
    expect(page).toContain('aria-label="Fix before sending"')
    expect(page).not.toContain('name="seen"')
  })

  it('keeps a rejected time and sending speed', async () => {
    const id = await aDraft({ html: '<p>Hi</p>' })
    await person.get(`/broadcasts/${id}/send`)
    const fields = { scheduled_at: 'whenever"', per_minute: '7', per_minute_per_destination: '' }
    const { status, text: page } = await person.post(`/broadcasts/${id}/send`, fields)
    expect([status, page.includes('role="alert"'), page.includes('value="whenever&quot;"')]).toEqual([422, true, true])
    expect(page).toMatch(/name="per_minute" min="1" max="1000000" value="7"/)
  })

  it('keeps a rejected sending speed during sending', async () => {
    const id = await aDraft({ html: '<p>Hi</p>' })
    await server.call('POST', `/broadcasts/${id}/send`, { body: { per_minute: 1 } })
    await person.get(`/broadcasts/${id}`)
    const { status, text: page } = await person.post(`/broadcasts/${id}/pace`, { per_minute: '0' })
    expect([status, page.includes('from 1 to 1,000,000')]).toEqual([422, true])
  })
})

describe('a broadcast without recipients', () => {
  it('can be scheduled but not sent immediately', async () => {
    const empty = await made.aSegment('Empty')
    const id = await aDraft({ segment_id: empty, html: '<p>Hi</p>' })
    const page = await text(`/broadcasts/${id}/send`)
    expect(page).toContain('0 recipients.')
    expect(page).not.toMatch(/Send now|Send to|Send broadcast/)
    expect(page).toContain('<button>Schedule</button>')
  })
})

describe('broadcast topic', () => {
  it('defaults to the topic of the last broadcast and can be set to none', async () => {
    const topic = await made.aTopic({ name: 'Offers' })
    const { location } = await person.post('/broadcasts/make', { ...NEW, segment_id: segment, topic_id: topic })
    expect((await get(idOf(location))).topic_id).toBe(topic)
    const page = await text('/broadcasts')
    expect(page).toMatch(new RegExp(`<option value="${topic}" selected>Offers`))
    const unsaid = await person.post('/broadcasts/make', { ...NEW, segment_id: segment, topic_id: '' })
    expect([unsaid.status, unsaid.text.includes('Choose a topic')]).toEqual([422, true])
    const none = await person.post('/broadcasts/make', { ...NEW, segment_id: segment, topic_id: 'none' })
    expect((await get(idOf(none.location))).topic_id).toBeNull()
    expect(await text(`/broadcasts/${idOf(none.location)}`)).toMatch(/<option value="none" selected>No topic/)
  })

  it('must be chosen before a draft created by the API is sent from the page', async () => {
    await made.aTopic({ name: 'Product news' })
    const readers = await made.aSegment('Choosing')
    const fields = { segment_id: readers, html: '<p>Hi</p>' }
    const id = await aDraft({ ...fields, topic_id: undefined })
    const editor = await text(`/broadcasts/${id}`)
    expect(editor).toMatch(/<select id="topic_id"[^>]*>\s*<option value="">Choose a topic/)
    expect(editor).not.toMatch(/<option value="none" selected/)
    expect(editor).toContain('Choose a topic or “No topic”.')
    const typed = { ...NEW, ...fields, topic_id: '' }
    expect((await person.post(`/broadcasts/${id}/change`, typed)).location).toContain('?done=changed')

    const review = await text(`/broadcasts/${id}/send`)
    expect(review).toMatch(/Topic<\/dt>\s*<dd>(?:<bdi>)?Not chosen/)
    expect(review).not.toContain(`action="/broadcasts/${id}/send"`)
    for (const when of [{}, { scheduled_at: '2035-01-01T10:00' }]) {
      const refused = await person.post(`/broadcasts/${id}/send`, when)
      expect([refused.status, refused.text.includes('Not sent: Choose a topic')]).toEqual([422, true])
    }
    expect((await get(id)).status).toBe('draft')
    const copied = idOf((await person.post(`/broadcasts/${id}/duplicate`)).location)
    expect(await text(`/broadcasts/${copied}/send`)).toContain('Not chosen')

    await person.post(`/broadcasts/${id}/change`, { ...typed, topic_id: 'none' })
    expect(await text(`/broadcasts/${id}`)).toMatch(/<option value="none" selected>No topic/)
    expect(await text(`/broadcasts/${id}/send`)).toContain('None (includes contacts who unsubscribed')
    expect((await person.post(`/broadcasts/${id}/change`, typed)).status).toBe(422)
    expect((await person.post(`/broadcasts/${id}/send`)).location).toContain('?done=sending')
  })

  it('is not required if the API set it to null or sends the broadcast', async () => {
    const readers = await made.aSegment('By API')
    const explicit = await aDraft({ segment_id: readers, html: '<p>Hi</p>' })
    expect(await text(`/broadcasts/${explicit}/send`)).toContain(`action="/broadcasts/${explicit}/send"`)
    const unset = await aDraft({ segment_id: readers, html: '<p>Hi</p>', topic_id: undefined })
    expect((await get(unset)).topic_id).toBeNull()
    expect((await server.call('POST', `/broadcasts/${unset}/send`)).status).toBe(200)
  })

  it('causes a warning if it is not set and recipients have unsubscribed from other topics', async () => {
    const readers = await made.aSegment('Some left')
    const topics = [{ id: await made.aTopic({ name: 'Left' }), subscription: 'opt_out' }]
    for (const name of ['a', 'b']) await made.aContact(`${name}@left.example`, { segments: [{ id: readers }], topics })
    await made.aContact('c@left.example', { segments: [{ id: readers }] })
    const id = await aDraft({ segment_id: readers, html: '<p>Hi</p>' })
    const words = '2 of 3 recipients who have unsubscribed from one of your topics'
    for (const path of ['', '/send']) expect(await text(`/broadcasts/${id}${path}`), path).toContain(words)
    await server.call('PATCH', `/broadcasts/${id}`, { body: { topic_id: topics[0]!.id } })
    expect(await text(`/broadcasts/${id}/send`)).toContain('1 recipient.')
    expect(await text(`/broadcasts/${id}`)).not.toContain('who have unsubscribed from one')
  })
})

describe('broadcast checks', () => {
  it('list errors and warnings before sending', async () => {
    const id = await aDraft()
    const empty = await text(`/broadcasts/${id}`)
    expect(empty).toContain('aria-label="Fix before sending"')
    await server.call('PATCH', `/broadcasts/${id}`, { body: { html: '<p>Hi</p>\n<a href="http://">x</a>' } })
    const page = await text(`/broadcasts/${id}`)
    expect(page).toContain('Ready to send.')
    expect(page).toContain('aria-label="Warnings"')
    expect(page).toContain('The html has no unsubscribe link')
    expect(page).toContain('(html, line 2)')
  })
})

describe('test email', () => {
  it('is sent to the member who requests it, with the values of their contact', async () => {
    const id = await aDraft({ subject: 'Hi {{{contact.first_name}}}', reply_to: 'answers@example.com' })
    await person.get(`/broadcasts/${id}`)
    const empty = await person.post(`/broadcasts/${id}/test`)
    expect([empty.status, empty.text.includes('Test email not sent')]).toEqual([422, true])
    await server.call('PATCH', `/broadcasts/${id}`, {
      body: { html: '<p>{{{contact.first_name}}}</p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>' },
    })
    const account = await aColleague(server, { email: 'tester@example.net' })
    await made.aContact('tester@example.net', { first_name: 'Tess' })
    const tester = aPerson(server)
    await tester.logIn(`/broadcasts/${id}`, account)
    await tester.get(`/broadcasts/${id}`)
    const { location } = await tester.post(`/broadcasts/${id}/test`)
    const { body } = await server.call('GET', location!.split('?')[0]!)
    expect(body).toMatchObject({
      to: ['tester@example.net'],
      subject: '[Test] Hi Tess',
      reply_to: ['answers@example.com'],
      html: expect.stringMatching(/^<p>Tess<\/p><a href="[^"]+\/unsubscribe\?token=[\w.-]+">Leave<\/a>$/),
    })
    expect((await get(id)).status).toBe('draft')
    expect((await tester.get(location!)).text).toContain('Test email sent to you.')
  })
})

describe('sending a broadcast', () => {
  it('rejects missing content, invalid times and invalid speeds', async () => {
    const id = await aDraft()
    await person.get(`/broadcasts/${id}`)
    const post = (act: string, fields: Record<string, string> = {}) => person.post(`/broadcasts/${id}/${act}`, fields)
    const empty = await post('send')
    expect([empty.status, empty.text.includes('Missing “HTML” or “Plain text”')]).toEqual([422, true])
    await server.call('PATCH', `/broadcasts/${id}`, { body: { html: '<p>Hi</p>' } })
    expect((await post('send', { scheduled_at: ' ' })).status).toBe(422)
    expect((await post('send', { scheduled_at: 'whenever' })).status).toBe(422)
    for (const pace of ['0', '1.5', 'fast', '1000001']) {
      expect((await post('send', { per_minute: pace })).status, pace).toBe(422)
      expect((await post('send', { per_minute_per_destination: pace })).status, pace).toBe(422)
    }
    for (const act of ['pause', 'resume', 'cancel']) expect((await post(act)).status, act).toBe(403)
    expect((await get(id)).status).toBe('draft')
    const { location } = await post('send', {
      scheduled_at: 'in 2 hours',
      per_minute: '600',
      per_minute_per_destination: '60',
    })
    expect(location).toBe(`/broadcasts/${id}?done=scheduled`)
    expect(await get(id)).toMatchObject({ status: 'scheduled', per_minute: 600, per_minute_per_destination: 60 })
    expect((await post('cancel')).location).toContain('done=canceled')
    expect((await get(id)).status).toBe('draft')
  })

  it('refreshes the progress only until sending completes', async () => {
    const id = await aDraft({ html: '<p>Hi</p>' })
    await person.get(`/broadcasts/${id}`)
    const { location } = await person.post(`/broadcasts/${id}/send`)
    expect(location).toBe(`/broadcasts/${id}?done=sending&live=yes`)
    await expect
      .poll(async () => (await person.get(`/broadcasts/${id}/progress`)).headers.get('refresh'), { timeout: 20_000 })
      .toBeNull()
    const over = await person.get(`/broadcasts/${id}?live=yes`)
    expect(over.text).toContain('emails queued')
    expect(over.headers.get('refresh')).toBeNull()
    expect((await person.get(`/broadcasts/${await aDraft()}?live=yes`)).headers.get('refresh')).toBeNull()
  })
})

describe('live broadcast figures', () => {
  it('reload in a frame, not with the whole page', async () => {
    const id = await aDraft({ html: '<p>Hi</p>' })
    await made.aContact('slow@followed.example', { segments: [{ id: segment }] })
    await made.aContact('slower@followed.example', { segments: [{ id: segment }] })
    await server.call('POST', `/broadcasts/${id}/send`, { body: { per_minute: 1 } })
    const whole = await person.get(`/broadcasts/${id}?live=yes`)
    expect(whole.headers.get('refresh')).toBeNull()
    expect(whole.text).toContain(`src="/broadcasts/${id}/progress" title="Progress"`)
    expect(whole.text).not.toContain('<progress')
    const part = await person.get(`/broadcasts/${id}/progress`)
    expect([part.status, part.headers.get('refresh')]).toEqual([200, '3'])
    expect(part.text).toContain('<progress')
    expect(part.text).not.toMatch(/<form|<nav/)
    // The frame loads the same script as the page, so that both format times the same way.
    expect(part.text.match(/<script[^>]*>/g)).toEqual([expect.stringContaining('/scripts/times.js')])
    // Only our pages may frame it, and its links open in the whole page.
    expect(part.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(part.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(part.text).toContain('<base target="_top" />')
    expect(whole.headers.get('x-frame-options')).toBe('DENY')
    await person.post(`/broadcasts/${id}/pause`)
    for (const path of [`/broadcasts/${id}`, `/broadcasts/${id}/progress`, '/broadcasts'])
      expect(await text(path), path).toContain('<span class="tag wait">Paused</span>')
    await person.post(`/broadcasts/${id}/cancel`)
  })
})

describe('access to broadcasts', () => {
  it('requires membership in the team and the CSRF token', async () => {
    const other = await aTeam(server, 'Others')
    const theirs = contactsOf(server, other.key)
    const body = { name: 'T', from: 'a@example.com', subject: 'S', segment_id: await theirs.aSegment() }
    const { id } = (await server.call('POST', '/broadcasts', { key: other.key, body })).body
    for (const path of ['', '/preview', '/html', '/recipients', '/send', '/progress']) {
      expect((await person.get(`/broadcasts/${id}${path}`)).status, path).toBe(404)
    }
    const ours = await aDraft()
    await person.get('/broadcasts')
    for (const act of ['change', 'test', 'duplicate', 'delete', 'send', 'pace', 'pause', 'resume', 'cancel']) {
      expect((await person.post(`/broadcasts/${id}/${act}`, { ...NEW, segment_id: segment })).status, act).toBe(404)
      expect((await person.post(`/broadcasts/${ours}/${act}`, { form_token: 'another' })).status, act).toBe(403)
    }
    const stolen = await person.post(`/broadcasts/${ours}/change`, { ...NEW, segment_id: body.segment_id })
    expect([stolen.status, stolen.text.includes('Segment not found')]).toEqual([422, true])
  })
})
