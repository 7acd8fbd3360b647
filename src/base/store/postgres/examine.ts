// Checks first whether a PostgreSQL server is durable enough: unusable settings are refused in one sentence, settings
// that an operator may have chosen are reported as warnings.
import { Client } from 'pg'
import { UNFINISHED_MOVE_ERROR, UNFINISHED_MOVE_TABLE } from '../move/unfinished.ts'
import type { ServerAddress } from './address.ts'

const VERSION_MIN = 15
const CONNECT_MS = 5_000

/** The settings read from the server. */
export interface ServerFindings {
  version: number
  encoding: string
  synchronous_commit: string
  fsync: string
  full_page_writes: string
  is_standby: boolean
  /** The extension distributes tables over machines, and fails on the prepared statements that are sent. */
  has_citus: boolean
}

const SETTINGS_QUERY = `select current_setting('server_version_num')::int / 10000 as version,
  current_setting('server_encoding') as encoding,
  current_setting('synchronous_commit') as synchronous_commit,
  current_setting('fsync') as fsync,
  current_setting('full_page_writes') as full_page_writes,
  pg_is_in_recovery() as is_standby,
  exists (select from pg_extension where extname = 'citus') as has_citus,
  to_regclass('${UNFINISHED_MOVE_TABLE}') is not null as is_half_moved`

/**
 * Throws a sentence if the server cannot be used. Resolves to the address to use, without prepared statements if they
 * fail, and to warnings. A database with an unfinished move is accepted only for a move.
 */
export async function checkPostgres(
  address: ServerAddress,
  by: 'server' | 'move' = 'server',
): Promise<{ usable: ServerAddress; warnings: string[] }> {
  const client = new Client({ ...address.config, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<ServerFindings & { is_half_moved: boolean }>(SETTINGS_QUERY)
    if (by === 'server' && rows[0]!.is_half_moved) throw new UnusableServer(UNFINISHED_MOVE_ERROR)
    const warnings = checkServerSettings(rows[0]!, `the PostgreSQL at ${address.shown}`)
    return { usable: { ...address, keeps: address.keeps && !rows[0]!.has_citus }, warnings }
  } catch (error) {
    throw error instanceof UnusableServer ? error : unreachable(address, error as Error & { code?: string })
  } finally {
    await client.end().catch(() => {})
  }
}

class UnusableServer extends Error {}

/** Throws a sentence if a server with these settings cannot be used; returns warnings. */
export function checkServerSettings(found: ServerFindings, which: string): string[] {
  const refuse = (what: string): never => {
    throw new UnusableServer(`DATABASE_URL: ${which} ${what}.`)
  }
  if (found.version < VERSION_MIN) refuse(`is version ${found.version}; version ${VERSION_MIN} or later is required`)
  if (found.encoding !== 'UTF8') refuse(`has the encoding ${found.encoding}; create a database with the encoding UTF8`)
  if (found.is_standby) refuse('is a read-only standby; use the address of the primary')
  if (found.synchronous_commit === 'off') {
    refuse('has synchronous_commit = off, so accepted email is lost if it fails; set it to on')
  }
  const careless = (['fsync', 'full_page_writes'] as const)
    .filter(setting => found[setting] === 'off')
    .map(setting => `${which} has ${setting} = off: accepted email is lost if its machine fails`)
  return found.has_citus
    ? [...careless, `${which} has the extension citus: prepared statements are disabled`]
    : careless
}

const ADVICE: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused; check that the database is running, and check host and port',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'the DNS lookup of the host failed',
  '28P01': 'the password is wrong',
  '28000': 'the login was rejected; check pg_hba.conf and sslmode',
  '3D000': 'the database does not exist; create it with createdb',
}
const NO_ANSWER = `no response within ${CONNECT_MS / 1_000} s; check host, port, firewall and DNS`

function unreachable({ shown }: ServerAddress, error: Error & { code?: string }): Error {
  // a host with several addresses returns an error for each
  const { errors: [first = error] = [] } = error as Partial<AggregateError> as {
    errors?: (Error & { code?: string })[]
  }
  const code = error.code ?? first.code ?? ''
  // the driver sets no code for this error
  const isLate = first.message === 'timeout expired'
  const advice = isLate ? NO_ANSWER : (ADVICE[code] ?? 'see docs/postgres.md')
  return new Error(`DATABASE_URL: cannot connect to PostgreSQL at ${shown}: ${first.message}; ${advice}.`, {
    cause: error,
  })
}
