// Parses a PostgreSQL DATABASE_URL: its address and the options of the connection.
import type { ClientConfig } from 'pg'

const CONNECTIONS = 12
const CONNECTIONS_MIN = 6

/** Values of `sslmode` for which the driver verifies the certificate. */
const CHECKED = /^(?:prefer|require|verify-ca)$/

export interface ServerAddress {
  config: ClientConfig
  /**
   * Whether a connection stays with one server session, so that prepared statements can be kept: not the case behind
   * some poolers.
   */
  keeps: boolean
  /** Maximum number of connections of a process. */
  connections: number
  /** How long opening a connection may take, until its first response. */
  opens_within_ms: number
  /** After this time without a response, another connection is opened to test whether the database responds at all. */
  probed_after_ms: number
  /** After this time without a response the connection is closed. */
  answers_within_ms: number
  /** How long a unit waits for a connection while all are in use. */
  wait_ms: number
  /** Host, port and database, for messages. */
  shown: string
}

/** Whether the URL is a PostgreSQL URL. */
export function isPostgres(url: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(url)
}

/** Parses `postgres://user:password@host:port/database?prepared=off&connections=12&sslmode=...`. Throws a sentence. */
export function parsePostgresUrl(database_url: string): ServerAddress {
  const url = new URL(database_url)
  // the driver treats them alike, but prints a long warning each time
  if (CHECKED.test(url.searchParams.get('sslmode') ?? '')) url.searchParams.set('sslmode', 'verify-full')
  const prepared = taken(url, 'prepared') ?? 'on'
  if (!['on', 'off'].includes(prepared)) throw new Error('`prepared` must be `on` or `off`.')
  const connections = Number(taken(url, 'connections') ?? CONNECTIONS)
  if (!Number.isSafeInteger(connections) || connections < CONNECTIONS_MIN) {
    throw new Error(`\`connections\` must be a whole number of at least ${CONNECTIONS_MIN}.`)
  }
  return {
    config: { connectionString: url.href, application_name: 'lettermill' },
    keeps: prepared === 'on',
    connections,
    opens_within_ms: 5_000,
    probed_after_ms: 3_000,
    answers_within_ms: 30_000,
    wait_ms: 10_000,
    shown: `${url.host || (url.searchParams.get('host') ?? 'localhost')}${url.pathname}`,
  }
}

/** Removes one of our parameters from the URL for the driver, and returns its value. */
function taken(url: URL, name: string): string | undefined {
  const value = url.searchParams.get(name) ?? undefined
  url.searchParams.delete(name)
  return value
}
