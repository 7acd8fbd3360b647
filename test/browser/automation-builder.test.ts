// The automation builder without scripts: creating an automation, editing the draft of its graph, simulating and
// enabling it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPublishedTemplate, anAutomation } from '../support/automations.ts'
import { chain, delay, httpRequest, mail, trigger } from '../automations/rules/support.ts'
import { type Person, type PageSeen, aPerson } from '../support/pages.ts'
import { aColleague, aTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let admin: Person
let template: string

beforeAll(async () => {
  server = await startServer()
  template = await aPublishedTemplate(server)
  admin = aPerson(server)
  await admin.logIn('/automations')
  await admin.get('/automations')
})
afterAll(() => server.stop())

/** Creates an automation in the form. Returns its path. */
async function made(fields: Record<string, string> = {}): Promise<string> {
  const { status, location } = await admin.post('/automations/make', { name: 'Built', example: 'nothing', ...fields })
  expect([status, location]).toEqual([303, expect.stringContaining('/edit?done=made')])
  return location!.slice(0, location!.indexOf('/edit'))
}

/** The fields of the step form on the page, as a browser would submit them. */
function fieldsOf(text: string): Record<string, string> {
  const form = /<form method="post" action="[^"]+\/edit\/step" id="step-form"[^>]*>([\s\S]*?)<\/form>/.exec(text)![1]!
  const fields: Record<string, string> = {}
  for (const [, attributes] of form.matchAll(/<input\s([^>]*)>/g)) {
    const [, name] = /name="([^"]*)"/.exec(attributes!)!
    if (/type="checkbox"/.test(attributes!) && !/ checked/.test(attributes!)) continue
    fields[name!] = unescaped(/value="([^"]*)"/.exec(attributes!)?.[1] ?? '')
  }
  for (const [, name, options] of form.matchAll(/<select[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g)) {
    fields[name!] = unescaped(
      (/<option value="([^"]*)" selected/.exec(options!) ?? /<option value="([^"]*)"/.exec(options!))![1]!,
    )
  }
  for (const [, name, value] of form.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>\n?([\s\S]*?)<\/textarea/g))
    fields[name!] = unescaped(value!)
  return fields
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const editorOf = (path: string, step?: string): Promise<PageSeen> =>
  admin.get(`${path}/edit${step === undefined ? '' : `?${new URLSearchParams({ step })}`}`)

/** Opens the form of a step, fills in fields and submits it. */
async function fill(path: string, step: string, typed: Record<string, string>): Promise<PageSeen> {
  const fields = fieldsOf((await editorOf(path, step)).text)
  const sent = await admin.post(`${path}/edit/step`, { ...fields, ...typed })
  return sent.status === 303 ? admin.get(sent.location!.split('#')[0]!) : sent
}

const seenIn = (text: string): string => /name="seen" value="(\d+)"/.exec(text)![1]!

async function add(path: string, type: string, at = ''): Promise<PageSeen> {
  const { text } = await editorOf(path)
  const added = await admin.post(`${path}/edit/add`, { seen: seenIn(text), type, at })
  return added.status === 303 ? admin.get(added.location!.split('#')[0]!) : added
}

async function save(path: string): Promise<PageSeen> {
  const { text } = await editorOf(path)
  return admin.post(`${path}/edit/save`, { seen: seenIn(text) })
}

const stored = async (path: string) => (await server.call('GET', path)).body

