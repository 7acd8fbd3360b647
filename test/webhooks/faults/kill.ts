// The kill loop for webhooks: contacts are created and updated while the server is killed repeatedly (kill -9).
// Afterwards the events in the database are compared with those that the endpoint received.
import { rmSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { publicId } from '../../../src/integrations/webhooks/public-ids.ts'
import { destination, type ReceivedRequest } from '../../support/destination.ts'
import { type ServerProcess, serverProcess } from '../../support/process.ts'
import { freePort } from '../../support/port.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { verified } from '../../support/webhooks.ts'

const KEY = 're_webhooks_aaaaaaaaaaaaaaaaaaaaaaaa'
const CLIENTS = 4
/** A server on a busy machine lives until it has made this number of changes. */
const LIFE_CHANGES_MIN = 10

export interface Books {
  changes: number
  /** Contacts without an event, and events without a contact. */
  untold: string[]
  untrue: string[]
  /** Events that were never sent. */
  lost: string[]
  /** The number of requests in excess of recorded attempts. */
  excess: number
  kills: number
  /** Objects whose first requests arrived in a different order than their events. */
  disordered: string[]
}

export async function killLoop({
  kills,
  life_ms,
  program,
}: {
  kills: number
  life_ms: number
  program?: string
}): Promise<Books> {
  const refused = new Set<unknown>()
  // every eighth event is rejected once, which causes retries
  const sink = await destination(({ headers, body }, response) => {
    const id = headers['svix-id']
    const isRefused = body.length % 8 === 0 && !refused.has(id)
    if (isRefused) refused.add(id)
    response.writeHead(isRefused ? 500 : 200).end()
  })
  const DATA_DIR = temporaryFolder()
  const env = {
    PORT: String(await freePort()),
    DATA_DIR,
    BOOTSTRAP_API_KEY: KEY,
    LOG_LEVEL: 'error',
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.1',
  }
  const began = (): Promise<ServerProcess> => serverProcess(env, undefined, program)
  const done = { changes: 0 }
  try {
    let server = await began()
    const made = await ask(server.url, 'POST', '/webhooks', {
      endpoint: sink.url,
      events: ['contact.created', 'contact.updated'],
    })
    for (let kill = 0; kill < kills; kill++) {
      const stopped = { value: false }
      const clients = Array.from({ length: CLIENTS }, () => change(server.url, stopped, done))
      const before = done.changes
      await pause(life_ms)
      await waitUntil(() => done.changes - before >= LIFE_CHANGES_MIN)
      await server.kill()
      stopped.value = true
      await Promise.all(clients)
      server = await began()
    }
    await waitUntil(() => isPosted(DATA_DIR), 120_000)
    await server.stop()
    return settled(DATA_DIR, sink.received, made.signing_secret as string, { kills, changes: done.changes })
  } finally {
    await sink.close()
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

let addresses = 0

async function change(url: string, stopped: { value: boolean }, done: { changes: number }): Promise<void> {
  while (!stopped.value) {
    try {
      const { id } = await ask(url, 'POST', '/contacts', { email: `person${addresses++}@example.net` })
      await ask(url, 'PATCH', `/contacts/${id}`, { first_name: 'Ada' })
      done.changes++
    } catch {
      // killed during a request
      await pause(5)
    }
  }
}

async function ask(url: string, method: string, at: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}${at}`, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

function read<Row>(folder: string, sql: string): Row[] {
  const driver = new SQLite(path.join(folder, 'lettermill.db'), { readonly: true })
  try {
    return driver.prepare(sql).all() as Row[]
  } finally {
    driver.close()
  }
}

const isPosted = (folder: string): boolean =>
  read(folder, 'select 1 from webhook_deliveries where next_attempt_at is not null limit 1').length === 0

function settled(
  folder: string,
  received: readonly ReceivedRequest[],
  signing_secret: string,
  counts: Pick<Books, 'kills' | 'changes'>,
): Books {
  const contacts = read<{ id: string; first_name: string | null }>(folder, 'select id, first_name from contacts')
  const events = read<{ id: string; type: string; about: string }>(
    folder,
    'select id, type, about from webhook_events order by seq',
  )
  const attempts = read<{ event_id: string; count: number }>(
    folder,
    'select event_id, count(*) as count from webhook_attempts group by event_id',
  )
  for (const post of received) {
    verified(signing_secret, post, new Date(Number(post.headers['svix-timestamp']) * 1000))
  }
  const told = new Set(events.map(({ type, about }) => `${type} ${about}`))
  const changed = contacts.filter(({ first_name }) => first_name !== null)
  const happened = [
    ...contacts.map(({ id }) => `contact.created ${id}`),
    ...changed.map(({ id }) => `contact.updated ${id}`),
  ]
  const posts = Map.groupBy(received, ({ headers }) => String(headers['svix-id']))
  const recorded = new Map(attempts.map(({ event_id, count }) => [publicId('msg', event_id), count]))
  const ids = events.map(({ id }) => publicId('msg', id))
  const excess = ids.map(id => Math.max(0, (posts.get(id)?.length ?? 0) - (recorded.get(id) ?? 0)))
  const first = [...posts.keys()]
  const abouts = Map.groupBy(events, ({ about }) => about)
  return {
    ...counts,
    untold: happened.filter(each => !told.has(each)),
    untrue: [...told].filter(each => !happened.includes(each)),
    lost: ids.filter(id => !posts.has(id)),
    excess: Math.max(0, ...excess),
    disordered: [...abouts].flatMap(([about, of]) => {
      const places = of.map(({ id }) => first.indexOf(publicId('msg', id)))
      return places.some((place, index) => index > 0 && place < places[index - 1]!) ? [about] : []
    }),
  }
}
