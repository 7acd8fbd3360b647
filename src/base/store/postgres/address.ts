// What DATABASE_URL says about a PostgreSQL: where it is and how it is spoken to.
import type { ClientConfig } from 'pg'

const CONNECTIONS = 12
const CONNECTIONS_MIN = 6

/** The certificate is checked with each of them. */
const CHECKED = /^(?:prefer|require|verify-ca)$/

export interface ServerAddress {
  config: ClientConfig
  /** Whether a connection is the same one from one transaction to the next, so that it can keep statements. */
  keeps: boolean
  /** How many connections a process has at the most. */
  connections: number
  /** A server that has not answered for so long is taken for gone. */
  answers_within_ms: number
  /** How long a unit waits for a connection while all are in use. */
  wait_ms: number
  /** Host, port and database, for people. */
  shown: string
}

/** Whether the URL is one of a PostgreSQL. */
export function isPostgres(url: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(url)
}

/** Reads `postgres://user:password@host:port/database?prepared=off&connections=12&sslmode=...`. Throws a sentence. */
export function addressOf(database_url: string): ServerAddress {
  const url = new URL(database_url)
  // the driver means the same by them, and says so at length each time
  if (CHECKED.test(url.searchParams.get('sslmode') ?? '')) url.searchParams.set('sslmode', 'verify-full')
  const prepared = taken(url, 'prepared') ?? 'on'
  if (!['on', 'off'].includes(prepared)) throw new Error('`prepared` is `on` or `off`.')
  const connections = Number(taken(url, 'connections') ?? CONNECTIONS)
  if (!Number.isSafeInteger(connections) || connections < CONNECTIONS_MIN) {
    throw new Error(`\`connections\` is a whole number from ${CONNECTIONS_MIN} on.`)
  }
  return {
    config: { connectionString: url.href, application_name: 'lettermill' },
    keeps: prepared === 'on',
    connections,
    answers_within_ms: 30_000,
    wait_ms: 10_000,
    shown: `${url.host || (url.searchParams.get('host') ?? 'localhost')}${url.pathname}`,
  }
}

/** The value of our own parameter, which the driver does not get to see. */
function taken(url: URL, name: string): string | undefined {
  const value = url.searchParams.get(name) ?? undefined
  url.searchParams.delete(name)
  return value
}
