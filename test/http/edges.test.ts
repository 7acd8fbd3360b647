// The contract and the server are equally strict: values at the limits of a schema are accepted, and values just beyond
// them are rejected with a documented error. The values are generated from the schemas, so new fields need no code
// here.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Json, methodsOf, resolved } from '../../scripts/openapi.ts'
import { samplesOf } from '../support/edge-samples.ts'
import { aDeviceClient } from '../support/devices.ts'
import { Edges } from '../support/edges.ts'
import { sendFile } from '../support/imports.ts'
import { inboxesOf } from '../support/inboxes.ts'
import { addVerifiedDomain } from '../../src/identity/domains/actions.ts'
import { type TestServer, aTeam, anAddress, startServer } from '../support/server.ts'

const document: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))

const trigger = { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } }
const MAIL = { from: 'a@b.example', to: 'c@d.example', subject: 'Hi', text: 'Hi' }
const DRAFT = { to: 'c@d.example', subject: 'Hi', text: 'Hi' }
const graph = (step: Json): Json => ({
  name: 'x',
  steps: [trigger, step],
  connections: [{ from: 'start', to: step.key }],
})
const chain = (count: number): Json[] =>
  Array.from({ length: count }, (_, index) =>
    index === 0 ? trigger : { key: `step${index}`, type: 'delay', config: { duration: '1 day' } },
  )

let server: TestServer
const ids: Record<string, string> = {}
let client_id: string
let device_client_id: string
let edges: Edges

beforeAll(async () => {
  server = await startServer()
  const made = async (name: string, path: string, body: unknown): Promise<void> => {
    const reply = await server.call('POST', path, { body })
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
    ids[name] = reply.body.id
  }
  await made('template_id', '/templates', {
    name: 'Welcome',
    alias: 'welcome',
    from: 'a@b.example',
    subject: 'Hi',
    html: '<p>Hi</p>',
  })
  await server.call('POST', '/templates/welcome/publish')
  await made('event_id', '/events', { name: 'first' })
  await made('automation_id', '/automations', {
    name: 'First',
    ...graph({ key: 'wait', type: 'delay', config: { duration: '1 day' } }),
  })
  await made('contact_property_id', '/contact-properties', { key: 'plan', type: 'string' })
  await made('contact_id', '/contacts', { email: 'kept@example.org' })
  await made('segment_id', '/segments', { name: 'First' })
  ids.audience_id = ids.segment_id!
  ids.import_id = (await sendFile(server, { file: 'email\n' })).body.id
  await server.call('POST', `/contacts/${ids.contact_id}/segments/${ids.segment_id}`)
  await made('topic_id', '/topics', { name: 'First', default_subscription: 'opt_in' })
  await made('broadcast_id', '/broadcasts', {
    segment_id: ids.segment_id,
    from: 'a@b.example',
    subject: 'Hi',
    html: '<p>Hi</p>',
  })
  await made('api_key_id', '/api-keys', { name: 'First' })
  await made('email_id', '/emails', { ...MAIL, scheduled_at: 'in 20 days' })
  await made('domain_id', '/domains', { name: 'kept.example' })
  await made('suppression_id', '/suppressions', { email: 'kept@example.org' })
  // events that do not occur here, so that the webhook receives only what tests send
  await made('webhook_id', '/webhooks', { endpoint: 'https://app.example/hook', events: ['inbox.created'] })
  await made('webhook_event_id', `/webhooks/${ids.webhook_id}/test`, {})
  const { anInbox, receive, threads } = await inboxesOf(server, 'in.example')
  ids.inbox = await anInbox()
  ids.message_id = await receive()
  ids.received_id = await receive({ files: 1 })
  ids.thread_id = (await threads(ids.inbox))[1].id
  const received_files = await server.call('GET', `/emails/receiving/${ids.received_id}/attachments`)
  ids.received_file_id = received_files.body.data[0].id
  await made('label_id', `/inboxes/${ids.inbox}/labels`, { name: 'First' })
  await made('draft_id', `/inboxes/${ids.inbox}/drafts`, DRAFT)
  const { team_id } = await aTeam(server)
  await server.database.unit(tx => addVerifiedDomain(tx, { team_id, name: 'claimed.example' }, new Date(0)))
  const registered = await server.call('POST', '/oauth/register', {
    key: null,
    headers: anAddress(),
    body: { client_name: 'Tester', redirect_uris: ['https://app.example/callback'] },
  })
  client_id = registered.body.client_id
  device_client_id = await aDeviceClient(server)
  // jobs of the accepted requests are not needed
  await server.queue.idle()
  await server.queue.stop()
  edges = new Edges({
    document,
    samples: samplesOf(document),
    known: {
      ...ids,
      'segments[]': ids.segment_id,
      'segments[].id': ids.segment_id,
      'topics[].id': ids.topic_id,
      '[].id': ids.topic_id,
      'template.id': 'welcome',
      '[].template.id': 'welcome',
      'ids[]': ids.suppression_id,
      'labels[]': ids.label_id,
      scheduled_at: 'in 1 hour',
      'attachments[]': { content: 'aGk=' },
      'steps[].config.template.id': 'welcome',
      'properties names': true,
      keys: ['plan'],
      connections: [{ from: 'start', to: 'wait' }],
      steps: chain(1),
      time_zone: 'Europe/Berlin',
      from: '10:00',
      to: '11:00',
      // an event of our own would be rejected for its name
      event_name: 'trial.started',
      var: 'event.plan',
    },
    lists: {
      variables: count => Array.from({ length: count }, (_, index) => ({ key: `V${index}`, type: 'string' })),
      steps: chain,
    },
  })
})
afterAll(() => server.stop())

