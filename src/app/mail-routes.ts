// The ways that mail goes, as the settings have them.
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Config } from '../base/config/config.ts'
import type { Routes } from '../mail/delivery/routes/actions.ts'
import type { RelayView } from '../doors/dashboard/parts.ts'
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

/** Of direct delivery: most of them wait for an answer from far away, and no destination has more than its share. */
const DIRECT_AT_ONCE = 200
const AT_ONCE_MAX = 1000

/** `undefined`: mail goes nowhere, but is captured; what sends it is not loaded then. */
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
 * While a mail is looked up and its outcome is written its connection is free: with as many mails in hand as there are
 * connections they would be idle for a fifth of the time. A destination has nine tenths of these at the most.
 */
const MAILS_PER_CONNECTION = 1.25

/** How many mails are in hand at the same time. */
export function mailsAtOnce({ delivery, relays }: Config): number {
  const by_relays = relays.reduce((sum, { connections }) => sum + Math.ceil(connections * MAILS_PER_CONNECTION), 0)
  return Math.min(by_relays + (delivery === 'direct' ? DIRECT_AT_ONCE : 0), AT_ONCE_MAX)
}

/** The relays with their rules, without what they are logged in to with. */
export function relayViews({ relays }: Config): RelayView[] {
  return relays.map(({ url, ...rule }) => ({ ...rule, host: new URL(url).host }))
}

/** Where mail goes, in words without passwords; `undefined`: it is captured. */
export function whereMailGoes({ delivery, relays }: Config): string | undefined {
  if (delivery === 'direct') return 'the mail servers of each domain'
  return delivery === 'relay' ? relays.map(({ url }) => new URL(url).host).join(', ') : undefined
}
