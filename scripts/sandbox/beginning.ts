// The initial data of a sandbox: everything that an example of the contract needs and no earlier example creates, and
// everything that the examples delete. Created through the API like all other data.
import type { Document } from 'openapi-backend'
import type { OperationId } from '../../generated/api.ts'
import { createApiKey } from '../../src/identity/api-keys/actions.ts'
import { removeCaptured } from '../../src/mail/delivery/actions.ts'
import { addVerifiedDomain } from '../../src/identity/domains/actions.ts'
import { insertLogs } from '../../src/watch/logs/actions.ts'
import { type Example, examplesIn } from '../../src/interfaces/contract/examples.ts'
import type { Server } from '../../src/app/server.ts'
import { addTeam } from '../../src/identity/teams/actions.ts'
import { findUserByEmail, listTeams } from '../../src/identity/teams/store.ts'
import type { Tx } from '../../src/base/store/database.ts'
import { DEVICE_GRANT } from '../../src/identity/oauth/clients/rules.ts'
import { uuidOf } from '../../src/integrations/webhooks/public-ids.ts'
import type { IdLists } from './ids.ts'
import { createInboxes, INBOX_DOMAIN } from './inboxes.ts'
import { receiveExamples } from './received.ts'

export const ADMIN = { email: 'admin@localhost', password: 'sandbox password' }
export const FULL_KEY = 're_sandbox_00000000000000000000'
export const SENDING_KEY = 're_sandbox_sending_000000000000'

/** The id of initial objects that appear in no example. */
const OWN_ID = '00000000-0000-4000-8000-00000000000a'

type ExampleValues = Pick<Example, 'path_values' | 'query'> & {
  // oxlint-disable-next-line typescript/no-explicit-any -- the contract's rules see to it that examples fit their schemas
  body: any
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  answer: any
}

/** The first example of each operation. */
export class Examples {
  readonly all: Example[]

  constructor(document: Document) {
    this.all = examplesIn(document)
  }

  of(operation: OperationId): ExampleValues {
    const found = this.all.find(example => example.operation === operation)
    if (!found) throw new Error(`The contract has no example of ${operation}`)
    return found
  }
}

/** Per table: first the ids of the initial objects, then those of objects created later. */
export function idLists(examples: Examples): IdLists {
  const made = (operation: OperationId): string => examples.of(operation).answer.id
  const run = examples.of('getAutomationRun')
  const contact = examples.of('createContact').body
  const received = examples.of('getReceivedEmail').answer
  return {
    api_keys: [OWN_ID, following(OWN_ID), made('createApiKey')],
    audiences: [made('removeAudience'), made('createAudience')],
    automations: [
      run.path_values.automation_id!,
      made('removeAutomation'),
      made('createAutomation'),
      made('duplicateAutomation'),
    ],
    automation_runs: [run.answer.id],
    broadcasts: [
      made('pauseBroadcast'),
      made('removeBroadcast'),
      made('cancelBroadcast'),
      made('createBroadcast'),
      made('duplicateBroadcast'),
    ],
    contact_properties: [OWN_ID, following(OWN_ID), made('createContactProperty')],
    contact_imports: [made('createContactImport')],
    contacts: [
      run.answer.contact_id,
      made('removeContact'),
      examples.of('getContactErasure').answer.contact_id,
      examples.of('eraseContact').answer.contact_id,
      made('createContact'),
    ],
    contact_erasures: [made('getContactErasure'), made('eraseContact')],
    delivery_pauses: [made('removeDeliveryPause'), made('createDeliveryPause')],
    email_attachments: [examples.of('getEmailAttachment').answer.id],
    emails: [
      made('rescheduleEmail'),
      made('cancelEmail'),
      examples.of('listEmailAttachments').path_values.email_id!,
      made('sendEmail'),
      examples.of('testBroadcast').answer.emails[0].id,
    ],
    // The first domain is one of another team that has it claimed, and the second is that of the inboxes.
    domains: [
      OWN_ID,
      following(OWN_ID),
      made('removeDomain'),
      made('createDomain'),
      examples.of('getDomainClaim').answer.domain_id,
    ],
    domain_claims: [made('getDomainClaim')],
    events: [made('createEvent')],
    inboxes: [made('removeInbox'), examples.of('getInbox').answer.id, made('createInbox')],
    inbox_drafts: [made('removeInboxDraft'), made('getInboxDraft'), made('createInboxDraft')],
    inbox_labels: [made('removeInboxLabel'), made('updateInboxLabel'), made('createInboxLabel')],
    inbox_threads: [made('removeInboxThread'), examples.of('getInboxThread').answer.id],
    received_emails: [OWN_ID, examples.of('getInboxThreadEmail').answer.id, received.id],
    received_attachments: [received.attachments[0].id],
    oauth_clients: [
      examples.of('exchangeToken').body.client_id,
      examples.of('authorizeDevice').body.client_id,
      examples.of('registerClient').answer.client_id,
    ],
    oauth_grants: [made('revokeOauthGrant')],
    segments: [contact.segments[0].id, made('removeSegment'), made('createSegment')],
    suppressions: [
      made('removeSuppression'),
      examples.of('removeSuppressions').answer.data[0].id,
      made('addSuppression'),
      ...examples.of('addSuppressions').answer.data.map(({ id }: { id: string }) => id),
    ],
    templates: [OWN_ID, made('removeTemplate'), made('createTemplate'), made('duplicateTemplate')],
    topics: [contact.topics[0].id, made('createTopic')],
    webhooks: [made('removeWebhook'), made('getWebhook'), made('createWebhook')],
    webhook_events: [uuidOf('msg', made('getWebhookEvent'))!],
  }
}

