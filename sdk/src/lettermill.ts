// The client: one object per resource of the API, on a transport with credentials and retries.
import {
  type Credentials,
  type OAuthOptions,
  apiKeyCredentials,
  oauthCredentials,
  refuseUnknown,
} from './credentials.js'
import { LettermillError, failureOf, refuseForeign } from './errors.js'
import { createClient, createConfig } from './generated/client/index.js'
import { type Attempts, fetchWithRetries } from './retry.js'
import { apiKeys, auditEvents, oauthGrants } from './resources/access.js'
import { automations } from './resources/automations.js'
import { broadcasts } from './resources/broadcasts.js'
import { contactProperties, contacts, segments, topics } from './resources/contacts.js'
import { delivery, suppressions } from './resources/delivery.js'
import { domains } from './resources/domains.js'
import { editor } from './resources/editor.js'
import { batch, emails, events, templates } from './resources/emails.js'
import { inboxes } from './resources/inboxes.js'
import { webhooks } from './resources/webhooks.js'
import { logs, usage } from './resources/usage.js'
import type { OpenStream } from './stream.js'
import type { Transport } from './transport.js'

export type LettermillOptions = {
  /** The base URL of the server, such as `https://mail.example.com`. */
  baseUrl: string
  /** The maximum number of retries of a request that can be retried; 2 by default, 0: never. */
  maxRetries?: number
  /** The timeout of one attempt; a minute by default. */
  timeoutMs?: number
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch
} & (
  | { /** An API key of the team. */ apiKey: string; oauth?: never }
  | { /** The tokens from the authorization code flow. */ oauth: OAuthOptions; apiKey?: never }
)

const RETRIES = 2
const TIMEOUT_MS = 60_000

/** A Lettermill server, called with an API key or by OAuth. Methods throw a LettermillError if they fail. */
export class Lettermill {
  readonly emails
  readonly batch
  readonly templates
  readonly events
  readonly automations
  readonly contacts
  readonly contactProperties
  readonly segments
  readonly topics
  readonly broadcasts
  readonly editor
  readonly domains
  readonly suppressions
  readonly delivery
  readonly inboxes
  readonly webhooks
  readonly apiKeys
  readonly oauthGrants
  readonly usage
  readonly logs
  readonly auditEvents

  constructor(options: LettermillOptions) {
    const { to, openStream } = transportOf(options)
    this.emails = emails(to)
    this.batch = batch(to)
    this.templates = templates(to)
    this.events = events(to, openStream)
    this.automations = automations(to)
    this.contacts = contacts(to)
    this.contactProperties = contactProperties(to)
    this.segments = segments(to)
    this.topics = topics(to)
    this.broadcasts = broadcasts(to)
    this.editor = editor(to)
    this.domains = domains(to)
    this.suppressions = suppressions(to)
    this.delivery = delivery(to)
    this.inboxes = inboxes(to)
    this.webhooks = webhooks(to)
    this.apiKeys = apiKeys(to)
    this.oauthGrants = oauthGrants(to)
    this.usage = usage(to)
    this.logs = logs(to)
    this.auditEvents = auditEvents(to)
  }
}

function transportOf(options: LettermillOptions): { to: Transport; openStream: OpenStream } {
  const { maxRetries = RETRIES, timeoutMs = TIMEOUT_MS } = options
  const attempts: Attempts = { maxRetries, timeoutMs, fetch: options.fetch ?? ((input, init) => fetch(input, init)) }
  const baseUrl = addressOf(options.baseUrl)
  refuseUnknown(options.apiKey, options.oauth)
  const credentials = options.oauth
    ? oauthCredentials(baseUrl, options.oauth, attempts)
    : apiKeyCredentials(options.apiKey)
  const signals = new WeakMap<Request, AbortSignal>()
  const send: typeof fetch = async input => {
    const request = input instanceof Request ? input : new Request(input)
    return refuseForeign(await fetchAs(credentials, request, attempts, signals.get(request)))
  }
  const client = createClient(createConfig({ baseUrl, fetch: send }))
  client.interceptors.request.use((request, { signal }) => {
    if (signal) signals.set(request, signal)
    return request
  })
  // the caller who aborts gets its own reason
  client.interceptors.error.use((error, response, _, { signal }) =>
    signal?.aborted && error === signal.reason ? error : failureOf(error, response),
  )
  const openStream: OpenStream = async ({ types, after }, signal) => {
    const query = new URLSearchParams([...types.map(each => ['types', each]), ...(after ? [['after', after]] : [])])
    const request = new Request(`${baseUrl}/events/stream?${query}`, { headers: { accept: 'text/event-stream' } })
    const response = refuseForeign(await fetchAs(credentials, request, attempts, signal))
    if (response.ok) return response
    const text = await response.text()
    throw failureOf(jsonOr(text), response)
  }
  return { to: { client, throwOnError: true }, openStream }
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function addressOf(baseUrl: unknown): string {
  if (typeof baseUrl === 'string' && /^https?:/i.test(baseUrl) && URL.canParse(baseUrl))
    return /^.*[^/]/s.exec(baseUrl)![0]
  throw new LettermillError('`baseUrl` must be the address of a Lettermill server, such as https://mail.example.com.')
}

/** An access token can expire early, so a rejected token is replaced once. */
async function fetchAs(
  credentials: Credentials,
  request: Request,
  attempts: Attempts,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const attempt = (token: string): Promise<Response> => {
    const copy = request.clone()
    copy.headers.set('Authorization', `Bearer ${token}`)
    return fetchWithRetries(copy, attempts, { signal })
  }
  const token = await credentials.token()
  const response = await attempt(token)
  if (response.status !== 401) return response
  const other = await credentials.tokenAfter(token)
  return other === undefined ? response : attempt(other)
}
