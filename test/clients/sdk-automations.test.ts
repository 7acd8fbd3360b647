// Templates, events and automations in the published SDK, unmodified and in a separate process, against a real server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SdkRun, sdkRun } from '../support/sdk.ts'

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)

let answers: SdkRun['answers']
let sink: SdkRun['sink']
let end: SdkRun['end']

beforeAll(async () => {
  ;({ answers, sink, end } = await sdkRun('sdk-automations-program.ts'))
})
afterAll(() => end())

describe('the SDK', () => {
  it('creates, updates, publishes, duplicates and deletes templates', () => {
    const template = { object: 'template', id: answers['create template'].id }
    for (const name of ['create template', 'publish template', 'update template', 'publish again']) {
      expect(answers[name], name).toEqual(template)
    }
    expect(answers['list templates']).toMatchObject({ has_more: false, data: [{ alias: 'trial nudge' }] })
    expect(answers['get template']).toMatchObject({
      ...template,
      status: 'published',
      has_unpublished_versions: true,
      subject: 'Your {{{PLAN}}} for {{{SEATS}}}',
      reply_to: ['help@example.com'],
      variables: [
        { key: 'PLAN', fallback_value: null },
        { key: 'SEATS', type: 'number', fallback_value: 1 },
      ],
    })
    expect(answers['remove template']).toEqual({ object: 'template', id: UUID, deleted: true })
    expect(answers['get removed template'].error).toMatchObject({ statusCode: 404, message: 'Template not found' })
  })

  it('creates, updates and deletes events', () => {
    const { id } = answers['create event']
    expect(answers['list events'].data).toMatchObject([{ id, schema: { plan: 'string', seats: 'number' } }])
    expect(answers['get event']).toMatchObject({
      object: 'event',
      id,
      name: 'trial.started',
      schema: { plan: 'string' },
    })
    expect(answers['create event again'].error).toMatchObject({ statusCode: 422, name: 'validation_error' })
    expect(answers['remove event']).toEqual({ object: 'event', id, deleted: true })
  })

  it('creates and enables an automation, whose graph is then protected', () => {
    const { id } = answers['create automation']
    expect(answers.enable).toEqual({ object: 'automation', id })
    expect(answers['change enabled'].error).toMatchObject({ statusCode: 422, name: 'validation_error' })
    expect(answers['get automation']).toMatchObject({
      id,
      status: 'enabled',
      steps: [
        { config: { event_name: 'trial.started' } },
        { config: { duration: '1 second' } },
        { config: { reply_to: 'step@example.com' } },
      ],
      connections: [{ type: 'default' }, { type: 'default' }],
    })
    expect([answers['list enabled'].data.length, answers['list disabled'].data.length]).toEqual([1, 0])
    expect(answers['remove automation']).toEqual({ object: 'automation', id, deleted: true })
    expect(answers['get removed automation'].error).toMatchObject({ statusCode: 404, name: 'not_found' })
  })

  it('sends an event that starts a run; the run sends email and can be read step by step', async () => {
    expect(answers['send event']).toEqual({ object: 'event', event: 'trial.started' })
    expect(answers['send bad event'].error).toMatchObject({ statusCode: 422 })
    expect(answers['list runs'].data).toMatchObject([{ status: 'completed' }])
    const { steps } = answers['get run']
    expect(steps.map(({ key, status }: { key: string; status: string }) => `${key} ${status}`)).toEqual([
      'start completed',
      'pause completed',
      'nudge completed',
    ])
    expect(steps[2].output).toMatchObject({ to: 'ana@example.net', email_id: UUID })
    const mail = (await sink.received(2)).find(({ raw }) => raw.includes('ana@example.net'))
    expect(mail!.raw).toContain('Subject: Your Pro for 1')
    expect(mail!.raw).toContain('Reply-To: step@example.com')
  })
  it('creates every type of step, and a run executes them', async () => {
    expect(answers['create everything']).toEqual({ object: 'automation', id: UUID })
    const { steps, connections } = answers['get everything']
    expect(steps.map(({ config }: { config: object }) => config)).toMatchObject([
      { event_name: 'everything' },
      { duration: '1 second' },
      { first_name: { var: 'event.name' }, last_name: null },
      { segment_id: UUID },
      { event_name: 'answer.given', timeout: '1 hour', filter_rule: { type: 'rule', operator: 'gte', value: 4 } },
      {
        template: { id: 'trial nudge', variables: { PLAN: { var: 'wait_events.answer.given.plan' } } },
        topic_id: UUID,
      },
      { type: 'rule', field: 'contact.first_name', operator: 'starts_with', value: 'A' },
      {},
    ])
    expect(connections.map(({ type }: { type: string }) => type)).toEqual([
      'default',
      'default',
      'default',
      'default',
      'event_received',
      'timeout',
      'default',
      'condition_met',
    ])
    const run = answers['get everything run']
    expect(run).toMatchObject({ object: 'automation_run', status: 'completed' })
    expect(run.steps.map(({ status }: { status: string }) => status)).toEqual(Array(8).fill('completed'))
    expect(run.steps[5].output).toMatchObject({ to: 'ada@example.net', template: { variables: { PLAN: 'Best' } } })
    expect(answers['get deleted contact'].error).toMatchObject({ statusCode: 404 })
    const mail = (await sink.received(2)).find(({ raw }) => raw.includes('ada@example.net'))
    expect(mail!.raw).toContain('Subject: Your Best for 1')
  })

  it('duplicates and stops', () => {
    const { id } = answers['create everything']
    expect(answers.duplicate).toEqual({ object: 'automation', id: UUID })
    expect(answers.duplicate.id).not.toBe(id)
    expect(answers.stop).toEqual({ object: 'automation', id, status: 'disabled' })
    expect(answers['get stopped']).toMatchObject({ id, status: 'disabled' })
  })
})
