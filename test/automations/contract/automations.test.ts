import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { statement } from '../../../src/base/store/statement.ts'
import { aPublishedTemplate, anAutomation, runsOf, sendEvent } from '../../support/automations.ts'
import { chain, delay, mail, segment, settings, trigger, wait, way } from '../rules/support.ts'
import { clock } from '../../support/clock.ts'
import { ON_POSTGRES } from '../../support/databases.ts'
import { type Reply, type TestServer, aTeam, startServer } from '../../support/server.ts'

const time = clock()
let server: TestServer

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  await aPublishedTemplate(server)
})
afterAll(() => server.stop())
beforeEach(() => time.forward(60_000))

const forgetNeeds = statement<object>(knex => knex('template_versions').update({ needs: null }))
const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const message = 'Automation not found'
const ready = chain(trigger(), delay('pause'), mail('nudge'))
const other = chain(trigger('other'), delay('later', '1.5 hours'))

const create = (body: object): Promise<Reply> => server.call('POST', '/automations', { body })
const patch = (id: string, body: object): Promise<Reply> => server.call('PATCH', `/automations/${id}`, { body })
const get = async (id: string) => (await server.call('GET', `/automations/${id}`)).body
const disabled = (): Promise<string> => anAutomation(server, ready)
const enabled = (): Promise<string> => anAutomation(server, { ...ready, status: 'enabled' })
const draft = (): Promise<string> => anAutomation(server)

describe('createAutomation', () => {
  it('ignores empty sender fields of an email step', async () => {
    const step = mail('nudge', { from: '', subject: '', reply_to: '' })
    const { status, body } = await create({ name: 'Nudge', ...chain(trigger(), step), status: 'enabled' })
    expect([status, body.message]).toEqual([201, undefined])
    expect(Object.keys((await get(body.id)).steps[1].config)).toEqual(['template'])
  })

  it('creates a disabled automation with a graph, and an empty draft from a name alone', async () => {
    const { status, body } = await create({ name: 'Nudge', ...ready })
    expect([status, body]).toEqual([201, { object: 'automation', id: body.id }])
    const moment = time.now().toISOString()
    const made = { object: 'automation', id: body.id, name: 'Nudge', status: 'disabled' }
    const times = { created_at: moment, updated_at: moment }
    expect(await get(body.id)).toEqual({ ...made, ...times, ...ready, settings: settings() })
    expect(await get(await draft())).toMatchObject({ status: 'disabled', steps: [], connections: [] })
  })

  it('uses the default connection type and ignores undeclared fields', async () => {
    const steps = [
      { key: 'start', type: 'trigger', config: { event_name: 'x', colour: 'red' }, note: 'no' },
      { key: 'end', type: 'contact_delete', config: [] },
    ]
    const id = await anAutomation(server, { steps, connections: [{ from: 'start', to: 'end' }] })
    expect(await get(id)).toMatchObject({
      steps: [
        { key: 'start', type: 'trigger', config: { event_name: 'x' } },
        { key: 'end', type: 'contact_delete', config: {} },
      ],
      connections: [{ from: 'start', to: 'end', type: 'default' }],
    })
  })

  it.each<[string, object, string, string]>([
    ['no name', {}, 'missing_required_field', 'Missing `name` field.'],
    ['an empty name', { name: ' ' }, 'missing_required_field', 'Missing `name` field.'],
    ['an unknown status', { name: 'x', status: 'on' }, 'validation_error', 'must be one of enabled, disabled'],
    [
      'steps without connections',
      { name: 'x', steps: ready.steps },
      'validation_error',
      '`steps` and `connections` must be sent',
    ],
    [
      'connections without steps',
      { name: 'x', connections: [] },
      'validation_error',
      '`connections` and `steps` must be sent',
    ],
    [
      'an empty graph',
      { name: 'x', steps: [], connections: [] },
      'validation_error',
      'must NOT have fewer than 1 items',
    ],
    ['an unknown type', { name: 'x', ...chain({ ...trigger(), type: 'stop' } as never) }, 'validation_error', '"stop"'],
    ['a cycle', { name: 'x', ...ready, connections: [way('start', 'start')] }, 'validation_error', 'creates a cycle'],
    [
      'an invalid duration',
      { name: 'x', ...chain(trigger(), delay('d', '2 moons')) },
      'validation_error',
      'not a duration',
    ],
    [
      'an invalid sender',
      { name: 'x', ...chain(trigger(), mail('m', { from: 'me' })) },
      'validation_error',
      'an address',
    ],
    ['an enabled draft', { name: 'x', status: 'enabled' }, 'validation_error', 'has no steps yet'],
    [
      'an enabled automation with an unknown template',
      { name: 'x', status: 'enabled', ...chain(trigger(), mail('m', { template: { id: 'gone' } })) },
      'validation_error',
      'unknown template "gone"',
    ],
    [
      'an enabled automation with an unknown topic and segment, naming both',
      { name: 'x', status: 'enabled', ...chain(trigger(), mail('m', { topic_id: UNKNOWN }), segment('s', UNKNOWN)) },
      'validation_error',
      `step "m": unknown topic "${UNKNOWN}"; step "s": unknown segment "${UNKNOWN}"`,
    ],
  ])('rejects %s', async (_, body, name, sentence) => {
    const refused = await create(body)
    expect(refused.body).toEqual({ statusCode: 422, name, message: expect.stringContaining(sentence) })
  })
})

