// One walk through each module, on each of the databases: every example of the contract is sent in order to a server
// that starts like a sandbox. Before an example succeeds, the same request is sent as another team, and for unknown and
// invalid ids. The contract tests of the modules cover other errors and everything else.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDocument } from '../../src/interfaces/contract/document.ts'
import { capturedOutcomes } from '../../src/mail/delivery/test-addresses.ts'
import { type Json, type Method, methodsOf, resolved } from '../../scripts/openapi.ts'
import { ADMIN, createSandboxData, Examples, FULL_KEY, idLists } from '../../scripts/sandbox/beginning.ts'
import type { Example } from '../../src/interfaces/contract/examples.ts'
import { ExampleIds } from '../../scripts/sandbox/ids.ts'
import { sendExample } from '../support/examples.ts'
import { type Reply, type TestServer, aTeam, startServer } from '../support/server.ts'

const SETTINGS = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  BOOTSTRAP_API_KEY: FULL_KEY,
  MAIL_HOST: 'mail.example.net',
}

const document: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const operations = new Map<string, Method>(methodsOf(document).map(each => [each.operation.operationId, each]))
const parametersOf = (operation: string): Json[] =>
  (operations.get(operation)!.operation.parameters ?? []).map((each: Json) => resolved(document, each))

/** Operations for the operators of a server, which reject another team before they read the id. */
const OF_OPERATORS = ['removeDeliveryPause']
/** Lists that are filtered by the id of a parent, and are empty for an unknown one. */
const EMPTY_LISTS = ['listAudienceContacts', 'listSegmentContacts']
/** All send operations show the same email, as events do. The introspected token was signed elsewhere. */
const WITH_OTHER_IDS = /^(?:send(?:Email|Batch|InboxDraft)|replyTo|forward|introspectToken|testWebhook)/

/** What an operation cannot find, by the first parameter of its path. The exceptions are by operation. */
const OBJECTS: Record<string, string> = {
  api_key_id: 'API key',
  audience_id: 'Audience',
  automation_id: 'Automation',
  broadcast_id: 'Broadcast',
  contact_id: 'Contact',
  contact_property_id: 'Contact property',
  delivery_pause_id: 'Pause',
  domain_id: 'Domain',
  email_id: 'Email',
  erasure_id: 'Contact erasure',
  event_id: 'Event',
  import_id: 'Contact import',
  inbox: 'Inbox',
  log_id: 'Log',
  oauth_grant_id: 'OAuth grant',
  segment_id: 'Segment',
  suppression_id: 'Suppression',
  template_id: 'Template',
  topic_id: 'Topic',
  webhook_id: 'Webhook endpoint',
}
const OTHER_MESSAGES: Record<string, string> = {
  getDomainClaim: 'Domain claim not found',
  verifyDomainClaim: 'Domain claim not found',
  // as the published API responds
  updateWebhook: 'Failed to update webhook endpoint',
  removeWebhook: 'Webhook not found',
}
const messageOf = ({ operation, path }: Example): string =>
  OTHER_MESSAGES[operation] ?? `${OBJECTS[/\{(\w+)/.exec(path)![1]!]} not found`

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
function unknownOf(id: string): string {
  if (UUID.test(id)) return 'f0f0f0f0-8f1d-4c57-9a44-0f6f3a6c2b10'
  if (id.startsWith('msg_')) return 'msg_2fPs2Ln7Kf0Jt0Nw3xYzABCDEFG'
  return id.includes('@') ? 'nobody@nowhere.example' : 'no-such-name'
}
const capital = (id: string): string => (UUID.test(id) ? id.toUpperCase() : id)

const at = (example: Example, change: (id: string) => string): Example => ({
  ...example,
  path_values: Object.fromEntries(Object.entries(example.path_values).map(([name, id]) => [name, change(id)])),
})
const after = (example: Example, cursor: string): Example => ({
  ...example,
  query: { ...example.query, after: cursor },
})
const idOf = (body: Json): unknown => body?.id ?? body?.client_id
/** Without what differs in each response: signed URLs and times. */
const lasting = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll(/"(download_url|expires_at|exported_at|url)":"[^"]*"/g, '"$1":""'))

/** The links of the successful response of an operation. */
function linksOf(operation: string): { operationId: string; parameters: Record<string, string> }[] {
  const responses = Object.entries<Json>(operations.get(operation)!.operation.responses)
  return Object.values(responses.find(([status]) => status < '300')?.[1].links ?? {})
}