describe('an automation', () => {
  it('is created, built step by step, published and enabled', async () => {
    const path = await made({ event: 'trial.started' })
    expect((await add(path, 'condition', 'default start')).text).toContain('Step added')
    await add(path, 'send_email', 'condition_met condition')
    await add(path, 'delay', 'default start')
    expect((await save(path)).status).toBe(422)
    await fill(path, 'delay', { 'config.duration': '2 days', 'config.until.time': '09:00' })
    await fill(path, 'send email', { name: 'mail', 'config.template.id': template })
    await fill(path, 'condition', {
      'config.field': 'event.plan',
      'config.operator': 'eq',
      'config.value.kind': 'text',
      'config.value.text': 'pro',
    })
    const saved = await save(path)
    expect([saved.status, saved.location]).toEqual([303, `${path}?done=saved`])
    const { steps, connections } = await stored(path)
    expect(steps).toEqual([
      trigger(),
      {
        key: 'condition',
        type: 'condition',
        config: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' },
      },
      { key: 'mail', type: 'send_email', config: { template: { id: template } } },
      { key: 'delay', type: 'delay', config: { duration: '2 days', until: { time: '09:00' } } },
    ])
    expect(connections).toEqual(
      expect.arrayContaining([
        { from: 'start', to: 'delay', type: 'default' },
        { from: 'delay', to: 'condition', type: 'default' },
        { from: 'condition', to: 'mail', type: 'condition_met' },
      ]),
    )
    expect((await admin.post(`${path}/enable`)).location).toBe(`${path}?done=enabled`)
  })

  it.each(['welcome', 'reminder', 'opened'])(
    'starts with the example %s, which lacks only templates',
    async example => {
      const path = await made({ example })
      const { text } = await editorOf(path)
      const faults = /Fix these before publishing[\s\S]*?<\/ul>/.exec(text)![0]
      expect(faults.match(/<li>/g)!.length).toBe(faults.match(/Template, id is missing/g)!.length)
      const keys = [...faults.matchAll(/<bdi>([^<]+)<\/bdi>/g)].map(([, key]) => key!)
      for (const key of keys) await fill(path, key, { 'config.template.id': template })
      expect((await save(path)).status).toBe(303)
      expect((await admin.post(`${path}/enable`)).location).toBe(`${path}?done=enabled`)
      await admin.post(`${path}/disable`)
    },
  )

  it('requires a name', async () => {
    const { status, text } = await admin.post('/automations/make', { name: ' ', example: 'nothing' })
    expect([status, text]).toEqual([422, expect.stringContaining('Automation not created')])
  })

  it('is deleted', async () => {
    const path = await made()
    expect((await admin.post(`${path}/delete`)).location).toBe('/automations?done=deleted')
    expect((await admin.get(path)).status).toBe(404)
  })
})