describe('listAutomations', () => {
  it('lists the automations of the team in pages, newest first, optionally by status', async () => {
    const { key } = await aTeam(server, 'Listing')
    const list = async (query: string) => (await server.call('GET', `/automations?${query}`, { key })).body
    const names = (page: { data: { name: string }[] }): string => page.data.map(({ name }) => name).join('')
    for (const name of ['a', 'B', 'c', 'D', 'e']) {
      time.forward(1000)
      const status = name < 'a' ? 'enabled' : 'disabled'
      await server.call('POST', '/automations', { key, body: { name, status, ...chain(trigger()) } })
    }
    const first = await list('limit=3')
    expect([names(first), first.has_more]).toEqual(['eDc', true])
    const second = await list(`limit=3&after=${first.data[2].id}`)
    expect([names(second), second.has_more]).toEqual(['Ba', false])
    expect(names(await list(`limit=3&before=${second.data[0].id}`))).toBe('eDc')
    expect(names(await list('status=enabled'))).toBe('DB')
    expect(names(await list(`status=disabled&limit=1&after=${first.data[0].id}`))).toBe('c')
    expect(Object.keys(first.data[0])).toEqual(['id', 'name', 'status', 'created_at', 'updated_at'])
  })

  it('rejects a cursor outside the filtered list', async () => {
    const id = await disabled()
    expect((await server.call('GET', `/automations?status=enabled&after=${id}`)).status).toBe(422)
    expect((await server.call('GET', `/automations?status=disabled&after=${id}`)).status).toBe(200)
  })
})

describe('getAutomation', () => {
  it('returns the graph', async () => {
    expect(await get(await disabled())).toMatchObject(ready)
  })
})

