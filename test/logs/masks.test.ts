// Values that the contract marks as secret are in no entry of the log, for every operation and every position.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Json, methodsOf, resolved } from '../../scripts/openapi.ts'
import { TRAITS } from '../support/traits.ts'
import { type LogRules, maskFields, mayContainField } from '../../src/watch/logs/masks.ts'
import { type CompletedRequest, logEntriesOf } from '../../src/watch/logs/entry.ts'
import { logLinesIn } from '../../src/watch/logs/line.ts'
import { loggedBodiesOf, logPartsOf } from '../../src/watch/logs/part.ts'
import { anId } from '../support/ids.ts'

const SECRET = 'a value that is told once'
const document: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const rulesOf = new Map(TRAITS.map(traits => [traits.id as string, traits.logged]))

/** Minimal values with the secret in one of the marked positions. */
function secretsIn(schema: Json, above: readonly Json[] = []): unknown[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (schema['x-secret'] || schema['x-not-logged']) return [SECRET, [SECRET], { within: SECRET }]
  const plain = resolved(document, schema)
  if (above.includes(plain)) return []
  if (plain !== schema) return secretsIn(plain, above)
  const inside = (inner: Json): unknown[] => secretsIn(inner, [...above, schema])
  return [
    ...Object.entries<Json>(schema.properties ?? {}).flatMap(([name, property]) =>
      inside(property).map(value => ({ [name]: value })),
    ),
    ...inside(schema.items).map(value => [{}, value]),
    ...inside(schema.additionalProperties).map(value => ({ any: value })),
    ...['anyOf', 'oneOf', 'allOf'].flatMap(choice => (schema[choice] ?? []).flatMap(inside)),
  ]
}

const contentsOf = (body: Json): Json[] =>
  Object.values<Json>(resolved(document, body ?? {}).content ?? {}).map(({ schema }) => schema)

const entry = (rules: LogRules, bodies: Pick<CompletedRequest, 'sent' | 'answered'>): CompletedRequest => ({
  id: anId('request'),
  caller: { team_id: anId('team'), kind: 'api_key', id: anId('key') },
  rules,
  method: 'POST',
  path: '/x',
  status: 200,
  duration_ms: 1,
  user_agent: undefined,
  ...bodies,
})

/** The text that is stored. */
function keptOf(rules: LogRules, bodies: Pick<CompletedRequest, 'sent' | 'answered'>): string {
  const [part] = logPartsOf(anId('team'), logEntriesOf([entry(rules, bodies)]), 0)
  const [line] = logLinesIn(part!.lines)
  return JSON.stringify([line, loggedBodiesOf(line!, part!.bodies)])
}

const sentJson = (body: object) => ({ sent: Buffer.from(JSON.stringify(body)), answered: undefined })

const marked = methodsOf(document).flatMap(({ operation }) => {
  const sent = contentsOf(operation.requestBody).flatMap(schema => secretsIn(schema))
  const answered = Object.values<Json>(operation.responses).flatMap(answer =>
    contentsOf(answer).flatMap(schema => secretsIn(schema)),
  )
  return sent.length + answered.length > 0 ? [[operation.operationId as string, sent, answered] as const] : []
})

it('the contract marks the expected operations', () => {
  const names = marked.map(([name]) => name)
  expect(names).toEqual(
    expect.arrayContaining(['createApiKey', 'exchangeToken', 'shareEmail', 'sendEmail', 'sendBatch']),
  )
  expect(names).toEqual(expect.arrayContaining(['createAutomation', 'getAutomation', 'getEmailAttachment']))
})

describe.each(marked)('%s', (name, sent, answered) => {
  const rules = rulesOf.get(name)

  it('stores none of its secrets', () => {
    // operations with rules of their own are not logged at all
    if (!rules)
      return expect(name).toMatch(
        /^(?:authorizeDevice|exchangeToken|introspectToken|pushAuthorizationRequest|revokeToken|registerClient)$/,
      )
    for (const value of sent)
      expect(keptOf(rules, { sent: Buffer.from(JSON.stringify(value)), answered: undefined })).not.toContain(SECRET)
    for (const value of answered)
      expect(keptOf(rules, { sent: undefined, answered: { json: JSON.stringify(value) } })).not.toContain(SECRET)
    // the counter-check without masks
    expect(keptOf({}, { sent: undefined, answered: { json: JSON.stringify(SECRET) } })).toContain(SECRET)
  })
})

