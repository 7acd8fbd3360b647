// What users of the package write, for tests to run: compiled under strict against the packed package, without a cast.
import {
  ApiError,
  ConnectionError,
  type CreateSegment,
  Lettermill,
  LettermillError,
  type LettermillOptions,
  OAuthError,
  type OAuthOptions,
  type SendEmail,
  type SendOptions,
  type Tokens,
} from 'lettermill-sdk'

const email: SendEmail = {
  from: 'Ada <ada@example.org>',
  to: ['grace@example.net'],
  subject: 'Invoice 7',
  text: 'Thank you!',
}

/** What a failed call was, as plain data. */
export function failureOf(error: unknown): object {
  if (error instanceof ApiError) {
    const { name, status, code, message, requestId, retryAfter } = error
    return { name, status, code, message, requestId, retryAfter }
  }
  if (error instanceof OAuthError) return { name: error.name, status: error.status, error: error.error }
  if (error instanceof ConnectionError) return { name: error.name, message: error.message }
  if (error instanceof LettermillError) return { name: error.name, message: error.message }
  return error instanceof Error ? { name: error.name } : { name: 'nothing' }
}

async function outcome<T>(call: Promise<T>): Promise<T | object> {
  return call.catch(failureOf)
}

export function send(options: LettermillOptions, sending?: SendOptions): Promise<object> {
  return outcome(new Lettermill(options).emails.send(email, sending))
}

export function createSegment(options: LettermillOptions, body: CreateSegment): Promise<object> {
  return outcome(new Lettermill(options).segments.create(body))
}

export function getEmail(options: LettermillOptions, id: string): Promise<object> {
  return outcome(new Lettermill(options).emails.get(id))
}

type Removable =
  | 'apiKeys'
  | 'automations'
  | 'broadcasts'
  | 'contactProperties'
  | 'contacts'
  | 'domains'
  | 'events'
  | 'segments'
  | 'suppressions'
  | 'webhooks'
  | 'templates'
  | 'topics'

export function remove(options: LettermillOptions, from: Removable, id: string): Promise<object> {
  return outcome<object>(new Lettermill(options)[from].remove(id))
}

export function removeFromSegment(options: LettermillOptions, contact: string, segment: string): Promise<object> {
  return outcome(new Lettermill(options).contacts.segments.remove(contact, segment))
}

export function removePause(options: LettermillOptions, id: string): Promise<object> {
  return outcome(new Lettermill(options).delivery.pauses.remove(id))
}

export function revokeGrant(options: LettermillOptions, id: string): Promise<object> {
  return outcome(new Lettermill(options).oauthGrants.revoke(id))
}

/** What making a client fails with. */
export function refusalOf(options: LettermillOptions): object {
  try {
    return new Lettermill(options)
  } catch (error) {
    return failureOf(error)
  }
}

/** The ids of the emails, page by page. */
export async function emailPages(options: LettermillOptions, limit: number): Promise<string[][]> {
  const pages: string[][] = []
  for await (const { data } of new Lettermill(options).emails.list({ limit }).pages()) {
    pages.push(data.map(({ id }) => id))
  }
  return pages
}

/** The subjects of so many emails, the newest first. */
export async function newest(options: LettermillOptions, count: number, limit: number): Promise<string[]> {
  const subjects: string[] = []
  for await (const { subject } of new Lettermill(options).emails.list({ limit })) {
    subjects.push(subject)
    if (subjects.length === count) break
  }
  return subjects
}

/** The ids of the enabled automations: a list that is narrowed stays so on every page. */
export async function enabledAutomations(options: LettermillOptions, limit: number): Promise<string[]> {
  const names: string[] = []
  for await (const { name, status } of new Lettermill(options).automations.list({ limit, status: 'enabled' })) {
    names.push(`${name} ${status}`)
  }
  return names
}

export interface Refreshed {
  outcomes: object[]
  kept: Tokens[]
}

/** Asks for the first page of the emails so many times at once, so many times over. */
export async function listAsClient(
  { baseUrl, oauth }: { baseUrl: string; oauth: Omit<OAuthOptions, 'expires_at' | 'onRefresh'> },
  { times, rounds, keeping }: { times: number; rounds: number; keeping?: () => Promise<void> },
): Promise<Refreshed> {
  const kept: Tokens[] = []
  const onRefresh = async (tokens: Tokens): Promise<void> => {
    await keeping?.()
    kept.push(tokens)
  }
  const known = oauth.access_token === undefined ? {} : { expires_at: Date.now() + 60_000 }
  const client = new Lettermill({ baseUrl, oauth: { ...oauth, ...known, onRefresh } })
  const outcomes: object[] = []
  for (let round = 0; round < rounds; round++) {
    const calls = Array.from({ length: times }, () => outcome(client.emails.list().page()))
    outcomes.push(...(await Promise.all(calls)))
  }
  return { outcomes, kept }
}
