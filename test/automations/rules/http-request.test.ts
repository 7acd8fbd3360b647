// The HTTP request step: validation, the request that it sends, and the meaning of a response.
import { describe, expect, it } from 'vitest'
import {
  responseBody,
  responseOutcome,
  retryAfterMs,
  simulatedResponse,
} from '../../../src/campaigns/automations/effects/http-response.ts'
import { advance } from '../../../src/campaigns/automations/engine/engine.ts'
import { graphProblems, checkGraph } from '../../../src/campaigns/automations/graph/check-graph.ts'
import { newRun } from '../../../src/campaigns/automations/engine/run.ts'
import { graphWarnings } from '../../../src/campaigns/automations/graph/readiness.ts'
import { summaryOf, titleOf } from '../../../src/campaigns/automations/steps/index.ts'
import { aContact, chain, httpRequest, mail, question, settings, trigger } from './support.ts'

const URL_OF_CRM = 'https://crm.example.com/people'
const START = new Date('2026-11-02T08:00:00.000Z')

function problemsOf(url: string, more: object = {}): string[] {
  return graphProblems(chain(trigger(), httpRequest('ask', url, more))).map(
    ({ rule, message }) => `${rule}: ${message}`,
  )
}

/** The request of the step, or its error. */
function sent(url: string, more: object = {}, event: object = {}, contact = aContact()) {
  const graph = chain(trigger(), httpRequest('ask', url, more))
  const origin = { id: 'run-1', automation_id: 'a', graph_version: 1, contact_id: 'contact-1', begun_by: 0 }
  const facts = { event: event as Record<string, unknown>, contact, settings: settings(), latest_event: 0 }
  const { run, effect } = advance(graph, newRun(graph, origin, START), START, facts)
  if (effect?.kind !== 'errand') return { error: run.steps[1]!.error }
  return { errand: effect.errand }
}