describe('a mask', () => {
  const places = [['data', '*', 'token']]
  it.each([
    ['{"data":[{"token":"x","id":1}]}', '{"data":[{"token":"(hidden)","id":1}]}'],
    ['{"data":{"token":"x"}}', '{"data":{"token":"(hidden)"}}'],
    ['{"data":[{"token":null}]}', '{"data":[{"token":null}]}'],
    ['{"data":[{"token":{"a":["x"]}}]}', '{"data":[{"token":"(hidden)"}]}'],
    ['{"token":"x","data":7}', '{"token":"x","data":7}'],
    [String.raw`{"data":[{"\u0074oken":"x"}]}`, '{"data":[{"token":"(hidden)"}]}'],
  ])('of %s', (given, wanted) => {
    expect(mayContainField(given, places) ? maskFields(given, places) : given).toBe(wanted)
    expect(mayContainField(Buffer.from(given), places) ? maskFields(given, places) : given).toBe(wanted)
  })

  it('skips bodies without a marked field', () => {
    expect(mayContainField(Buffer.from('{"id":1}'), places)).toBe(false)
  })
})

describe('a misspelled field of a request with secrets', () => {
  const step = (config: object, rest: object = {}) => ({
    name: 'a',
    steps: [{ key: 's', type: 'http_request', config, ...rest }],
  })
  const url = 'https://a.example/x'
  it.each([
    [
      'in a step',
      step({ method: 'POST', url, headerz: { 'X-Key': SECRET } }),
      step({ method: 'POST', url, headerz: '(hidden)' }),
    ],
    ['with other letters', step({ url, Headers: { 'X-Key': SECRET } }), step({ url, Headers: '(hidden)' })],
    ['beside the settings of a step', step({ url }, { headers: [SECRET] }), step({ url }, { headers: '(hidden)' })],
    [
      'at the top',
      { ...step({ url }), step: [{ config: { headers: SECRET } }] },
      { ...step({ url }), step: '(hidden)' },
    ],
    [
      'in a nested rule',
      step({ type: 'and', rules: [{ type: 'or', rules: [{ headerz: SECRET }] }] }),
      step({ type: 'and', rules: [{ type: 'or', rules: [{ headerz: '(hidden)' }] }] }),
    ],
    [
      'in a list instead of an object',
      { steps: [{ config: [{ headerz: SECRET }] }] },
      { steps: [{ config: [{ headerz: '(hidden)' }] }] },
    ],
  ])('is hidden %s', (_, body, shown) => {
    for (const name of ['createAutomation', 'simulateGraph', 'updateAutomation'])
      expect(keptOf(rulesOf.get(name)!, sentJson(body))).not.toContain(SECRET)
    expect(JSON.parse(keptOf(rulesOf.get('createAutomation')!, sentJson(body)))[1].sent).toEqual(shown)
  })

  it('does not hide declared fields, maps and references', () => {
    const body = {
      name: 'a',
      status: 'enabled',
      connections: [{ from: 'a', to: 'b', type: 'default' }],
      steps: [
        {
          key: 'a',
          type: 'wait_for_event',
          config: {
            event_name: 'x',
            filter_rule: { type: 'and', rules: [{ field: 'event.a', operator: 'eq', value: 1 }] },
          },
        },
        {
          key: 'b',
          type: 'http_request',
          config: { url, method: 'POST', body: { any: [{ thing: { var: 'event.x' } }] } },
        },
        { key: 'c', type: 'send_email', config: { template: { id: 'x', variables: { NAME: { var: 'event.x' } } } } },
      ],
    }
    expect(JSON.parse(keptOf(rulesOf.get('createAutomation')!, sentJson(body)))[1].sent).toEqual(body)
  })
})