describe('updateAutomation', () => {
  it('checks the required variables of the published template, also of an old publication', async () => {
    const variables = [{ key: 'MUST', type: 'string' }]
    await aPublishedTemplate(server, { alias: 'needy', html: '<p>{{{MUST}}}</p>', variables })
    const id = await anAutomation(server, chain(trigger(), mail('m', { template: { id: 'needy' } })))
    const refused = await patch(id, { status: 'enabled' })
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('"MUST"')])
    // an earlier version of the server published without storing the required variables
    await server.database.unit(tx => tx.run(forgetNeeds, {}))
    expect((await patch(id, { status: 'enabled' })).body).toEqual(refused.body)
    await server.call('PATCH', '/templates/needy', { body: { html: '<p>Hi</p>' } })
    expect((await patch(id, { status: 'enabled' })).status).toBe(422)
    await server.call('POST', '/templates/needy/publish')
    expect((await patch(id, { status: 'enabled' })).status).toBe(200)
  })

  it('warns when an enabled wait has no timeout and its event is never recorded', async () => {
    const waits = chain(
      trigger(),
      wait('opened', { event_name: 'resend:email.opened' }),
      wait('clicked', { event_name: 'resend:email.clicked', timeout: '1 day' }),
      wait('bounced', { event_name: 'resend:email.bounced' }),
      wait('own'),
    )
    const id = await anAutomation(server, waits)
    const warnings = [
      { step: 'opened', rule: 'never_told', message: expect.stringContaining('set a timeout for the step') },
    ]
    expect((await patch(id, { name: 'Still off' })).body).toEqual({ object: 'automation', id })
    expect((await patch(id, { status: 'enabled' })).body).toEqual({ object: 'automation', id, warnings })
    const made = await server.call('POST', '/automations', { body: { name: 'On', status: 'enabled', ...waits } })
    expect(made.body.warnings).toEqual(warnings)
    const { body } = await server.call('POST', `/automations/${id}/simulate`)
    expect(body.warnings).toEqual(warnings)
  })

  it.each<[string, () => Promise<string>, object, object]>([
    ['renames a disabled automation', disabled, { name: 'New' }, { name: 'New', status: 'disabled' }],
    ['renames an enabled automation', enabled, { name: 'New' }, { name: 'New', status: 'enabled' }],
    ['enables an automation', disabled, { status: 'enabled' }, { status: 'enabled' }],
    ['disables an automation', enabled, { status: 'disabled' }, { status: 'disabled' }],
    ['accepts enabling an enabled automation', enabled, { status: 'enabled' }, { status: 'enabled' }],
    ['accepts disabling a disabled automation', disabled, { status: 'disabled' }, { status: 'disabled' }],
    ['replaces a graph', disabled, other, { status: 'disabled', ...other }],
    ['adds the first graph to a draft', draft, other, other],
    ['replaces a graph by a single trigger', disabled, chain(trigger()), chain(trigger())],
    ['replaces the graph and enables the automation', disabled, { ...other, status: 'enabled' }, other],
    [
      'updates all fields together',
      draft,
      { ...ready, name: 'New', status: 'enabled' },
      { name: 'New', status: 'enabled' },
    ],
    ['ignores unknown fields', disabled, { name: 'New', colour: 'red' }, { name: 'New' }],
  ])('%s', async (_, made, body, change) => {
    const id = await made()
    const before = await get(id)
    time.forward(1000)
    const reply = await patch(id, body)
    expect([reply.status, reply.body]).toEqual([200, { object: 'automation', id }])
    const { colour: _ignored, ...known } = body as { colour?: string }
    expect(await get(id)).toEqual({ ...before, ...known, ...change, updated_at: time.now().toISOString() })
  })

  it.each<[string, () => Promise<string>, object, string]>([
    [
      'an empty update',
      disabled,
      {},
      'Send at least one of: `name`; `status`; `steps` and `connections` together; `settings`.',
    ],
    ['an update with unknown fields only', disabled, { colour: 'red' }, 'Send at least one of'],
    ['steps without connections', disabled, { steps: ready.steps }, '`steps` and `connections` together'],
    ['connections without steps', disabled, { connections: [] }, '`steps` and `connections` together'],
    ['a name with steps but no connections', disabled, { name: 'New', steps: other.steps }, 'must be sent together'],
    [
      'a status with connections but no steps',
      disabled,
      { status: 'enabled', connections: [] },
      'must be sent together',
    ],
    ['a name of the wrong type', disabled, { name: 1 }, 'Invalid `name` field'],
    ['an unknown status', disabled, { name: 'New', status: 'paused' }, 'must be one of enabled, disabled'],
    ['an empty list of steps', disabled, { steps: [], connections: [] }, 'Invalid `steps` field'],
    ['an invalid graph', disabled, { name: 'New', ...chain(delay('d')) }, 'the graph has no trigger'],
    ['a graph for an enabled automation', enabled, other, 'The graph of an enabled automation cannot be changed'],
    [
      'the same graph for an enabled automation',
      enabled,
      ready,
      'The graph of an enabled automation cannot be changed',
    ],
    [
      'a graph and a name for an enabled automation',
      enabled,
      { name: 'New', ...other },
      'The graph of an enabled automation',
    ],
    ['a graph together with disabling', enabled, { status: 'disabled', ...other }, 'The graph of an enabled'],
    ['enabling a draft', draft, { name: 'New', status: 'enabled' }, 'the automation has no steps yet'],
    [
      'enabling a new graph that is not ready',
      disabled,
      { name: 'New', status: 'enabled', ...chain(trigger(), mail('m', { template: { id: 'gone' } })) },
      'step "m": unknown template "gone"',
    ],
  ])('rejects %s and changes nothing', async (_, made, body, sentence) => {
    const id = await made()
    const before = await get(id)
    time.forward(1000)
    const refused = await patch(id, body)
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { statusCode: 422, message: expect.stringContaining(sentence) },
    ])
    expect(refused.body.name).toBe('validation_error')
    expect(await get(id)).toEqual(before)
  })

  it('rejects a graph while enabled and accepts it once disabled', async () => {
    const id = await enabled()
    expect((await patch(id, other)).status).toBe(422)
    await patch(id, { status: 'disabled' })
    expect((await patch(id, other)).status).toBe(200)
    expect(await get(id)).toMatchObject(other)
    await patch(id, { status: 'enabled' })
    expect((await patch(id, ready)).status).toBe(422)
    expect(await get(id)).toMatchObject(other)
  })

  it('lists all problems that prevent enabling', async () => {
    const unready = chain(
      trigger(),
      mail('a', { template: { id: 'gone' } }),
      mail('b', { template: { id: 'nudge', variables: { GONE: 'x' } } }),
    )
    const id = await anAutomation(server, unready)
    const { body } = await patch(id, { status: 'enabled' })
    expect(body.message).toContain('step "a": unknown template "gone"')
    expect(body.message).toContain('step "b": the template "nudge" has no variable "GONE"')
  })

  it('accepts a template with an unsubscribe link, which the server provides', async () => {
    const link = { html: '<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">out</a>' }
    const own = { name: 'T', from: 'a@example.com', subject: 'S' }
    const { id: template } = (await server.call('POST', '/templates', { body: { ...own, ...link } })).body
    await server.call('POST', `/templates/${template}/publish`)
    const graph = (variables: object) => chain(trigger(), mail('m', { template: { id: template, variables } }))
    const simulation = { ...graph({}), contact: { email: 'ada@example.com' } }
    const { body } = await server.call('POST', '/automations/simulate', { body: simulation })
    expect([body.warnings, body.emails]).toEqual([[], [expect.objectContaining(link)]])
    const id = await anAutomation(server, graph({}))
    expect((await patch(id, { status: 'enabled' })).status).toBe(200)
    // a custom unsubscribe page takes precedence
    const page = { RESEND_UNSUBSCRIBE_URL: 'https://example.com/out' }
    const other = await anAutomation(server, { status: 'enabled', ...graph(page) })
    await sendEvent(server)
    for (const [automation, html] of [
      [id, link.html],
      [other, '<a href="https://example.com/out">out</a>'],
    ] as const) {
      const [run] = await runsOf(server, automation)
      const { email_id } = run.steps[1].output
      expect((await server.call('GET', `/emails/${email_id}`)).body.html).toBe(html)
    }
  })

  it('finds a template by its id and requires its published version', async () => {
    const draft = { name: 'T', html: '<p>{{{X}}}</p>', variables: [{ key: 'X', type: 'string' }] }
    const { id: template } = (await server.call('POST', '/templates', { body: draft })).body
    const sender = { from: 'a@example.com', subject: 'S' }
    const step = (id: string) => mail('m', { ...sender, template: { id, variables: { X: 'x' } } })
    const id = await anAutomation(server, chain(trigger(), step(template)))
    expect((await patch(id, { status: 'enabled' })).body.message).toContain('is not published')
    await server.call('POST', `/templates/${template}/publish`)
    expect((await patch(id, { status: 'enabled' })).status).toBe(200)
    const { key } = await aTeam(server, 'Other templates')
    const body = { name: 'x', status: 'enabled', ...chain(trigger(), step(template)) }
    expect((await server.call('POST', '/automations', { key, body })).body.message).toContain('unknown template')
  })

  it('rejects a body that is not a JSON object', async () => {
    const id = await disabled()
    for (const body of ['{', '[]', 'null', '']) {
      const refused = await server.call('PATCH', `/automations/${id}`, { body })
      expect(refused.body).toMatchObject({ statusCode: 400, name: 'validation_error' })
    }
  })
})