describe('a draft', () => {
  it('keeps invalid input and shows the error at its field', async () => {
    const path = await made({ event: 'trial.started' })
    await add(path, 'delay', 'default start')
    const { text } = await fill(path, 'delay', { 'config.duration': 'soon', 'config.until.time': '9' })
    expect(text).toContain('value="soon"')
    expect(text).toMatch(/name="config\.until\.time"[^>]*value="9"[^>]*aria-invalid="true"/)
    expect(text).toContain('id="config.until.time-fault"')
    const better = await fill(path, 'delay', { 'config.until.time': '09:00' })
    expect(better.text).toContain('id="config.duration-fault"')
    expect((await stored(path)).steps).toEqual([])
  })

  it('shows the author and time of the last change and can be discarded', async () => {
    const path = new URL(await made(), server.url).pathname
    const { text } = await editorOf(path)
    expect(text).toMatch(/Draft, last edited [\s\S]* by <bdi>/)
    expect((await admin.post(`${path}/edit/discard`)).location).toBe(`${path}?done=discarded`)
    expect((await editorOf(path)).text).toContain('No steps yet')
  })

  it('rejects a change from an outdated page', async () => {
    const path = await made()
    const { text } = await editorOf(path)
    await add(path, 'delay', 'default start')
    const late = await admin.post(`${path}/edit/add`, { seen: seenIn(text), type: 'delay' })
    expect([late.status, late.text]).toEqual([
      422,
      expect.stringContaining('Someone else changed this automation in the meantime'),
    ])
  })

  it('rejects a cycle and a duplicate step name', async () => {
    const path = await made()
    await add(path, 'delay', 'default start')
    await add(path, 'delay', 'default delay')
    const fields = fieldsOf((await editorOf(path, 'delay 2')).text)
    const circle = await admin.post(`${path}/edit/step`, {
      ...fields,
      'way.default': 'delay',
      'config.duration': '1 hour',
    })
    expect([circle.status, circle.text]).toEqual([422, expect.stringContaining('creates a cycle')])
    // The rejected input is still in the form.
    expect(circle.text).toMatch(/name="config\.duration"[^>]*value="1 hour"/)
    const twice = await admin.post(`${path}/edit/step`, { ...fields, name: 'start' })
    expect([twice.status, twice.text]).toEqual([422, expect.stringContaining('Another step has this name')])
  })

  it('saves the open step when it is published and opens the next step', async () => {
    const path = await made({ event: 'trial.started' })
    await add(path, 'delay', 'default start')
    const renamed = { ...fieldsOf((await editorOf(path, 'delay')).text), name: 'pause' }
    const refused = await admin.post(`${path}/edit/save`, renamed)
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('The automation was not published')])
    expect(fieldsOf(refused.text)).toMatchObject({ key: 'pause', name: 'pause' })
    const fields = { ...fieldsOf(refused.text), 'config.duration': '2 days' }
    const opened = await admin.post(`${path}/edit/step`, { ...fields, next: 'start' })
    expect(opened.location).toContain('step=start&done=saved')
    const start = fieldsOf((await editorOf(path, 'start')).text)
    const published = await admin.post(`${path}/edit/save`, { ...start, 'config.event_name': 'trial.ended' })
    expect(published.location).toBe(`${path}?done=saved`)
    expect((await stored(path)).steps).toMatchObject([
      { config: { event_name: 'trial.ended' } },
      { key: 'pause', config: { duration: '2 days' } },
    ])
  })

  it('reconnects the neighbors of a removed step', async () => {
    const path = await made()
    await add(path, 'delay', 'default start')
    await add(path, 'contact_delete', 'default delay')
    const { text } = await editorOf(path)
    const removed = await admin.post(`${path}/edit/remove`, { seen: seenIn(text), key: 'delay' })
    expect(removed.status).toBe(303)
    expect(fieldsOf((await editorOf(path, 'start')).text)['way.default']).toBe('contact delete')
  })

  it('edits rules with nested conditions', async () => {
    const path = await made({ event: 'trial.started' })
    await add(path, 'condition', 'default start')
    const one = {
      'config.field': 'event.plan',
      'config.operator': 'eq',
      'config.value.kind': 'text',
      'config.value.text': 'pro',
    }
    await fill(path, 'condition', one)
    await fill(path, 'condition', { 'config.type': 'and' })
    await fill(path, 'condition', {
      'config.rules.1.field': 'contact.unsubscribed',
      'config.rules.1.operator': 'eq',
      'config.rules.1.value.kind': 'flag',
      'config.rules.1.value.text': 'false',
    })
    await fill(path, 'condition', { 'config.rules.2.type': 'or' })
    await fill(path, 'condition', {
      'config.rules.2.rules.0.field': 'event.seats',
      'config.rules.2.rules.0.operator': 'gt',
      'config.rules.2.rules.0.value.kind': 'number',
      'config.rules.2.rules.0.value.text': '3',
    })
    expect((await save(path)).status).toBe(303)
    expect((await stored(path)).steps[1].config).toEqual({
      type: 'and',
      rules: [
        { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' },
        { type: 'rule', field: 'contact.unsubscribed', operator: 'eq', value: false },
        { type: 'or', rules: [{ type: 'rule', field: 'event.seats', operator: 'gt', value: 3 }] },
      ],
    })
  })

  it('hides header values of an HTTP request and keeps those left empty', async () => {
    const request = httpRequest('crm', 'https://crm.example.com/x', {
      headers: { Authorization: 'Bearer hidden-word' },
    })
    const id = await anAutomation(server, { name: 'Headers', ...chain(trigger(), request) })
    const path = `/automations/${id}`
    const { text } = await editorOf(path, 'crm')
    expect(text).toContain('value="Authorization"')
    expect(text).not.toContain('hidden-word')
    await fill(path, 'crm', { 'config.timeout': '5 seconds', 'config.body': '{"a":[1]}' })
    expect((await save(path)).status).toBe(303)
    expect((await stored(path)).steps[1].config).toEqual({
      method: 'POST',
      url: 'https://crm.example.com/x',
      headers: { Authorization: 'Bearer hidden-word' },
      timeout: '5 seconds',
      body: { a: [1] },
    })
  })

  it.each([
    ['another host', 'https://elsewhere.example.com/x'],
    ['another port', 'https://crm.example.com:8443/x'],
    ['another scheme', 'http://crm.example.com/x'],
    ['a host with another letter behind it', 'https://crm.example.com{{{event.a}}}/x'],
    ['no valid URL', 'crm.example.com'],
  ])('requires hidden header values again when the URL changes to %s', async (_, url) => {
    const headers = { Authorization: 'Bearer hidden-word', 'X-Kind': 'lead' }
    const request = httpRequest('crm', 'https://crm.example.com/x', { headers })
    const path = `/automations/${await anAutomation(server, { name: 'Origin', ...chain(trigger(), request) })}`
    const refused = await fill(path, 'crm', { 'config.url': url })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Enter the values of these headers again: Authorization, X-Kind')
    expect(refused.text).not.toMatch(/hidden-word|Leave empty to keep/)
    expect((await editorOf(path, 'crm')).text).toContain('https://crm.example.com/x')
    await fill(path, 'crm', {
      'config.url': url,
      'config.headers.0.value.kind': 'text',
      'config.headers.0.value.text': 'Bearer other-word',
      'config.headers.1.name': '',
    })
    await fill(path, 'crm', { 'config.url': 'https://crm.example.com/y' }).then(async ({ text }) =>
      expect(text).toContain('Enter the values of these headers again: Authorization'),
    )
  })

  it('keeps hidden header values when only the path of the URL changes', async () => {
    const request = httpRequest('crm', 'https://crm.example.com/x', { headers: { Authorization: 'hidden-word' } })
    const path = `/automations/${await anAutomation(server, { name: 'Path', ...chain(trigger(), request) })}`
    await fill(path, 'crm', { 'config.url': 'https://CRM.example.com:443/y?z={{{event.plan}}}' })
    expect((await save(path)).status).toBe(303)
    expect((await stored(path)).steps[1].config.headers).toEqual({ Authorization: 'hidden-word' })
  })

  it('hides header values in the JSON of a step with too many fields and keeps those left empty', async () => {
    const request = httpRequest('crm', 'https://crm.example.com/x', { headers: { Authorization: 'hidden-word' } })
    const path = `/automations/${await anAutomation(server, { name: 'Many', ...chain(trigger(), request) })}`
    const more = Array.from({ length: 30 }, (_, index) => [`config.headers.${index + 1}.name`, `X-${index}`])
    const many = await fill(path, 'crm', Object.fromEntries(more))
    expect(many.text).toContain('name="config"')
    expect(many.text).not.toContain('hidden-word')
    const config = { method: 'POST', url: 'https://crm.example.com/x', headers: { Authorization: '' } }
    const elsewhere = { ...config, url: 'https://elsewhere.example.com/x' }
    expect((await fill(path, 'crm', { config: JSON.stringify(elsewhere) })).text).toContain('again: Authorization')
    await fill(path, 'crm', { config: JSON.stringify(config) })
    expect((await save(path)).status).toBe(303)
    expect((await stored(path)).steps[1].config.headers).toEqual({ Authorization: 'hidden-word' })
  })

  it('returns 404 to another team', async () => {
    const path = await made()
    const elsewhere = await aTeamOf(server, server.admin.email, 'Elsewhere')
    const stranger = aPerson(server)
    await stranger.logIn(
      '/mailbox',
      await aColleague(server, { email: 'leader@example.net', role: 'admin', team_id: elsewhere }),
    )
    await stranger.get('/account')
    for (const form of [
      'edit/add',
      'edit/step',
      'edit/remove',
      'edit/save',
      'edit/discard',
      'duplicate',
      'delete',
      'simulate',
    ])
      expect([
        form,
        (await stranger.post(`${path}/${form}`, { seen: '1', type: 'delay', key: 'start' })).status,
      ]).toEqual([form, 404])
    expect((await stranger.get(`${path}/edit`)).status).toBe(404)
    expect((await editorOf(path)).text).toContain('Draft, last edited')
  })
})

