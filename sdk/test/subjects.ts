// What users of the package write about sending, domains, suppressions and delivery; each answers what its calls gave.
import {
  type BatchOptions,
  Lettermill,
  type LettermillOptions,
  type PostedWebhook,
  type SendEmail,
  WebhookVerificationError,
} from 'lettermill-sdk'
import { failureOf } from './programs.js'

const email: SendEmail = {
  from: 'Ada <ada@example.org>',
  to: ['grace@example.net'],
  subject: 'Later',
  text: 'Thank you!',
}

/** Everything that is in a list. */
async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}

export async function sendLater(options: LettermillOptions, at: string): Promise<object> {
  const { emails } = new Lettermill(options)
  const { id } = await emails.send({ ...email, scheduled_at: 'in 1 hour' })
  const updated = await emails.update(id, { scheduled_at: at })
  const { scheduled_at } = await emails.get(id)
  const canceled = await emails.cancel(id)
  const { last_event, timeline: not_asked_for } = await emails.get(id)
  const { timeline = [] } = await emails.get(id, { include: ['timeline'] })
  const again = await emails.cancel(id).catch(failureOf)
  const steps = timeline.map(({ type }) => type)
  return { id, updated, scheduled_at, canceled, last_event, not_asked_for, steps, again }
}

/** Sends one email that is good and, if wanted, one that is not. */
export async function sendBatch(options: LettermillOptions, wrong: boolean, sending?: BatchOptions): Promise<object> {
  const many = [{ ...email, subject: 'One of many' }, ...(wrong ? [{ ...email, to: 'nobody' }] : [])]
  return new Lettermill(options).batch.send(many, sending).catch(failureOf)
}

export async function sendFiles(options: LettermillOptions): Promise<object> {
  const { emails } = new Lettermill(options)
  const files = ['one', 'two', 'three'].map(text => ({ filename: `${text}.txt`, content: btoa(text) }))
  const { id } = await emails.send({ ...email, subject: 'With files', attachments: files })
  const listed = await all(emails.attachments.list(id, { limit: 2 }))
  const got = await Promise.all(listed.map(file => emails.attachments.get(id, file.id)))
  const texts = await Promise.all(got.map(async ({ download_url }) => (await fetch(download_url)).text()))
  const unknown = await emails.attachments.get(id, id).catch(failureOf)
  const plain = await emails.share(id)
  const short = await emails.share(id, { expires_in: '2 hours' })
  const { status } = await fetch(short.url)
  return { names: listed.map(({ filename }) => filename), texts, unknown, plain, short, status }
}

export async function count(options: LettermillOptions): Promise<object> {
  const { emails } = new Lettermill(options)
  const plain = await emails.metrics()
  const narrow = await emails.metrics({ metrics: ['sent', 'delivered'], dimensions: ['period', 'domain'] })
  return { plain, narrow }
}

export async function tourDomains(options: LettermillOptions): Promise<object> {
  const { domains } = new Lettermill(options)
  const created = await domains.create({ name: 'mail.example.org', tracking_subdomain: 'go' })
  const { id } = created
  await domains.create({ name: 'other.example.org' })
  const listed = await all(domains.list({ limit: 1 }))
  const updated = await domains.update(id, { tls: 'enforced', open_tracking: true })
  const verified = await domains.verify(id)
  const { status, open_tracking } = await domains.get(id)
  const rotated = await domains.rotateDkim(id).catch(failureOf)
  const claim = await domains.claims.create({ name: 'nobody.example.org' }).catch(failureOf)
  const gotClaim = await domains.claims.get(id).catch(failureOf)
  const verifiedClaim = await domains.claims.verify(id).catch(failureOf)
  const names = listed.map(({ name }) => name)
  return { id, created, names, updated, verified, status, open_tracking, rotated, claim, gotClaim, verifiedClaim }
}

export async function tourSuppressions(options: LettermillOptions): Promise<object> {
  const { suppressions } = new Lettermill(options)
  const { id } = await suppressions.add({ email: 'ada+news@example.com' })
  const got = await suppressions.get('ada+news@example.com')
  const added = await suppressions.batch.add({ emails: ['b@example.com', 'c@example.com'] })
  const listed = await all(suppressions.list({ limit: 2, origin: 'manual' }))
  const bounced = await all(suppressions.list({ origin: 'bounce' }))
  const removed = await suppressions.batch.remove({ emails: ['c@example.com', 'd@example.com'] })
  const gone = await suppressions.get('c@example.com').catch(failureOf)
  return { id, got, added, emails: listed.map(({ email: address }) => address), bounced, removed, gone }
}

export async function composeTemplate(options: LettermillOptions): Promise<object> {
  const { editor, templates } = new Lettermill(options)
  const { id: resource_id } = await templates.create({ name: 'Composed', html: '' })
  const named = { resource_type: 'template' as const, resource_id }
  const { room_id } = await editor.connect({ ...named, agent_name: 'SDK' })
  const line = { type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }
  await editor.compose({ ...named, content: { type: 'doc', content: [line] } })
  const { content } = await editor.content(named)
  const { ok } = await editor.disconnect({ ...named, agent_name: 'SDK' })
  return { room_id, content, ok, html: (await templates.get(resource_id)).html }
}

export async function showUsage(options: LettermillOptions): Promise<object> {
  return new Lettermill(options).usage.get()
}