/** The statuses at the links to a created object, except to its deletion. An update without a body is invalid. */
async function followLinks({ operation, path_values }: Example, body: Json): Promise<[link: string, status: number][]> {
  const statuses: [string, number][] = []
  for (const { operationId, parameters } of linksOf(operation)) {
    const { method, path } = operations.get(operationId)!
    // OpenAPI 3.1, section 4.8.20.4
    const valueOf = (name: string): string => {
      const [, of_request, of_body] = /^\$(?:request\.path\.(\w+)|response\.body#\/(\w+))$/.exec(parameters[name]!)!
      return of_request === undefined ? body[of_body!] : path_values[of_request]!
    }
    if (method === 'delete') continue
    const where = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => valueOf(name))
    statuses.push([`${method} by ${operationId}`, (await server.call(method.toUpperCase(), where)).status])
  }
  return statuses
}

interface Step {
  example: Example
  reply: Reply
  /** The responses to another team and for unknown ids, before this request, if it has an id. */
  hidden?: { strange: Reply; unknown: Reply }
  /** The response to another team by the id of the object, if this request names it otherwise. */
  by_id?: Reply
  links: [link: string, status: number][]
  /** The response for invalid ids, if all of them are UUIDs. */
  invalid?: Reply
  /** The response for ids in upper case, after a request that only reads. */
  upper?: Reply
  /** The response of a list to another team. */
  own_list?: { strange: Reply }
  /** Responses of a list to the cursor of its last item in upper case, and to another team for it and an unknown one. */
  cursors?: { last: string; own: Reply; strange: Reply; unknown: Reply }
}

let server: TestServer
let stranger: string
const steps: Step[] = []

const send = (example: Example): Promise<Reply> => sendExample(example, server)
const sendAsStranger = (example: Example): Promise<Reply> =>
  sendExample(example, {
    call: (method, path, asked) => server.call(method, path, asked?.key === null ? asked : { ...asked, key: stranger }),
  })

async function stepOf(example: Example): Promise<Step> {
  const { operation, method, path_values } = example
  const values = Object.values(path_values)
  const hidden = values.length > 0 && {
    strange: await sendAsStranger(example),
    unknown: await send(at(example, unknownOf)),
  }
  const uuids = parametersOf(operation).filter(
    each => each.in === 'path' && resolved(document, each.schema).format === 'uuid',
  )
  const invalid = uuids.length > 0 && (await send(at(example, id => (UUID.test(id) ? 'x' : id))))
  const reply = await send(example)
  const links = reply.status < 300 ? await followLinks(example, reply.body) : []
  const by_id =
    method === 'get' &&
    values.length === 1 &&
    UUID.test(reply.body.id) &&
    (await sendAsStranger(at(example, () => reply.body.id)))
  const upper = method === 'get' && values.some(id => UUID.test(id)) && (await send(at(example, capital)))
  const last = method === 'get' && reply.body.data?.at?.(-1)?.id
  const own_list = typeof last === 'string' && values.length === 0 && { strange: await sendAsStranger(example) }
  const cursors = last &&
    parametersOf(operation).some(({ name }) => name === 'after') && {
      last,
      own: await send(after(example, capital(last))),
      strange: await sendAsStranger(after(example, last)),
      unknown: await sendAsStranger(after(example, unknownOf(last))),
    }
  return {
    example,
    reply,
    links,
    ...(hidden && { hidden }),
    ...(by_id && { by_id }),
    ...(invalid && { invalid }),
    ...(upper && { upper }),
    ...(own_list && { own_list }),
    ...(cursors && { cursors }),
  }
}

beforeAll(async () => {
  const examples = new Examples(readDocument())
  const lists = idLists(examples)
  // the key of the other team is created after those of the beginning
  const api_keys = lists.api_keys!.toSpliced(2, 0, '00000000-0000-4000-8000-0000000000ff')
  const ids = new ExampleIds({ ...lists, api_keys })
  const pretence = capturedOutcomes({ code: 250, reply_text: '250 2.0.0 Captured' })
  server = await startServer(SETTINGS, { ids, pretence })
  // no other process runs here, so the listeners are known, and a recorded event gets the first id
  server.database.settings = { ...server.database.settings, listening: new Set() }
  await createSandboxData(server, examples, server.now)
  stranger = (await aTeam(server)).key
  for (const example of examples.all) steps.push(await stepOf(example))
})
afterAll(() => server.stop())

const named = ({ example: { operation, name } }: Step): string => [operation, name].filter(Boolean).join(': ')
const failing = (isRight: (step: Step) => boolean): unknown[] => steps.filter(step => !isRight(step)).map(named)