describe('a request', () => {
  it('fills values into its URL, headers and body', () => {
    const config = {
      headers: { 'X-Plan': { var: 'event.plan' }, Authorization: 'Bearer 7' },
      body: { who: { var: 'contact.email' }, deep: [{ seats: { var: 'event.seats' } }, 'as it is', null] },
      timeout: '2 seconds',
    }
    const url = `${URL_OF_CRM}/{{{contact.id}}}?plan={{{ event.plan }}}`
    expect(sent(url, config, { plan: 'a b&c/ä', seats: 3 })).toEqual({
      error: { name: 'validation_error', message: expect.stringContaining('X-Plan must be printable ASCII') },
    })
    expect(sent(url, config, { plan: 'a b&c/', seats: 3 })).toEqual({
      errand: {
        kind: 'http_request',
        destination: 'crm.example.com',
        method: 'POST',
        url: `${URL_OF_CRM}/contact-1?plan=a%20b%26c%2F`,
        headers: { 'X-Plan': 'a b&c/', Authorization: 'Bearer 7' },
        secrets: ['Bearer 7'],
        body: '{"who":"ana@example.com","deep":[{"seats":3},"as it is",null]}',
        limit_ms: 2000,
      },
    })
  })

  it('lists the values of its headers that a response must not repeat', () => {
    const headers = {
      Authorization: 'Bearer abcdef-123',
      'X-Key': 'abcdef',
      'X-Short': 'abcde',
      Accept: 'application/json',
      'X-Plan': { var: 'event.plan' },
    }
    expect(sent(URL_OF_CRM, { headers }, { plan: 'premium' }).errand).toMatchObject({
      secrets: ['Bearer abcdef-123', 'abcdef-123', 'abcdef'],
    })
  })

  it('defaults to a timeout of ten seconds and no body', () => {
    expect(sent(URL_OF_CRM).errand).toMatchObject({ limit_ms: 10_000, body: null, headers: {} })
  })

  it.each<[string, string, object, object, string, RegExp]>([
    [
      'a value is missing in the URL',
      `${URL_OF_CRM}/{{{event.id}}}`,
      {},
      {},
      'missing_value',
      /"event.id" has no value/,
    ],
    ['a value is null in the URL', `${URL_OF_CRM}/{{{event.id}}}`, {}, { id: null }, 'missing_value', /no value/],
    [
      'a value is missing in a header',
      URL_OF_CRM,
      { headers: { A: { var: 'event.x' } } },
      {},
      'missing_value',
      /event.x/,
    ],
    [
      'a value is missing in the body',
      URL_OF_CRM,
      { body: { a: [{ var: 'event.x' }] } },
      {},
      'missing_value',
      /event.x/,
    ],
    [
      'a value in the URL is a list',
      `${URL_OF_CRM}/{{{event.id}}}`,
      {},
      { id: [] },
      'validation_error',
      /a list or an object/,
    ],
    [
      'a value would leave its parent path',
      `${URL_OF_CRM}/{{{event.id}}}/a`,
      {},
      { id: '..' },
      'validation_error',
      /"\." or "\.\."/,
    ],
    [
      'a value in the path is empty',
      `${URL_OF_CRM}/{{{event.id}}}`,
      {},
      { id: '' },
      'validation_error',
      /is empty, "\."/,
    ],
    [
      'a value would remove its path segment',
      `${URL_OF_CRM}/{{{event.id}}}`,
      {},
      { id: '.' },
      'validation_error',
      /"\." or "\.\."/,
    ],
    [
      'a value would remove its path segment before a query',
      `${URL_OF_CRM}/{{{event.id}}}?a=b`,
      {},
      { id: '.' },
      'validation_error',
      /"\." or "\.\."/,
    ],
    [
      'a value completes a parent path',
      `${URL_OF_CRM}/.{{{event.id}}}/a`,
      {},
      { id: '.' },
      'validation_error',
      /"\." or "\.\."/,
    ],
    [
      'a value makes the URL too long',
      `${URL_OF_CRM}/{{{event.id}}}`,
      {},
      { id: 'x'.repeat(2000) },
      'validation_error',
      /2000/,
    ],
    [
      'a value contains a line break in a header',
      URL_OF_CRM,
      { headers: { A: { var: 'event.x' } } },
      { x: 'a\r\nHost: b' },
      'validation_error',
      /printable ASCII on one line/,
    ],
    [
      'the body is too large',
      URL_OF_CRM,
      { body: { var: 5, a: { var: 'event.x' } } },
      { x: 'ä'.repeat(50_000) },
      'validation_error',
      /100016 bytes; at most 100000/,
    ],
  ])('is not sent when %s', (_, url, more, event, name, message) => {
    expect(sent(url, more, event)).toEqual({ error: { name, message: expect.stringMatching(message) } })
  })

  it('accepts null in its body', () => {
    expect(sent(URL_OF_CRM, { body: { a: { var: 'contact.last_name' } } }).errand!.body).toBe('{"a":null}')
  })

  it('accepts a body of the maximum size', () => {
    const { errand } = sent(URL_OF_CRM, { body: { a: { var: 'event.x' } } }, { x: 'x'.repeat(100_000 - 8) })
    expect(errand!.body).toHaveLength(100_000)
  })
})

