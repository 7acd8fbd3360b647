// Opens the routes of outgoing mail according to the settings.
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Config } from '../base/config/config.ts'
import type { Routes } from '../mail/delivery/routes/actions.ts'
import type { RelayInfo } from '../interfaces/dashboard/parts.ts'
import type { Dns } from '../base/net/dns.ts'
import type { HttpClient } from '../base/net/http-client.ts'
import type { Database } from '../base/store/database.ts'

interface WaysParts {
  database: Database
  dns: Dns
  http: HttpClient
  now: () => Date
  log: Logger
  sts_port?: number | undefined
}

/**
 * Emails processed at a time in direct delivery. Most of them wait for remote servers, and the share of one destination
 * is limited.
 */
const DIRECT_AT_ONCE = 200
const AT_ONCE_MAX = 1000

/** `undefined`: mail is captured, and the code that sends mail is not loaded. */
export async function openMailRoutes(config: Config, parts: WaysParts): Promise<Routes | undefined> {
  const { delivery, relays, smtp, mx_port, private_networks: allowed } = config
  if (delivery === 'capture') return undefined
  const { Routes } = await import('../mail/delivery/routes/actions.ts')
  return new Routes({
    isDirect: delivery === 'direct',
    relays,
    smtp,
    mx_port,
    allowed,
    expiry_ms: config.delivery_policy.expiry_ms,
    ours: [hostname(), config.mail_host].map(name => name.toLowerCase()),
    ...parts,
  })
}

/**
 * A connection is idle while its email is looked up and its outcome is written. With only as many emails in progress as
 * connections, connections would be idle for a fifth of the time. One destination can use at most nine tenths of these
 * emails.
 */
const MAILS_PER_CONNECTION = 1.25

/** Number of emails processed at the same time. */
export function mailsAtOnce({ delivery, relays }: Config): number {
  const by_relays = relays.reduce((sum, { connections }) => sum + Math.ceil(connections * MAILS_PER_CONNECTION), 0)
  return Math.min(by_relays + (delivery === 'direct' ? DIRECT_AT_ONCE : 0), AT_ONCE_MAX)
}

/** The relays and their rules, without credentials. */
export function relayViews({ relays }: Config): RelayInfo[] {
  return relays.map(({ url, ...rule }) => ({ ...rule, host: new URL(url).host }))
}

/** The destination of outgoing mail, as text without passwords; `undefined`: mail is captured. */
export function describeMailDestination({ delivery, relays }: Config): string | undefined {
  if (delivery === 'direct') return 'the mail servers of each domain'
  return delivery === 'relay' ? relays.map(({ url }) => new URL(url).host).join(', ') : undefined
}
