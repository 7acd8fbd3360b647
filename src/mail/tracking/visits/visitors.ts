// Distinguishes requests for pixels and links by a person from those by a machine that inspects email.
import ipaddr from 'ipaddr.js'
import type { Machine } from '../../emails/events.ts'
import type { TrackedKind } from '../../../base/secrets/tracking-token.ts'

/** The facts of a request. */
export interface VisitRequest {
  method: string
  user_agent: string
  /** The headers in which browsers announce a prefetch. */
  purpose: string
  ip: string
}

/** User agents of programs that fetch without showing the result to a person. */
const BOTS =
  /bot\b|bots\b|crawl|spider|slurp|scan|preview|monitor|headless|phantomjs|curl\/|wget\/|python|aiohttp|httpx|java\/|okhttp|go-http-client|libwww|node-fetch|axios|undici|apache-httpclient|barracuda|mimecast|proofpoint|symantec|trendmicro|fireeye|sophos|cloudmark|bitdefender|facebookexternalhit|whatsapp|telegram|skypeuripreview|google-safety|safelinks/i
/** Apple's Mail Privacy Protection fetches images under this user agent before an email is read, or if it is never read. */
const PRIVACY_PROXY = /^Mozilla\/5\.0$/
const USER_AGENT_MAX = 300

/** Why a request counts as a machine's; `undefined` for a person's. */
export function detectMachine(kind: TrackedKind, { method, user_agent, purpose }: VisitRequest): Machine | undefined {
  if (method === 'HEAD') return 'head'
  if (/prefetch|preview|prerender/i.test(purpose)) return 'prefetch'
  if (user_agent.trim() === '' || BOTS.test(user_agent)) return 'bot'
  return kind === 'open' && PRIVACY_PROXY.test(user_agent.trim()) ? 'privacy_proxy' : undefined
}

export function describeAgent(user_agent: string): string {
  return user_agent.replaceAll(/[^ -~]/g, '?').slice(0, USER_AGENT_MAX)
}

/** The network of an IP address, with at least 256 addresses, because the address of one person is not stored. */
export function truncatedAddress(ip: string): string {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(ip)) return `${ip.slice(0, ip.lastIndexOf('.'))}.0`
  if (!ipaddr.IPv6.isValid(ip)) return ''
  const { parts } = ipaddr.IPv6.parse(ip)
  const shown = parts.slice(0, 3).map(part => part.toString(16))
  return `${shown.join(':')}::`
}