describe('the configuration', () => {
  it.each<[string, object]>([
    [URL_OF_CRM, {}],
    ['http://crm.example.com:8080/{{{event.a b}}}', {}],
    [URL_OF_CRM, { headers: { 'X-A': 'b', 'content-type': 'application/vnd.api+json' } }],
    [URL_OF_CRM, { method: 'DELETE', body: {} }],
    [URL_OF_CRM, { timeout: '30 seconds' }],
    ['https://127.0.0.1/', {}],
  ])('accepts %s with %j', (url, more) => expect(problemsOf(url, more)).toEqual([]))

  it.each<[string, object, string]>([
    ['ftp://crm.example.com', {}, 'url: the URL must begin with https://'],
    ['https://me:secret@crm.example.com', {}, 'url: the URL must not contain a user'],
    ['https://crm.example.com:25', {}, 'url: the URL must have the port'],
    ['https://{{{event.host}}}/', {}, 'url: the host of the URL must not contain placeholders'],
    ['https:///{{{event.host}}}/', {}, 'url: the URL must be a URL with a host'],
    ['https:////{{{event.host}}}', {}, 'url: the URL must be a URL with a host'],
    ['https://crm.example.com:{{{event.port}}}/', {}, 'url: the host of the URL must not contain placeholders'],
    ['https://crm.example.com/{{event.id}}', {}, 'url: a placeholder in the URL must be written as {{{event.plan}}}'],
    ['https://crm.example.com/{{{event.id}}', {}, 'url: a placeholder in the URL must be written as'],
    ['https://crm.example.com/{{{plan}}}', {}, 'variable: "plan" must start with "event."'],
    ['https://crm.example.com/{{{steps.other.status}}}', {}, 'variable: "steps.other.status" must name a step'],
    [
      URL_OF_CRM,
      { headers: { 'A B': 'c' } },
      'header: the name of header 1 is invalid; use letters, digits and hyphens',
    ],
    [URL_OF_CRM, { headers: { '': 'c' } }, 'header: the name of header 1 is invalid; use letters, digits and hyphens'],
    [
      URL_OF_CRM,
      { headers: { 'A\r\nB': 'c' } },
      'header: the name of header 1 is invalid; use letters, digits and hyphens',
    ],
    [URL_OF_CRM, { headers: { Host: 'c' } }, 'header: the header Host is set by the server'],
    [
      URL_OF_CRM,
      { headers: { 'Transfer-Encoding': 'chunked' } },
      'header: the header Transfer-Encoding is set by the server',
    ],
    [URL_OF_CRM, { headers: { CONNECTION: 'x' } }, 'header: the header CONNECTION is set by the server'],
    [URL_OF_CRM, { headers: { 'idempotency-key': 'x' } }, 'header: the header idempotency-key is set by the server'],
    [URL_OF_CRM, { headers: { 'X-A': 'b', 'x-a': 'c' } }, 'header: the header x-a is set twice'],
    [URL_OF_CRM, { headers: { x7Kd92mQpL4vTz81RbWn03Yc: 'ä' } }, 'header: the header (hidden) must be printable'],
    [
      URL_OF_CRM,
      { headers: { x7Kd92mQpL4vTz81RbWn03Yc: 'a', X7Kd92mQpL4vTz81RbWn03Yc: 'a' } },
      'header: the header (hidden) is set twice',
    ],
    [URL_OF_CRM, { headers: { 'X-A': 'b\r\nc' } }, 'header: the header X-A must be printable ASCII on one line'],
    [URL_OF_CRM, { headers: { 'X-A': 'ä' } }, 'header: the header X-A must be printable ASCII'],
    [URL_OF_CRM, { headers: { 'X-A': 'x'.repeat(2001) } }, 'header: the header X-A must be'],
    [URL_OF_CRM, { headers: { 'X-A': { var: 'plan' } } }, 'variable: "plan" must start with'],
    [URL_OF_CRM, { body: { a: [{ b: { var: 'plan' } }] } }, 'variable: "plan" must start with'],
    [URL_OF_CRM, { timeout: '31 seconds' }, 'duration: "31 seconds" is longer than 30 seconds'],
    [URL_OF_CRM, { timeout: 'soon' }, 'duration: "soon" is not a duration'],
  ])('rejects %s with %j', (url, more, expected) => {
    const problems = problemsOf(url, more)
    expect(problems).toHaveLength(1)
    expect(problems[0]!.startsWith(expected), problems[0]).toBe(true)
  })

  it('keeps only the declared fields', () => {
    const more = { headers: { A: { var: 'event.a', other: 1 } }, body: { a: 1 }, surplus: true }
    const { steps } = checkGraph(chain(trigger(), httpRequest('ask', URL_OF_CRM, more)))
    expect(steps[1]!.config).toEqual({
      method: 'POST',
      url: URL_OF_CRM,
      headers: { A: { var: 'event.a' } },
      body: { a: 1 },
    })
  })

  it.each([
    'http://127.0.0.1:8080/',
    'http://localhost/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'http://0x7f.1/',
  ])('warns about the private destination %s', url => {
    const doubts = graphWarnings(chain(trigger(), httpRequest('ask', url)))
    expect(doubts).toMatchObject([{ step: 'ask', rule: 'private_destination' }])
  })

  it('warns about a GET request with a body', () => {
    const graph = chain(trigger(), httpRequest('ask', URL_OF_CRM, { method: 'GET', body: {} }))
    expect(graphWarnings(graph)).toMatchObject([{ step: 'ask', rule: 'body' }])
  })

  it('has no warnings for other requests, and its summary shows neither path nor headers', () => {
    const step = httpRequest('ask', `${URL_OF_CRM}/secret?token={{{event.id}}}`, {
      headers: { Authorization: 'secret' },
    })
    expect(graphWarnings(chain(trigger(), step))).toEqual([])
    expect(`${titleOf(step)}: ${summaryOf(step)}`).toBe('HTTP request: POST crm.example.com')
  })

  it('can be referenced by conditions, emails and other requests, but not by waits and triggers', () => {
    const rule = { type: 'rule', field: 'steps.ask.body.vip', operator: 'exists' }
    const variables = { vip: { var: 'steps.ask.body.vip' } } as never
    const ask = httpRequest('ask', URL_OF_CRM)
    const then = httpRequest('then', `${URL_OF_CRM}/{{{steps.ask.body.id}}}`)
    expect(graphProblems(chain(trigger(), ask, question('c', rule), mail('m', {}, variables), then))).toEqual([])
    const other = { ...rule, field: 'steps.start.outcome' }
    expect(graphProblems(chain(trigger(), ask, question('c', other)))).toMatchObject([
      { step: 'c', message: expect.stringContaining('must name a step of the type http_request') },
    ])
  })
})