/**
 * The bodies from which each operation is tested. The examples of the contract refer to objects that do not exist here.
 */
const STEPS: Json[] = [
  { key: 'it', type: 'delay', config: { duration: '1 day' } },
  {
    key: 'it',
    type: 'send_email',
    config: { template: { id: 'welcome', variables: { plan: { var: 'event.plan' } } } },
  },
  {
    key: 'it',
    type: 'wait_for_event',
    config: { event_name: 'paid', filter_rule: { type: 'rule', field: 'event.sum', operator: 'gt', value: 1 } },
  },
  {
    key: 'it',
    type: 'condition',
    config: { type: 'and', rules: [{ type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' }] },
  },
  { key: 'it', type: 'contact_update', config: { properties: { plan: 'pro' } } },
  { key: 'it', type: 'contact_delete', config: {} },
  {
    key: 'it',
    type: 'http_request',
    config: { method: 'POST', url: 'https://example.com/', headers: { 'X-Plan': { var: 'event.plan' } }, body: {} },
  },
]

const FILE_OF_DRAFT = { filename: 'a.txt', content_type: 'text/plain', content: 'aGk=' }
/** By id, because a separate test changes the alias. */
const inEditor = (): Record<string, string> => ({ resource_type: 'template', resource_id: ids.template_id! })

const BODIES: Record<string, () => Json[]> = {
  sendEmail: () => [
    { from: 'a@b.example', to: ['c@d.example'], subject: 'Hi', html: '<p>Hi</p>', tags: [{ name: 'a', value: 'b' }] },
    { from: 'a@b.example', to: ['c@d.example'], subject: 'Hi', text: 'Hi' },
    { to: 'c@d.example', template: { id: 'welcome' } },
    { ...MAIL, attachments: [{ filename: 'a.txt', content: 'aGk=' }] },
  ],
  sendBatch: () => [[MAIL], [MAIL, { to: 'c@d.example', template: { id: 'welcome' } }]],
  rescheduleEmail: () => [{ scheduled_at: 'in 2 hours' }],
  shareEmail: () => [{ expires_in: '2 hours' }],
  createDomain: () => [{ name: 'x.example', custom_return_path: 'bounces', tracking_subdomain: 'links' }],
  updateDomain: () => [{ tls: 'enforced', capabilities: { sending: 'enabled' } }],
  claimDomain: () => [{ name: 'claimed.example' }],
  addSuppression: () => [{ email: 'gone@example.org' }],
  addSuppressions: () => [{ emails: ['gone@example.org'] }],
  removeSuppressions: () => [{ emails: ['gone@example.org'] }, { ids: [ids.suppression_id] }],
  createDeliveryPause: () => [{ scope: 'destination', name: 'x.example', reason: 'x' }],
  createTemplate: () => [
    { name: 'Receipt', html: '<p>Hi</p>', variables: [{ key: 'A', type: 'string', fallback_value: 'x' }] },
    { name: 'Receipt', html: '<p>Hi</p>', variables: [{ key: 'A', type: 'number', fallback_value: 1 }] },
  ],
  updateTemplate: () => [{ name: 'Welcome', html: '<p>Hi</p>', variables: [] }],
  createEvent: () => [{ name: 'paid', schema: { sum: 'number' } }],
  updateEvent: () => [{ schema: { sum: 'number' } }],
  sendEvent: () => [
    { event: 'paid', email: 'kept@example.org' },
    { event: 'paid', contact_id: ids.contact_id },
  ],
  createAutomation: () => [
    { name: 'x' },
    { name: 'x', steps: [trigger], connections: [] },
    ...[...STEPS, { key: 'it', type: 'add_to_segment', config: { segment_id: ids.segment_id } }].map(graph),
  ],
  updateAutomation: () => [{ name: 'x' }, graph(STEPS[0])],
  stopAutomation: () => [{}],
  simulateAutomation: () => [{}, { contact_id: ids.contact_id }],
  simulateGraph: () => [
    { steps: [trigger], connections: [], contact: {}, answers: {} },
    { steps: [trigger], connections: [], contact_id: ids.contact_id },
  ],
  createContact: () => [{ email: 'grace@example.org', properties: { plan: 'pro' } }],
  updateContact: () => [{ first_name: 'Ada', email: 'kept@example.org', properties: { plan: 'pro' } }],
  updateContactTopics: () => [
    [{ id: ids.topic_id, subscription: 'opt_in' }],
    { topics: [{ id: ids.topic_id, subscription: 'opt_in' }] },
  ],
  createContactProperty: () => [
    { key: 'seats', type: 'string', fallback_value: 'x' },
    { key: 'seats', type: 'number', fallback_value: 1 },
  ],
  updateContactProperty: () => [{ fallback_value: 'x', key: 'plan', type: 'string' }],
  createAudience: () => [{ name: 'x' }],
  createAudienceContact: () => [{ email: 'grace@example.org', properties: { plan: 'pro' } }],
  updateAudienceContact: () => [{ first_name: 'Ada', email: 'kept@example.org', properties: { plan: 'pro' } }],
  createSegment: () => [
    { name: 'x' },
    { name: 'x', rule: { type: 'rule', field: 'contact.email', operator: 'eq', value: 'x' } },
    {
      name: 'x',
      rule: { type: 'and', rules: [{ type: 'rule', field: 'contact.email', operator: 'gt', value: 1 }] },
    },
  ],
  updateSegment: () => [{ name: 'x' }],
  createTopic: () => [{ name: 'x', default_subscription: 'opt_in', description: 'x' }],
  updateTopic: () => [{ name: 'x', default_subscription: 'opt_in' }],
  createBroadcast: () => [
    {
      name: 'x',
      from: 'a@b.example',
      subject: 'Hi',
      segment_id: ids.segment_id,
      reply_to: 'a@b.example',
      preview_text: 'x',
      html: '<p>Hi</p>',
      text: 'Hi',
      topic_id: ids.topic_id,
      per_minute: 60,
      per_minute_per_destination: 30,
      local_time: '09:00',
    },
    { from: 'a@b.example', subject: 'Hi', audience_id: ids.segment_id, reply_to: ['a@b.example'] },
  ],
  updateBroadcast: () => [
    { name: 'x', from: 'a@b.example', subject: 'Hi', segment_id: ids.segment_id, topic_id: null, preview_text: 'x' },
    { per_minute: 60 },
  ],
  testBroadcast: () => [{ to: 'a@b.example' }, { to: ['a@b.example'] }],
  // an email that was sent is not sent again
  sendBroadcast: () => [{ scheduled_at: 'in 2 hours', per_minute: 60 }],
  createApiKey: () => [{ name: 'x' }],
  updateApiKey: () => [{ name: 'x' }],
  registerClient: () => [
    {
      client_name: 'Tester',
      redirect_uris: ['https://app.example/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
  revokeToken: () => [{ token: 'x', client_id }],
  authorizeDevice: () => [{ client_id: device_client_id }],
  createWebhook: () => [{ endpoint: 'https://app.example/hook', events: ['inbox.created'] }],
  updateWebhook: () => [{ endpoint: 'https://app.example/hook', events: ['inbox.created'], status: 'enabled' }],
  testWebhook: () => [{ type: 'topic.created' }],
  replayWebhook: () => [{ since: '2026-11-02T08:00:00.000Z' }],
  createInbox: () => [{ email_address: 'x@in.example', name: 'x', from_name: 'x' }],
  updateInbox: () => [{ name: 'x', from_name: 'x' }],
  updateInboxThread: () => [{ read: true, folder: 'archive' }],
  addInboxThreadLabels: () => [{ labels: [ids.label_id] }],
  setInboxThreadLabels: () => [{ labels: [ids.label_id] }],
  createInboxLabel: () => [{ name: 'x', color: '#E93D82' }],
  updateInboxLabel: () => [{ name: 'First', color: '#E93D82' }],
  createInboxDraft: () => [{ ...DRAFT, attachments: [FILE_OF_DRAFT] }],
  updateInboxDraft: () => [{ ...DRAFT, attachments: [FILE_OF_DRAFT] }],
  sendInboxDraft: () => [{ headers: { 'X-Ticket': '7' } }],
  replyToInboxEmail: () => [{ text: 'Hi', cc: ['c@d.example'] }],
  forwardInboxEmail: () => [{ to: ['c@d.example'], text: 'Hi' }],
  updateInboxAgent: () => [{ instructions: 'x', tone: 'concise_casual', actions: ['archive'] }],
  connectEditor: () => [{ ...inEditor(), agent_name: 'x' }],
  disconnectEditor: () => [{ ...inEditor(), agent_name: 'x' }],
  composeEditorContent: () => [
    {
      ...inEditor(),
      content: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hi' }] }] },
    },
  ],
}

/**
 * The time zone must exist, an enabled automation must be ready, connections must lead from each step to another by the
 * outcomes of that step, a text under `var` of an email's variable is a reference, and a wait checks only its own
 * event.
 */
const IN_WORDS_OF_GRAPHS =
  /time_zone |^status (there|is enabled)$|^connections(\[\]| of | a list)|variables\.\*\.var |filter_rule.*\.field right/

/** A time in English, which must be in the future. */
const TIMES = /scheduled_at (a text|right|\d+ characters)/
const FILES =
  /^attachments\[\] (an object|with)|^attachments\[\]\.path |^attachments\[\]\.content(\.\w+)? (absent|null|right: *|branch [12]|a list|0 characters|of 0|there|is Buffer|with .*)$|\.filename (a boolean|branch 1|true)$/
const NAMES_OF_DOMAINS = /^(name|tracking_subdomain) \d+ characters$|^capabilities\.sending is disabled$/

/** Values that the server rejects for a reason that a schema cannot express; the description names it. */
const IN_WORDS: Record<string, RegExp> = {
  // One of the bodies is required, and together they are limited. A file needs either content or path, and its type and
  // name have rules of their own.
  sendEmail: new RegExp(`^(html|text) 4000000 characters$|${FILES.source}|${TIMES.source}`),
  // the same rules, without files
  sendBatch: new RegExp(String.raw`^\[\]\.(html|text) 4000000 characters$|attachments|${TIMES.source}`),
  rescheduleEmail: TIMES,
  // The domain must be a registrable one, and for a claim one of another team. One capability must stay enabled.
  createDomain: NAMES_OF_DOMAINS,
  updateDomain: NAMES_OF_DOMAINS,
  claimDomain: /^name (right|\d+ characters)|^tracking_subdomain \d+ characters$/,
  // must be a domain
  createDeliveryPause: /^name a text$/,
  // the time zone must exist
  updateBroadcast: /^time_zone /,
  // Keys are used only with private_key_jwt, which requires them, and may include unknown types. A client that
  // redirects names its redirect URIs.
  registerClient:
    /^jwks|is private_key_jwt$|^redirect_uris (?:absent|null|a list|of 0)$|^response_types (?:there|a list|of 0)$/,
  // they belong to a property, which accepts only values of its type
  createAudienceContact: /^properties\.\*/,
  updateAudienceContact: /^properties\.\*|^email /,
  createContact: /^properties\.\*/,
  updateContact: /^properties\.\*|^email /,
  // Unchanged fixed values are accepted. One of the two is required.
  createBroadcast: new RegExp(
    `^(segment|audience)_id (absent|null)|^send |^time_zone |^scheduled_at there|${TIMES.source}`,
  ),
  // an email that is sent immediately is not sent again
  sendBroadcast: new RegExp(`^ an object|^scheduled_at (absent|null)|${TIMES.source}`),
  updateContactProperty: /^(key|type|fallback_value) /,
  updateTopic: /^default_subscription is/,
  createAutomation: IN_WORDS_OF_GRAPHS,
  updateAutomation: IN_WORDS_OF_GRAPHS,
  simulateGraph: IN_WORDS_OF_GRAPHS,
  // must be an event that occurs here
  testWebhook: /^type is (inbox\.|email\.received)/,
  // All recipients together are limited, and so are the texts. A reply belongs to the message it answers.
  createInboxDraft: new RegExp(`^b?cc of 50$|^html 4000000 characters$|^thread_id there$|${FILES.source}`),
  updateInboxDraft: new RegExp(`^b?cc of 50$|^html 4000000 characters$|${FILES.source}`),
  // a text is required, and the headers of the thread count, too
  replyToInboxEmail: new RegExp(
    `^ an object$|^text (absent|null)$|^b?cc of 50$|^html 4000000 characters$|^headers of 100$|${FILES.source}`,
  ),
  // forwarded content counts, too
  forwardInboxEmail: new RegExp(`^b?cc of 50$|^(html|text) 4000000 characters$|^headers of 100$|${FILES.source}`),
  // must be at a domain that receives email
  createInbox: /^email_address (right|\d+ characters)/,
  // must be a document
  composeEditorContent: /^content an object$/,
  // the caller must be identified
  revokeToken: /^client_/,
  authorizeDevice: /^ an object|^client_/,
}

/** The same steps as in `createAutomation` and the same rule as in `createSegment`, with the same validation. */
const ELSEWHERE: Record<string, RegExp> = {
  updateAutomation: /^steps\[\]/,
  simulateGraph: /^steps\[\]/,
  updateSegment: /^rule/,
}

/** Unknown ids are a separate reason for a refusal. */
const UNKNOWN = /template\.id |domain_id |resource_(?:id|type) /

/** The graph around the changed step: a trigger with a connection to it, so that nothing else can be invalid. */
function whole(value: Json, place: string): Json {
  const last =
    place.startsWith('steps') && Array.isArray(value?.steps) && value.connections ? value.steps.at(-1) : undefined
  if (typeof last?.key !== 'string') return value
  const steps = value.steps.length > 2 ? value.steps : last.type === 'trigger' ? [last] : [trigger, last]
  const connections = steps.slice(1).map(({ key }: Json, index: number) => ({ from: steps[index].key, to: key }))
  return { ...value, steps, connections }
}

/** Undoes side effects of a request. */
const AFTERWARDS: Record<string, () => Promise<unknown>> = {
  sendBroadcast: () => server.call('POST', `/broadcasts/${ids.broadcast_id}/cancel`),
  updateAutomation: () => server.call('PATCH', `/automations/${ids.automation_id}`, { body: { status: 'disabled' } }),
  sendInboxDraft: async () => {
    ids.draft_id = (await server.call('POST', `/inboxes/${ids.inbox}/drafts`, { body: DRAFT })).body.id
  },
  updateWebhook: () =>
    server.call('PATCH', `/webhooks/${ids.webhook_id}`, { body: { status: 'enabled', events: ['inbox.created'] } }),
}

const bodied = methodsOf(document).filter(({ operation }) => operation.requestBody && !operation['x-alias-of'])
/** A received email for these paths. */
const INCOMING = { '/inboxes/': 'message_id', '/emails/receiving/': 'received_id' }
function asked(path: string): string {
  const of_email = Object.entries(INCOMING).find(([start]) => path.startsWith(start))?.[1] ?? 'email_id'
  return path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => ids[name === 'email_id' ? of_email : name]!)
}

it('every operation with a body is tested', () => {
  // A token is issued for a code, which works only once: test/oauth/contract tests its limits and those of forms. A
  // form with a file is not JSON: test/imports tests it.
  const others = ['exchangeToken', 'introspectToken', 'pushAuthorizationRequest', 'createContactImport']
  expect(bodied.map(({ operation }) => operation.operationId).toSorted()).toEqual(
    [...Object.keys(BODIES), ...others].toSorted(),
  )
})

describe.each(Object.keys(BODIES))('the body of %s', id => {
  const { method, path, operation } = bodied.find(each => each.operation.operationId === id)!
  const { schema } = operation.requestBody.content['application/json']
  const documented = (status: number): string[] => {
    const answer = operation.responses[status]
    const media = answer && resolved(document, answer).content?.['application/json']
    const { name, error } = media ? resolved(document, media.schema).properties : { name: {}, error: {} }
    return (name ?? error).enum ?? []
  }

  it('is as strict as the server', async () => {
    const wrong: string[] = []
    const counts = { allowed: 0, refused: 0 }
    const tried = new Set<string>()
    for (const base of BODIES[id]!()) {
      expect(edges.allows(schema, base), JSON.stringify(base)).toBe(true)
      for (const { place, leaf, value, allowed: isAllowed } of edges.around(schema, base)) {
        if (IN_WORDS[id]?.test(place) || ELSEWHERE[id]?.test(place)) continue
        const allowed = isAllowed()
        const attempt = `${place} ${JSON.stringify(leaf)} ${allowed}`
        if (tried.has(attempt)) continue
        tried.add(attempt)
        counts[allowed ? 'allowed' : 'refused']++
        const { status, body } = await server.call(method.toUpperCase(), asked(path), {
          ...(operation['x-rules'] && { key: null }),
          body: JSON.stringify(whole(value, place)),
          headers: { 'content-type': 'application/json', ...(operation['x-cors'] && anAddress()) },
        })
        const taken = status < 300 || (status === 404 && UNKNOWN.test(place))
        const refused =
          status >= 400 && status < 500 && status !== 404 && documented(status).includes(body.name ?? body.error)
        if (taken && method === 'post' && body.id && path !== '/emails')
          await server.call('DELETE', `${asked(path)}/${body.id}`)
        if (taken) await AFTERWARDS[id]?.()
        if (allowed ? !taken : !refused)
          wrong.push(
            `${allowed ? 'allowed' : 'not allowed'}, ${status}: ${place} ${JSON.stringify(value).slice(0, 300)} ${JSON.stringify(body).slice(0, 300)}`,
          )
      }
    }
    expect(wrong).toEqual([])
    expect(Math.min(counts.allowed, counts.refused)).toBeGreaterThan(1)
  })
})

/** A cursor for each list: an item of its own, because a cursor of another list is rejected. */
const CURSORS: Record<string, () => string | undefined> = {
  listEmails: () => ids.email_id,
  listTemplates: () => ids.template_id,
  listEvents: () => ids.event_id,
  listAutomations: () => ids.automation_id,
  listContacts: () => ids.contact_id,
  listContactProperties: () => ids.contact_property_id,
  listSegments: () => ids.segment_id,
  listAudiences: () => ids.audience_id,
  listAudienceContacts: () => ids.contact_id,
  listTopics: () => ids.topic_id,
  listApiKeys: () => ids.api_key_id,
  listContactTopics: () => ids.topic_id,
  listWebhooks: () => ids.webhook_id,
  listWebhookEvents: () => ids.webhook_event_id,
  streamWebhookEvents: () => ids.webhook_event_id,
  listReceivedEmails: () => ids.received_id,
  listReceivedEmailAttachments: () => ids.received_file_id,
  listInboxes: () => ids.inbox,
  listInboxThreads: () => ids.thread_id,
  searchInboxThreads: () => ids.thread_id,
  listInboxThreadEmails: () => ids.message_id,
  listInboxDrafts: () => ids.draft_id,
}

/** Parameters that are needed so that all values of the others are possible. */
const NEEDED: Record<string, () => Record<string, string>> = {
  listBroadcastRecipients: () => ({ type: 'bounced' }),
  getEditorContent: inEditor,
}

/** Parameters that the schema describes only as strings. */
const IN_WORDS_OF_QUERIES: Record<string, string> = {
  timezone: 'Europe/Berlin',
  start_date: '2026-11-20',
  end_date: '2026-11-20',
}

/** Parameters without a type of their own in a query are strings. */
const TYPES: Record<string, string> = { integer: 'number', boolean: 'boolean' }

const parameters = methodsOf(document).flatMap(({ method, path, operation }) =>
  operation['x-rules'] === 'own'
    ? []
    : (operation.parameters ?? [])
        .map((each: Json) => resolved(document, each))
        .filter((each: Json) => each.in !== 'path')
        .map((parameter: Json) => ({
          id: operation.operationId,
          method,
          path,
          operation,
          parameter,
          name: parameter.name,
        })),
)

it('these parameters exist', () => expect(parameters.length).toBeGreaterThan(40))

describe.each(parameters)('$name of $id', ({ id, method, path, operation, parameter, name }) => {
  it('is as strict as the server', async () => {
    const { schema } = parameter
    // only an existing id is valid
    const isCursor = ['after', 'before', 'Last-Event-ID', ...Object.keys(IN_WORDS_OF_QUERIES)].includes(name)
    const known = IN_WORDS_OF_QUERIES[name] ?? (isCursor ? CURSORS[id]?.() : ids[name])
    const texts = edges
      .around(schema, known ?? edges.make(schema, name))
      // a query contains only strings
      .filter(({ leaf }) => typeof leaf === 'string' || typeof leaf === TYPES[schema.type])
    const tries = [...texts, ...(known === undefined ? [] : [{ place: 'known', leaf: known, allowed: () => true }])]
    const wrong: string[] = []
    const tried = new Set<string>()
    for (const { leaf, allowed: isRight, place } of tries) {
      // an empty list in a query
      const allowed = isRight() || (schema.type === 'array' && edges.allows(schema, leaf === '' ? [] : [leaf]))
      if (allowed && isCursor && leaf !== known) continue
      const text = String(leaf)
      // a key counts once
      if (tried.has(text)) continue
      tried.add(text)
      const inHeader = parameter.in === 'header'
      const { status, body } = await server.call(
        method.toUpperCase(),
        `${asked(path)}?${String(new URLSearchParams({ ...NEEDED[id]?.(), ...(!inHeader && { [name]: text }) }))}`,
        {
          ...(inHeader && { headers: { [name]: text } }),
          ...(operation.requestBody && { body: BODIES[operation['x-alias-of'] ?? id]!()[0] }),
        },
      )
      if (status < 300) await AFTERWARDS[id]?.()
      const taken = status < 300 || (status === 404 && UNKNOWN.test(`${name} `))
      if (allowed ? !taken : status !== 422 && status !== 400)
        wrong.push(
          `${allowed ? 'allowed' : 'not allowed'}, ${status}: ${place} ${text} ${JSON.stringify(body).slice(0, 300)}`,
        )
    }
    expect(wrong).toEqual([])
    expect(tries.length).toBeGreaterThan(1)
  })
})
