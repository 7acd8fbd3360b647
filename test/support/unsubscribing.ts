// Unsubscribes a recipient with the links of an email, as a mail program or a browser does.
import { expect } from 'vitest'
import type { MailSink, SinkMessage } from './mail-sink.ts'
import type { TestServer } from './server.ts'

export const FORM = 'application/x-www-form-urlencoded'

/** The value of a header of a message, on one line; `undefined` if it is missing. */
export function headerOfMessage({ raw }: Pick<SinkMessage, 'raw'>, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[\t ]+/g, ' ')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim()
}

/** The unsubscribe link of the message. */
export function unsubscribeLinkIn(message: SinkMessage): string {
  const link = /^<([^<>]+)>$/.exec(headerOfMessage(message, 'List-Unsubscribe') ?? '')?.[1]
  if (link === undefined) throw new Error('The mail has no link to leave by.')
  return link
}

/** The request of a mail program's unsubscribe button (RFC 8058 3.2). */
export async function oneClickUnsubscribe(
  link: string,
  more: RequestInit = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  const answer = await fetch(link, {
    method: 'POST',
    headers: { 'content-type': FORM },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'manual',
    ...more,
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Sends an email with a topic to one address and returns the delivered message. */
export async function sendWithTopic(
  { call }: Pick<TestServer, 'call'>,
  sink: MailSink,
  topic_id: string,
  to: string,
  more: object = {},
): Promise<SinkMessage> {
  const body = { from: 'a@example.com', to, subject: 'News', text: 'Hello', topic_id, ...more }
  const arrived = (): SinkMessage[] => sink.messages.filter(({ recipients }) => recipients.includes(to))
  const before = arrived().length
  const { status } = await call('POST', '/emails', { body })
  expect(status).toBe(200)
  await expect.poll(() => arrived().length).toBeGreaterThan(before)
  return arrived().at(-1)!
}

/**
 * Unsubscribes half of sixty recipients during a batch to all of them, starting with the last ones. Returns the emails
 * that were attempted after the unsubscription was acknowledged, and the number of failed and delivered emails.
 */
export async function unsubscribeWhileSending(
  sending: TestServer,
  asked: TestServer,
  sink: MailSink,
): Promise<{ late: unknown[]; failed: number; delivered: number }> {
  const call: TestServer['call'] = (method, path, more = {}) =>
    sending.call(method, path, { key: sending.key, ...more })
  const topic = await call('POST', '/topics', { body: { name: 'News', default_subscription: 'opt_in' } })
  const topic_id = topic.body.id as string
  const addresses = Array.from({ length: 60 }, (_, index) => `many${index}@example.net`)
  const links = new Map<string, string>()
  for (const to of addresses) links.set(to, unsubscribeLinkIn(await sendWithTopic({ call }, sink, topic_id, to)))
  const bodies = addresses.map(to => ({ from: 'a@example.com', to, subject: 'S', text: 'x', topic_id }))
  const { body } = await call('POST', '/emails/batch', { body: bodies })
  const left_at = new Map<string, number>()
  for (const to of addresses.toReversed().slice(0, 30)) {
    const { status } = await oneClickUnsubscribe(links.get(to)!.replace(/^https?:\/\/[^/]+/, asked.url))
    expect(status).toBe(204)
    left_at.set(to, Date.now())
  }
  const fatesOf = () =>
    Promise.all(
      body.data.map(async ({ id }: { id: string }) => (await call('GET', `/emails/${id}?include=timeline`)).body),
    )
  await expect.poll(async () => (await fatesOf()).every(isOver), { timeout: 60_000, interval: 200 }).toBe(true)
  const fates: Fate[] = await fatesOf()
  const isLate = ({ to: [to], timeline }: Fate): boolean =>
    timeline.some(
      ({ type, at }) => type === 'attempt' && Date.parse(at) > (left_at.get(to!) ?? Number.POSITIVE_INFINITY),
    )
  const count = (event: string): number => fates.filter(({ last_event }) => last_event === event).length
  return { late: fates.filter(isLate), failed: count('failed'), delivered: count('delivered') }
}

interface Fate {
  to: string[]
  last_event: string
  timeline: { type: string; at: string }[]
}

const isOver = ({ last_event }: Fate): boolean => last_event === 'failed' || last_event === 'delivered'