describe('an enabled automation', () => {
  it('cannot be edited, but its copy can', async () => {
    const id = await anAutomation(server, {
      name: 'Running',
      status: 'enabled',
      ...chain(trigger('running'), mail('hello')),
    })
    const path = `/automations/${id}`
    expect((await editorOf(path)).location).toBe(path)
    expect((await admin.post(`${path}/edit/add`, { seen: '0', type: 'delay' })).status).toBe(422)
    const copied = await admin.post(`${path}/duplicate`)
    const copy = copied.location!.slice(0, copied.location!.indexOf('/edit'))
    expect((await stored(copy)).name).toBe('Running (copy)')
    expect((await admin.get(`${copy}/edit?done=copied`)).text).toContain('Automation duplicated.')
  })
})

describe('simulation', () => {
  it('shows the path of a run for a contact and a time without sending email', async () => {
    const path = await made({ example: 'reminder', event: 'trial.started' })
    expect((await admin.get(`${path}/simulate`)).text).toContain('Simulation not possible yet')
    for (const key of ['welcome', 'reminder']) await fill(path, key, { 'config.template.id': template })
    const page = await admin.get(`${path}/simulate`)
    expect(page.text).toContain('Simulates a run of the draft.')
    const asked = { email: 'ana@example.com', at: '2027-01-04T08:00', payload: '{"plan":"pro"}' }
    const reminded = await admin.post(`${path}/simulate`, asked)
    expect(
      /<p role="status">([\s\S]*?)<\/p>/
        .exec(reminded.text)![1]!
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ).toBe('The run completes. It starts 4 Jan 2027, 08:00:00 and ends 7 Jan 2027, 08:00:00.')
    expect(reminded.text.split('class="way taken"')).toHaveLength(4)
    expect(reminded.text.match(/<h3><bdi>Hello<\/bdi><\/h3>/g)).toHaveLength(2)
    const answered = await admin.post(`${path}/simulate`, { ...asked, 'after.2': '1 day' })
    expect(answered.text.split('class="way taken"')).toHaveLength(3)
    expect(answered.text.match(/<h3><bdi>Hello<\/bdi><\/h3>/g)).toHaveLength(1)
    expect((await server.call('GET', '/emails')).body.data).toEqual([])
  })

  it('rejects invalid event data and an invalid time and keeps the input', async () => {
    const id = await anAutomation(server, { name: 'Tried', ...chain(trigger(), delay('pause')) })
    await admin.get(`/automations/${id}/simulate`)
    const data = await admin.post(`/automations/${id}/simulate`, { payload: '{"plan"', email: 'ana@example.com' })
    expect([data.status, data.text]).toEqual([422, expect.stringContaining('must be a JSON object')])
    expect(data.text).toContain('value="ana@example.com"')
    const time = await admin.post(`/automations/${id}/simulate`, { payload: '', at: 'tomorrow' })
    expect([time.status, time.text]).toEqual([422, expect.stringContaining('Invalid “Time”')])
  })
})