describe('duplicateAutomation', () => {
  const duplicate = (id: string): Promise<Reply> => server.call('POST', `/automations/${id}/duplicate`)

  it('creates a disabled copy of an enabled automation with an editable graph', async () => {
    const changed = { reentry: 'once', retention_days: 30 }
    const id = await anAutomation(server, { ...ready, status: 'enabled', settings: changed })
    time.forward(1000)
    const { status, body } = await duplicate(id)
    expect([status, body]).toEqual([201, { object: 'automation', id: body.id }])
    const moment = time.now().toISOString()
    const { id: _id, ...original } = await get(id)
    const copy = { name: 'Nudge (copy)', status: 'disabled', created_at: moment, updated_at: moment }
    expect(await get(body.id)).toEqual({ ...original, id: body.id, ...copy })
    expect((await patch(body.id, other)).status).toBe(200)
    expect(await get(id)).toMatchObject(ready)
  })

  it('copies a draft and ignores a body', async () => {
    const { body } = await server.call('POST', `/automations/${await draft()}/duplicate`, { body: {} })
    expect(await get(body.id)).toMatchObject({ steps: [], status: 'disabled' })
  })
})

describe('stopAutomation', () => {
  const event = 'stop.tested'
  const waiting = chain({ ...trigger(), config: { event_name: event } } as never, delay('pause'))
  const stop = (id: string, body?: object): Promise<Reply> =>
    server.call('POST', `/automations/${id}/stop`, body ? { body } : {})
  const aRunningOne = async (): Promise<string> => {
    const id = await anAutomation(server, { ...waiting, status: 'enabled' })
    await sendEvent(server, { event })
    return id
  }
  const states = async (id: string) =>
    (await server.call('GET', `/automations/${id}/runs`)).body.data.map(({ status }: { status: string }) => status)

  it.each<[string, object | undefined, string]>([
    ['without a body', undefined, 'completed'],
    ['with an empty body', {}, 'completed'],
    ['with finish', { runs: 'finish' }, 'completed'],
    ['with cancel', { runs: 'cancel' }, 'cancelled'],
  ])('disables the automation; %s its runs are %3$s', async (_, body, expected) => {
    const id = await aRunningOne()
    const stopped = await stop(id, body)
    expect([stopped.status, stopped.body]).toEqual([200, { object: 'automation', id, status: 'disabled' }])
    await sendEvent(server, { event })
    time.forward(3_600_000)
    await server.queue.idle()
    expect([(await get(id)).status, await states(id)]).toEqual(['disabled', [expected]])
  })

  it('cancels runs on a second request; runs that start later continue', async () => {
    const id = await aRunningOne()
    await stop(id)
    expect(await states(id)).toEqual(['running'])
    expect((await stop(id, { runs: 'cancel' })).status).toBe(200)
    time.forward(1000)
    await patch(id, { status: 'enabled' })
    await sendEvent(server, { event })
    expect(await states(id)).toEqual(['running', 'cancelled'])
    await patch(id, { status: 'disabled' })
  })

  it('rejects an unknown value for runs and changes nothing', async () => {
    const id = await aRunningOne()
    const refused = await stop(id, { runs: 'kill' })
    expect(refused.body).toMatchObject({ statusCode: 422, message: expect.stringContaining('finish, cancel') })
    expect((await get(id)).status).toBe('enabled')
    expect((await stop(id)).status).toBe(200)
  })
})