/** The request shown by the examples. */
function logOf(tx: Tx, team_id: string, examples: Examples): void {
  const { id, method, endpoint, response_status, duration_ms, user_agent, ...log } = examples.of('getLog').answer
  const caller = { team_id, kind: log.caller.kind, id: OWN_ID }
  const bodies = {
    sent: Buffer.from(JSON.stringify(log.request_body)),
    answered: { json: JSON.stringify(log.response_body) },
  }
  const request = {
    id,
    method,
    path: endpoint,
    status: response_status,
    duration_ms,
    user_agent,
    caller,
    rules: {},
    ...bodies,
  }
  insertLogs(tx, team_id, [request])
}

function following(id: string): string {
  return id.slice(0, -1) + (Number.parseInt(id.at(-1)!, 16) + 1).toString(16)
}

/** Creates the data on a new server. */
export async function createSandboxData(server: Server, examples: Examples, now: () => Date): Promise<void> {
  const url = `http://127.0.0.1:${server.port}`
  await server.database.unit(tx => beginElsewhere(tx, examples, now()))
  for (const [path, body] of requests(examples)) await post(url, path, body)
  await beginInbox(server, examples, url, now())
  // the event starts its run
  await server.queue.idle()
  const team_id = await begunAccess(server, examples, url, now())
  await receiveExamples(server, team_id, examples.of('getReceivedEmail').answer, now)
}

function requests(examples: Examples): [path: string, body: unknown][] {
  // its run waits and sends nothing
  const pause = {
    steps: [
      { key: 'start', type: 'trigger', config: { event_name: examples.of('sendEvent').body.event } },
      { key: 'pause', type: 'delay', config: { duration: '3 days' } },
    ],
    connections: [{ from: 'start', to: 'pause' }],
  }
  const trial = {
    name: 'Trial nudge',
    alias: 'trial-nudge',
    from: 'Acme <hi@mail.example.com>',
    subject: 'How do you like {{{plan}}}?',
    html: '<p>Your trial of {{{plan}}} ends soon.</p>',
    variables: [{ key: 'plan', type: 'string', fallback_value: 'Acme' }],
  }
  const news = examples.of('createBroadcast').body
  const tomorrow = { send: true, scheduled_at: 'in 1 day' }
  const later = { ...examples.of('sendEmail').body, scheduled_at: 'in 1 day' }
  return [
    ['/emails', later],
    ['/emails', later],
    [
      '/emails',
      {
        from: 'Acme <hi@mail.example.com>',
        to: 'ana@example.com',
        subject: 'Your invoice',
        text: 'It is attached.',
        attachments: [{ filename: 'invoice-7.txt', content: 'SW52b2ljZSA3Lg==' }],
      },
    ],
    ['/templates', trial],
    ['/templates/trial-nudge/publish', undefined],
    [
      '/templates',
      { name: 'Old receipt', alias: examples.of('removeTemplate').path_values.template_id, html: '<p>Thank you!</p>' },
    ],
    ['/domains', { name: 'old.example.com' }],
    ['/segments', { name: 'Newsletter' }],
    ['/segments', { name: 'Old list' }],
    ['/broadcasts', { ...news, name: 'Spring news', ...tomorrow }],
    ['/broadcasts', { ...news, name: 'Old news' }],
    ['/broadcasts', { ...news, name: 'Winter news', ...tomorrow }],
    ['/audiences', { name: 'Old audience' }],
    ['/webhooks', { ...examples.of('createWebhook').body, events: ['inbox.created'] }],
    // the creation of the topic is the first event of this webhook
    ['/webhooks', { ...examples.of('createWebhook').body, events: ['topic.created'] }],
    ['/topics', { name: 'Product news', default_subscription: 'opt_in' }],
    ['/contact-properties', { key: 'plan', type: 'string' }],
    ['/contact-properties', { key: 'seats', type: 'number' }],
    ['/contacts', { email: 'ana@example.com', first_name: 'Ana', properties: { plan: 'pro' } }],
    ['/contacts', { email: examples.of('removeContact').path_values.contact_id }],
    ['/contacts', { email: 'erased@example.com' }],
    ['/contacts/erased@example.com/erase', undefined],
    ['/contacts', { email: examples.of('eraseContact').path_values.contact_id }],
    ['/delivery/pauses', { scope: 'destination', name: 'paused.example' }],
    ['/suppressions', { email: examples.of('removeSuppression').path_values.suppression_id }],
    ['/suppressions/batch/add', examples.of('removeSuppressions').body],
    ['/automations', { name: 'Trial watch', status: 'enabled', steps: pause.steps, connections: pause.connections }],
    ['/automations', { name: 'Old automation' }],
    ['/events/send', examples.of('sendEvent').body],
  ]
}

