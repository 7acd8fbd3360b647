// A simulation has the same result as a real run, for any step configuration.
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPublishedTemplate, anAutomation, runsOf, sendEvent } from '../../support/automations.ts'
import { chain, contactDelete, contactUpdate, delay, mail, question, segment, trigger } from '../rules/support.ts'
import { clock } from '../../support/clock.ts'
import { type TestServer, startServer } from '../../support/server.ts'

const HOUR = 3_600_000
/** Each run of the suite uses different graphs; `npm run faults` tests more of them. */
const GRAPHS = process.env.SAMPLES === 'all' ? 200 : 25
const time = clock()
let server: TestServer
let here: string
let gone: string
let topic: string

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  const variables = [
    { key: 'TEXT', type: 'string', fallback_value: 'text' },
    { key: 'NUMBER', type: 'number', fallback_value: 1 },
  ]
  const html = '<p>{{{TEXT}}} {{{NUMBER}}} {{{contact.plan}}}</p>'
  await aPublishedTemplate(server, { html, subject: '{{{TEXT}}}', variables })
  // a value of a thousand characters makes this email too large
  await aPublishedTemplate(server, { alias: 'huge', html: '{{{TEXT}}}'.repeat(4001), variables })
  const made = async (path: string, body: object): Promise<string> =>
    (await server.call('POST', path, { body })).body.id
  await made('/contact-properties', { key: 'plan', type: 'string', fallback_value: 'free' })
  await made('/contact-properties', { key: 'seats', type: 'number', fallback_value: 5 })
  here = await made('/segments', { name: 'Here' })
  topic = await made('/topics', { name: 'Offers', default_subscription: 'opt_out' })
})
afterAll(() => server.stop())

const values = fc.constantFrom<unknown>(
  'short',
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(300),
  'x'.repeat(2000),
  'x'.repeat(2001),
  '',
  'line\nbreak',
  '\u{1f600}'.repeat(200),
  3,
  -0.5,
  2 ** 53,
  true,
  null,
  ['list'],
  { an: 'object' },
)
const literals = values.filter(value => value === null || typeof value !== 'object')
const orReference = (given: fc.Arbitrary<unknown>) =>
  fc.oneof(given, fc.constant({ var: 'event.value' }), fc.constant({ var: 'event.missing' }))
const some = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] })

type Make = (key: string) => ReturnType<typeof trigger>

const steps: fc.Arbitrary<Make> = fc.oneof(
  some({
    first_name: orReference(literals.filter(value => typeof value === 'string' || value === null)),
    last_name: fc.constantFrom<unknown>({ var: 'event.value' }, null, 'Ray'),
    unsubscribed: fc.constantFrom<unknown>(false, false, true, { var: 'event.value' }),
    properties: some({ plan: orReference(literals), seats: orReference(literals) }),
  }).map(config => (key: string) => contactUpdate(key, config)),
  some({ TEXT: orReference(values), NUMBER: orReference(values) }).map(
    variables => (key: string) => mail(key, {}, variables as never),
  ),
  fc.constantFrom<Make>(
    key => mail(key, { template: { id: 'huge', variables: { TEXT: { var: 'event.value' } } } }),
    key => mail(key, { topic_id: topic }),
    key => mail(key, { subject: 'x'.repeat(998) }),
    key => segment(key, here),
    key => segment(key, gone),
    key => delay(key, '1 hour'),
    contactDelete,
    ...[
      'contact.properties.plan',
      'contact.properties.seats',
      'contact.first_name',
      'event.value',
      'event.missing',
    ].map(field => (key: string) => question(key, { type: 'rule', field, operator: 'neq', value: 'Ray' })),
  ),
)

interface Step {
  key: string
  status: string
  started_at: string | null
  output: { email_id?: string | null } | null
  error: object | null
}

/** The result of a step without the id that only a real email has. */
const cameTo = ({ key, status, output, error }: Step) => ({
  key,
  status,
  output: output && 'email_id' in output ? { ...output, email_id: null } : output,
  error,
})

it('matches the real run for random graphs and payloads', async () => {
  let people = 0
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 5 }), values, async (list, value) => {
      gone = (await server.call('POST', '/segments', { body: { name: 'Gone' } })).body.id
      const graph = chain(trigger(), ...list.map((make, index) => make(`s${index}`)))
      const id = await anAutomation(server, { ...graph, status: 'enabled' }).catch(() => undefined)
      // some graphs cannot be enabled; they are not tested here
      fc.pre(id !== undefined)
      await server.call('DELETE', `/segments/${gone}`)
      const { body: contact } = await server.call('POST', '/contacts', { body: { email: `n${people++}@example.com` } })
      const payload = { value }
      const simulated = await server.call('POST', `/automations/${id}/simulate`, {
        body: { contact_id: contact.id, payload },
      })
      await sendEvent(server, { email: undefined, contact_id: contact.id, payload })
      for (let hour = 0; hour < graph.steps.length; hour++) {
        time.forward(HOUR)
        await server.queue.idle()
      }
      const [run] = await runsOf(server, id)
      await server.call('PATCH', `/automations/${id}`, { body: { status: 'disabled' } })
      expect(simulated.body.status).toBe(run.status)
      const reached = run.steps.filter(({ started_at }: Step) => started_at !== null)
      expect(simulated.body.path.map(cameTo)).toEqual(reached.map(cameTo))
      const sent = reached.flatMap(({ output }: Step) => output?.email_id ?? [])
      const mails = await Promise.all(
        sent.map(async (email: string) => (await server.call('GET', `/emails/${email}`)).body),
      )
      // a simulation truncates long bodies
      const shown = ({ subject, html, to }: { subject: string; html: string; to: string[] }) => ({
        subject,
        to,
        begins: html.slice(0, 100_000),
      })
      expect(simulated.body.emails.map(shown)).toEqual(mails.map(shown))
    }),
    { numRuns: GRAPHS },
  )
}, 600_000)