describe('settings', () => {
  it('are returned, updated individually, also while enabled, and reset', async () => {
    const quiet_hours = { from: '21:00', to: '08:00' }
    const id = await anAutomation(server, { ...ready, settings: { quiet_hours, time_zone: 'Europe/Berlin' } })
    expect((await get(id)).settings).toEqual(settings({ quiet_hours, time_zone: 'Europe/Berlin' }))
    await patch(id, { status: 'enabled' })
    expect((await patch(id, { settings: { reentry: 'once', quiet_hours: null } })).status).toBe(200)
    expect((await get(id)).settings).toEqual(settings({ reentry: 'once', time_zone: 'Europe/Berlin' }))
  })

  it.each<[object, string]>([
    [{ reentry: 'never' }, '`settings.reentry`'],
    [{ time_zone: 'Europe/Atlantis' }, '`settings.time_zone`'],
    [{ quiet_hours: { from: '25:00', to: '08:00' } }, 'quiet_hours'],
    [{ quiet_hours: { from: '08:00', to: '08:00' } }, '`from` and `to` must differ'],
    [{ retention_days: 0 }, 'retention_days'],
  ])('reject %j', async (given, sentence) => {
    const refused = await create({ name: 'x', settings: given })
    expect(refused.body).toMatchObject({ statusCode: 422, message: expect.stringContaining(sentence) })
  })

  it('accept a delay until a local time and return it unchanged', async () => {
    const until = { time: '09:00', weekdays: ['monday', 'friday'] }
    const step = { key: 'd', type: 'delay', config: { until } }
    const id = await anAutomation(server, chain(trigger(), step as never))
    expect((await get(id)).steps[1]).toEqual(step)
    for (const config of [{}, { until: { time: '9:00' } }, { until: { time: '09:00', weekdays: ['mon'] } }]) {
      const graph = chain(trigger(), { key: 'd', type: 'delay', config } as never)
      expect((await create({ name: 'x', ...graph })).status).toBe(422)
    }
  })
})

