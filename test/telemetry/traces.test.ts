// Traces and metrics as a collector receives them: one trace from the request over its transaction and job to the
// delivery attempt.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '../../src/base/store/statement.ts'
import { type Collector, collector, type ExportedSpan } from '../support/collector.ts'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { firstTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const MAIL = {
  from: 'ada@example.org',
  to: 'grace@recipient.example',
  subject: 'A private subject',
  text: 'A private text',
}

let taken: Collector
let sink: MailSink
let team_id: string
/** The payloads of pending jobs. */
let payloads: string[]

const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString()
const waiting = statement<object, { payload: string }>(knex => knex('jobs').select('payload'))
const payloadsOf = async ({ database }: TestServer): Promise<string[]> =>
  (await database.read(tx => tx.all(waiting, {}))).map(({ payload }) => payload)

beforeAll(async () => {
  taken = await collector()
  sink = await mailSink()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `${taken.url}/`, SMTP_URL: sink.url, UNVERIFIED_DOMAINS: 'allow' }
  const server = await startServer(env)
  team_id = await firstTeamOf(server, server.admin.email)
  expect((await server.call('POST', '/emails', { body: { ...MAIL, scheduled_at: tomorrow() } })).status).toBe(200)
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` }
  expect((await server.call('POST', '/emails', { body: MAIL, headers })).status).toBe(200)
  await server.queue.idle()
  for (const traceparent of [
    'nonsense',
    `00-${'0'.repeat(32)}-${CALLER}-01`,
    `ff-${TRACE}-${CALLER}-01`,
    'x'.repeat(9999),
  ])
    await server.call('GET', '/contacts?email=private%40recipient.example', { headers: { traceparent } })
  await server.call('GET', '/emails/private%40recipient.example')
  payloads = await payloadsOf(server)
  expect((await server.call('GET', '/metrics')).status).toBe(404)
  await server.stop()
})
afterAll(async () => {
  await taken.close()
  await sink.close()
})

const ofTrace = (): ExportedSpan[] => taken.spans.filter(({ traceId }) => traceId === TRACE)
const spanOf = (name: string): ExportedSpan => {
  const [span, ...others] = ofTrace().filter(each => each.name === name)
  expect(others, name).toEqual([])
  return span!
}

describe('an email', () => {
  it("has one trace from the caller's trace context to the delivery attempt", () => {
    const request = spanOf('sendEmail')
    expect(request).toMatchObject({
      kind: 2,
      parentSpanId: CALLER,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'lettermill.operation': 'sendEmail',
        'lettermill.team_id': team_id,
      },
    })
    const units = ofTrace().filter(({ name }) => name === 'unit of work')
    const unit = units.find(({ parentSpanId }) => parentSpanId === request.spanId)!
    const job = spanOf('job deliver_email')
    expect(job).toMatchObject({ kind: 5, parentSpanId: unit.spanId, attributes: { 'lettermill.team_id': team_id } })
    expect(units.filter(({ parentSpanId }) => parentSpanId === job.spanId).length).toBeGreaterThan(1)
    expect(spanOf('smtp attempt')).toMatchObject({
      kind: 3,
      parentSpanId: job.spanId,
      attributes: { 'lettermill.taken': true, 'lettermill.smtp_code': 250 },
    })
    expect(sink.messages).toHaveLength(1)
  })

  it('passes the trace to its job only, and not to later requests', () => {
    expect(new Set(ofTrace().map(({ name }) => name))).toEqual(
      new Set(['sendEmail', 'unit of work', 'job deliver_email', 'smtp attempt']),
    )
    for (const span of taken.spans.filter(({ name }) => name === 'listContacts'))
      expect([span.parentSpanId ?? '', span.traceId === TRACE]).toEqual(['', false])
    expect(taken.spans.filter(({ name }) => name === 'listContacts')).toHaveLength(4)
  })

  it('has its trace in the pending job', () => {
    const own = payloads.filter(payload => payload.includes('destination')).map(payload => JSON.parse(payload))
    expect(own).toMatchObject([{ traceparent: expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-01$/) }])
  })
})

it('Exported data contains no address, query or text', () => {
  for (const secret of ['recipient.example', 'example.org', 'private', 'subject'])
    expect(taken.text()).not.toContain(secret)
})

describe('metrics', () => {
  const metric = (name: string) => taken.metrics.findLast(each => each.name === name)

  it('equal those of Prometheus', () => {
    const emails = metric('lettermill.emails')!.sum!
    const accepted = emails.dataPoints.find(({ attributes }) => attributes[0]!.value.stringValue === 'accepted')
    expect([emails.isMonotonic, accepted!.asDouble]).toEqual([true, 2])
    expect(metric('lettermill.check_ok')!.gauge!.dataPoints.length).toBeGreaterThan(1)
  })

  it('have histograms whose buckets are not cumulative', () => {
    const { unit, histogram } = metric('lettermill.http_request_duration')!
    const sent = histogram!.dataPoints.find(({ attributes }) => attributes[0]!.value.stringValue === 'sendEmail')!
    expect([unit, sent.bucketCounts.reduce((sum, count) => sum + count, 0), sent.count]).toEqual(['s', 2, 2])
    expect(sent.bucketCounts).toHaveLength(sent.explicitBounds.length + 1)
  })

  it('exclude general process metrics', () => {
    expect(taken.metrics.filter(({ name }) => !name.startsWith('lettermill.'))).toEqual([])
  })
})

it('Without the setting, jobs contain no trace, and a low sampling ratio exports few traces', async () => {
  const off = await startServer()
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` }
  await off.call('POST', '/emails', { body: { ...MAIL, scheduled_at: tomorrow() }, headers })
  const left = await payloadsOf(off)
  expect(left.some(payload => payload.includes('destination'))).toBe(true)
  for (const payload of left) expect(payload).not.toContain('traceparent')
  await off.stop()
  const none = await collector()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: none.url, OTEL_TRACES_SAMPLER_ARG: '0' }
  const server = await startServer(env)
  await server.call('GET', '/contacts')
  await server.call('GET', '/contacts', { headers })
  await server.stop()
  expect(none.spans.filter(({ name }) => name === 'listContacts')).toMatchObject([
    { traceId: TRACE, parentSpanId: CALLER },
  ])
  await none.close()
})

it('An unreachable collector neither delays nor stops the server', async () => {
  const server = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect((await server.call('POST', '/emails', { body: MAIL })).status).toBe(200)
  await server.stop()
})