describe('every operation of the contract', () => {
  it('works as its examples show, in the order of the contract', () => {
    const wrong = steps.filter(({ example, reply }) => reply.status !== example.status)
    expect(wrong.map(step => [named(step), step.reply.status, step.reply.body])).toEqual([])
    const same = ({ example, reply }: Step): boolean =>
      WITH_OTHER_IDS.test(example.operation) || idOf(reply.body) === idOf(example.answer)
    expect(failing(same)).toEqual([])
  })

  it('returns the same response for an object of another team as for an unknown one', () => {
    const tried = steps.flatMap(step => (step.hidden ? { step, ...step.hidden } : []))
    expect(tried.length).toBeGreaterThan(100)
    for (const { step, strange, unknown } of tried) {
      const { operation } = step.example
      const hidden = { statusCode: 404, name: 'not_found', message: messageOf(step.example) }
      const empty = { object: 'list', has_more: false, data: [] }
      expect([named(step), unknown.body]).toEqual([named(step), EMPTY_LISTS.includes(operation) ? empty : hidden])
      if (OF_OPERATORS.includes(operation)) expect([named(step), strange.status]).toEqual([named(step), 403])
      else expect([named(step), strange.status, strange.body]).toEqual([named(step), unknown.status, unknown.body])
      if (step.by_id) expect([named(step), step.by_id.body]).toEqual([named(step), hidden])
    }
  })

  it('links to the created object', () => {
    const links = steps.flatMap(step =>
      step.links.map(([link, status]) => ({ link: `${named(step)}: ${link}`, status })),
    )
    expect(links.length).toBeGreaterThan(45)
    const isRight = ({ link, status }: (typeof links)[number]): boolean =>
      link.includes(': get') ? status === 200 : [400, 422].includes(status)
    expect(links.filter(each => !isRight(each))).toEqual([])
    // a deletion uses the same parameters
    for (const id of operations.keys())
      expect([id, new Set(linksOf(id).map(({ parameters }) => JSON.stringify(parameters))).size < 2]).toEqual([
        id,
        true,
      ])
  })

  it('lists no objects of another team', () => {
    const tried = steps.flatMap(step => (step.own_list ? { step, ...step.own_list } : []))
    expect(tried.length).toBeGreaterThan(15)
    for (const { step, strange } of tried) {
      const own = step.reply.body.data.map(idOf)
      expect([named(step), (strange.body.data ?? []).map(idOf).filter((id: unknown) => own.includes(id))]).toEqual([
        named(step),
        [],
      ])
    }
  })

  it('rejects an id that is not a UUID', () => {
    const tried = steps.filter(({ invalid }) => invalid)
    expect(tried.length).toBeGreaterThan(70)
    expect(
      failing(({ invalid }) => !invalid || (invalid.status === 422 && invalid.body.name === 'invalid_parameter')),
    ).toEqual([])
  })

  // RFC 9562, section 4: UUIDs are case-insensitive on input. Some clients send upper case; responses use lower case.
  it('reads the same object by an id or a cursor in upper case', () => {
    const tried = steps.flatMap(step => (step.upper ? { step, upper: step.upper } : []))
    expect(tried.length).toBeGreaterThan(30)
    for (const { step, upper } of tried)
      expect([named(step), upper.status, lasting(upper.body)]).toEqual([named(step), 200, lasting(step.reply.body)])
    for (const step of steps.filter(({ cursors }) => cursors)) {
      const { status, body } = step.cursors!.own
      const again = (body.data ?? []).map(idOf).filter((id: unknown) => step.reply.body.data.map(idOf).includes(id))
      expect([named(step), status, again]).toEqual([named(step), 200, []])
    }
  })

  it('rejects the cursor of another team as it rejects an unknown one', () => {
    const tried = steps.flatMap(step => (step.cursors ? { step, ...step.cursors } : []))
    expect(tried.length).toBeGreaterThan(20)
    for (const { step, last, strange, unknown } of tried) {
      expect([named(step), strange.status]).toEqual([named(step), unknown.status])
      expect([403, 404, 422]).toContain(unknown.status)
      expect(strange.body).toEqual(JSON.parse(JSON.stringify(unknown.body).replaceAll(unknownOf(last), last)))
    }
  })

  it('sends its deprecation and sunset dates only if it is deprecated', () => {
    const wanted = ({ deprecated, ...operation }: Json): (string | null)[] =>
      deprecated
        ? [`@${Date.parse(operation['x-deprecated-at']) / 1000}`, new Date(operation['x-sunset']).toUTCString()]
        : [null, null]
    const all = steps.map(step => [named(step), ...['deprecation', 'sunset'].map(name => step.reply.headers.get(name))])
    const dates = steps.map(step =>
      [named(step)].concat(wanted(operations.get(step.example.operation)!.operation) as string[]),
    )
    expect(all).toEqual(dates)
  })
})