describe('a response', () => {
  const answer = (status: number) => ({ status, content_type: null, location: null, body: null, truncated: false })

  it.each([200, 201, 204, 299, 301, 302, 304, 399])('with status %d completes the step', status => {
    expect(responseOutcome('a.example', answer(status))).toEqual({ output: answer(status) })
  })

  it.each([400, 401, 404, 410, 422, 499])('with status %d fails the step', status => {
    const message = `a.example answered ${status}`
    expect(responseOutcome('a.example', answer(status))).toEqual({ error: { name: 'request_refused', message } })
  })

  it.each([429, 500, 502, 503, 599, 999])('with status %d is retried', status => {
    expect(responseOutcome('a.example', answer(status))).toEqual({ again: `a.example answered ${status}` })
  })

  it.each<[string, string | null, unknown]>([
    ['{"a":[1]}', 'application/json', { a: [1] }],
    ['{"a":[1]}', 'application/problem+json; charset=utf-8', { a: [1] }],
    ['7', 'APPLICATION/JSON', 7],
    ['{"a":[1]}', 'text/plain', '{"a":[1]}'],
    ['{"a":[1]}', null, '{"a":[1]}'],
    ['{"a":', 'application/json', '{"a":'],
    ['["\\ud800"]', 'application/json', '["\\ud800"]'],
    ['["\\u0000"]', 'application/json', '["\\u0000"]'],
    ['a\0b', 'text/plain', 'a\ufffdb'],
    ['', 'application/json', null],
    ['['.repeat(8000), 'application/json', '['.repeat(8000)],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'application/json', `${'['.repeat(65)}${']'.repeat(65)}`],
    [`[${'1,'.repeat(6000)}1]`, 'application/json', `[${'1,'.repeat(6000)}1]`],
  ])('parses the body %.20j of type %j as far as possible', (text, type, value) => {
    expect(responseBody(Buffer.from(text), type)).toEqual(value)
  })

  it('decodes invalid UTF-8 with replacement characters', () => {
    expect(responseBody(Buffer.from([0x61, 0xff, 0xed, 0xa0, 0x80]), 'text/plain')).toMatch(/^a\ufffd+$/)
  })

  it.each<[string | null, number]>([
    [null, 0],
    ['0', 0],
    ['120', 120_000],
    ['3600', 3_600_000],
    ['999999', 3_600_000],
    ['9'.repeat(40), 0],
    ['-5', 0],
    ['soon', 0],
    ['Mon, 02 Nov 2026 08:02:00 GMT', 120_000],
    ['Mon, 02 Nov 2026 07:00:00 GMT', 0],
    ['Mon, 02 Nov 2099 07:00:00 GMT', 3_600_000],
  ])('with Retry-After %j delays the retry by %d ms', (text, ms) => expect(retryAfterMs(text, START)).toBe(ms))

  it('of a simulation defaults to 200 without a body', () => {
    expect(simulatedResponse(undefined)).toEqual(answer(200))
    const given = { status: 201, body: { a: 1 } }
    expect(simulatedResponse(given)).toEqual({ ...answer(201), content_type: 'application/json', body: { a: 1 } })
  })
})