/** An inbox with email and labels. */
async function beginInbox({ database }: Server, examples: Examples, url: string, now: Date): Promise<void> {
  await database.unit(async tx => {
    const user_id = (await findUserByEmail(tx, ADMIN.email))!.id
    const [team] = await listTeams(tx, { user_id })
    await createInboxes({ tx, team_id: team!.id, now })
  })
  const { inbox, thread_id } = examples.of('addInboxThreadLabels').path_values
  const [billing] = examples.of('listInboxLabels').answer.data
  await post(url, `/inboxes/${inbox}/labels`, { name: 'Old' })
  await post(url, `/inboxes/${inbox}/labels`, { name: billing.name, color: billing.color })
  await post(url, `/inboxes/${inbox}/threads/${thread_id}/labels`, { labels: [billing.id] })
}

/** Two weeks ago. */
const LONG_MS = 14 * 86_400_000

/** Another team whose domain can be claimed, and the domain of the inboxes. */
async function beginElsewhere(tx: Tx, examples: Examples, now: Date): Promise<void> {
  const long_ago = new Date(now.getTime() - LONG_MS)
  // created after the first team, whose keys are those of operators
  const team = await addTeam(tx, { name: 'Another team', email: 'other@localhost', password_hash: 'none' }, now)
  await addVerifiedDomain(tx, { team_id: team.id, name: examples.of('claimDomain').body.name }, long_ago)
  const user_id = (await findUserByEmail(tx, ADMIN.email))!.id
  const [own] = await listTeams(tx, { user_id })
  await addVerifiedDomain(tx, { team_id: own!.id, name: INBOX_DOMAIN, receiving: true }, long_ago)
}

async function post(url: string, path: string, body: unknown): Promise<Response> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      // clients have their own credentials there
      ...(!path.startsWith('/oauth/') && { authorization: `Bearer ${FULL_KEY}` }),
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`)
  return response
}

/** A second API key, a client with a grant, and the code that the examples exchange. Returns the team. */
async function begunAccess({ database, oauth }: Server, examples: Examples, url: string, now: Date): Promise<string> {
  const by = await database.unit(async tx => {
    const user_id = (await findUserByEmail(tx, ADMIN.email))!.id
    const [team] = await listTeams(tx, { user_id })
    await createApiKey(
      { tx, team_id: team!.id, now },
      { name: 'Sending only', token: SENDING_KEY, permission: 'sending_access' },
    )
    logOf(tx, team!.id, examples)
    // captured email comes only from requests to the sandbox
    await removeCaptured(tx, team!.id, now)
    return { user_id, team_id: team!.id }
  })
  await post(url, '/oauth/register', examples.of('registerClient').body)
  await post(url, '/oauth/register', { client_name: 'Night Mailer on a screen', grant_types: [DEVICE_GRANT] })
  const exchange = examples.of('exchangeToken').body
  const approve = async (code: string): Promise<void> => {
    const asked = await fetch(
      `${url}/oauth/authorize?${new URLSearchParams(examples.of('authorize').query).toString()}`,
      {
        redirect: 'manual',
      },
    )
    const sealed = asked.headers.get('location')!.split('/').at(-1)!
    await database.unit(tx => oauth.approveRequest(tx, sealed, { ...by, code }))
  }
  await approve('granted-at-the-beginning')
  await post(url, '/oauth/token', { ...exchange, code: 'granted-at-the-beginning' })
  await approve(exchange.code)
  return by.team_id
}