export async function tourDelivery(options: LettermillOptions): Promise<object> {
  const { delivery } = new Lettermill(options)
  const { id } = await delivery.pauses.create({ scope: 'destination', name: 'paused.example', reason: 'To see' })
  const paused = await delivery.pauses.list()
  const removed = await delivery.pauses.remove(id)
  const { data } = await delivery.pauses.list()
  return { id, paused: paused.data, removed, left: data }
}

export async function tlsReports(options: LettermillOptions, day: string): Promise<object> {
  return all(new Lettermill(options).delivery.tlsReports.list({ day }))
}

/** The names of the destinations, page by page. */
export async function destinationPages(options: LettermillOptions, limit: number): Promise<string[][]> {
  const pages: string[][] = []
  for await (const { data } of new Lettermill(options).delivery.destinations.list({ limit }).pages()) {
    pages.push(data.map(({ name }) => name))
  }
  return pages
}

/** Imports a file of which one row is wrong, and waits for its end. */
export async function importContacts(options: LettermillOptions): Promise<object> {
  const { contacts } = new Lettermill(options)
  const file = new Blob(['Mail,Plan\nada@example.org,pro\nnobody,free\n'])
  const column_map = { email: 'Mail', properties: { sdk_plan: { column: 'Plan' } } }
  const { id } = await contacts.imports.create({ file, column_map, on_conflict: 'skip' })
  let seen = await contacts.imports.get(id)
  while (seen.completed_at === null) seen = await contacts.imports.get(id)
  const canceled = await contacts.imports.cancel(id)
  const errors = await all(contacts.imports.errors(id, { limit: 1 }))
  const listed = await all(contacts.imports.list({ status: 'completed' }))
  const { properties } = await contacts.get('ada@example.org')
  const exported = await contacts.export()
  const { contact } = await contacts.exportOne('ada@example.org')
  const erasure = await contacts.erasure((await contacts.erase('ada@example.org')).id)
  return { id, seen, canceled, errors, ids: listed.map(each => each.id), properties, exported, contact, erasure }
}

export async function tourWebhooks(options: LettermillOptions): Promise<object> {
  const { webhooks } = new Lettermill(options)
  const { id, signing_secret } = await webhooks.create({ endpoint: 'https://hook.invalid', events: ['email.sent'] })
  const listed = await all(webhooks.list({ limit: 1 }))
  const updated = await webhooks.update(id, { events: ['topic.created'] })
  const rotated = await webhooks.rotateSigningSecret(id)
  const got = await webhooks.get(id)
  const tested = await webhooks.test(id, { type: 'topic.created' })
  const events = await all(webhooks.events.list(id))
  const { payload } = await webhooks.events.get(id, tested.id)
  const replayed = await webhooks.events.replay(id, tested.id)
  const all_replayed = await webhooks.replay(id, { since: '2026-01-01T00:00:00.000Z' })
  const attempts = await all(webhooks.events.attempts.list(id, tested.id))
  const { days } = await webhooks.statistics(id)
  const removed = await webhooks.remove(id)
  const is_other = rotated.signing_secret !== signing_secret && got.signing_secret === rotated.signing_secret
  // of a union of all events, the type tells which data there are
  const name = payload.type === 'topic.created' ? payload.data.name : undefined
  const lists = [Array.isArray(attempts), Array.isArray(days)]
  return { id, urls: listed.length, updated, is_other, tested, events, name, replayed, all_replayed, lists, removed }
}

export async function verifyWebhook(posted: PostedWebhook): Promise<object> {
  const { webhooks } = new Lettermill({ baseUrl: 'http://localhost', apiKey: 're_1' })
  return webhooks.verify(posted).catch((error: unknown) => {
    if (error instanceof WebhookVerificationError) return { name: error.name, message: error.message }
    return failureOf(error)
  })
}

/** A stream whose connection breaks after its first event, and what was asked for each connection. */
export async function streamTopics(options: LettermillOptions): Promise<object> {
  const asked: (string | null)[] = []
  const breaking = new AbortController()
  let open = (): void => {}
  const opened = new Promise<void>(resolve => (open = resolve))
  const breakable: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init)
    const url = new URL((input as Request).url)
    if (url.pathname !== '/events/stream') return answer
    asked.push(url.searchParams.get('after'))
    open()
    if (asked.length > 1) return answer
    const body = answer.body!.pipeThrough(new TransformStream(), { signal: breaking.signal })
    return new Response(body, { status: answer.status, headers: answer.headers })
  }
  const { events, topics } = new Lettermill({ ...options, fetch: breakable })
  const make = (name: string) => topics.create({ name, default_subscription: 'opt_in' })
  const got: unknown[] = []
  const ending = new AbortController()
  const stream = events.stream({ types: ['topic.created'] }, { signal: ending.signal })
  const first = stream.next()
  await opened
  await make('Streamed first')
  got.push((await first).value)
  breaking.abort()
  await make('Streamed second')
  got.push((await stream.next()).value)
  const waiting = stream.next().catch((error: unknown) => error)
  ending.abort('enough')
  return { got, asked, ended: await waiting }
}

export async function streamBehind(options: LettermillOptions, after: string): Promise<object> {
  for await (const event of new Lettermill(options).events.stream({ after })) return event
  return {}
}