describe('concurrent updateAutomation requests', () => {
  const graphOf = (index: number) =>
    chain(trigger(`start-${index}`), delay(`d-${index}`), ...(index % 2 ? [delay(`e-${index}`)] : []))
  const graphs = Array.from({ length: 50 }, (_, index) => graphOf(index))

  it('never store or return a mix of two graphs', async () => {
    const id = await disabled()
    const before = await get(id)
    const seen = await Promise.all(
      graphs.flatMap(graph => [
        patch(id, { name: graph.steps[0]!.key, ...graph }),
        server.call('GET', `/automations/${id}`),
      ]),
    )
    const shown = seen.filter((_, index) => index % 2 === 1).map(({ body }) => body)
    const statuses = seen.filter((_, index) => index % 2 === 0).map(({ status }) => status)
    // on PostgreSQL, a transaction that conflicts repeatedly is rejected with 503
    const refused = ON_POSTGRES ? statuses.filter(status => status === 503).length : 0
    expect(refused).toBeLessThan(25)
    expect(statuses.filter(status => status === 200)).toHaveLength(50 - refused)
    for (const { name, steps, connections } of [...shown, await get(id)]) {
      const whole = graphs.find(graph => graph.steps[0]!.key === name) ?? before
      expect({ steps, connections }).toEqual({ steps: whole.steps, connections: whole.connections })
    }
  })

  it('never change the graph of an automation that was enabled meanwhile', async () => {
    const id = await disabled()
    const replies = await Promise.all(
      graphs.map((graph, index) => patch(id, index === 20 ? { status: 'enabled' } : { name: `${index}`, ...graph })),
    )
    const refused = replies.filter(({ status }) => status === 422)
    for (const { body } of refused) expect(body.message).toContain('The graph of an enabled automation')
    const { status, name, steps } = await get(id)
    expect([status, replies[20]!.status]).toEqual(['enabled', 200])
    expect(refused.length).toBeGreaterThan(0)
    expect(replies[Number(name)]!.status).toBe(200)
    expect(steps).toEqual(graphs[Number(name)]!.steps)
  })
})

describe('removeAutomation', () => {
  it('deletes enabled and disabled automations and returns 404 for a second deletion', async () => {
    for (const id of [await disabled(), await enabled(), await draft()]) {
      const { status, body } = await server.call('DELETE', `/automations/${id}`)
      expect([status, body]).toEqual([200, { object: 'automation', id, deleted: true }])
      expect((await server.call('DELETE', `/automations/${id}`)).body).toMatchObject({ statusCode: 404, message })
    }
  })
})
