// Tracking for other modules: rewrites the HTML of an email so that opens and clicks are recorded, if tracking is enabled for
// its domain.
import { findContactsByEmail } from '../../audience/contacts/actions.ts'
import { findTrackingOf, isTrackingHost } from '../../identity/domains/actions.ts'
import type { DomainTracking } from '../../identity/domains/tracking.ts'
import type { Email } from '../emails/rules.ts'
import { BoundedMap } from '../../base/limits/bounded-map.ts'
import { TrackingTokens } from '../../base/secrets/tracking-token.ts'
import type { Database, Tx } from '../../base/store/database.ts'
import { domainOf, parseAddress } from '../../base/text/addresses.ts'
import { hostOf, isThisMachine } from '../../base/text/destination.ts'
import { escapeHtml } from '../../base/text/placeholders.ts'
import { findLinksInThread, waitForEventLoop } from '../../base/threads/mails.ts'
import { TRACKED_LENGTH_MAX, TRACKED_LINKS_MAX, trackedHtml } from './rewriting.ts'

/** The HTML to send. `untracked`: why it is not tracked, if a person would expect it. */
interface TrackedMail {
  html: string | null
  untracked?: string
}

/** Creates the HTML of an email to send. Throws `ThreadFailed` if a retry may succeed. */
export type MailTracker = (
  read: Database['read'],
  email: Pick<Email, 'id' | 'team_id' | 'from' | 'html'> & { recipients: readonly string[] },
  now: Date,
) => Promise<TrackedMail>

const KNOWN_MAX = 1000
/** How long a changed setting of a domain may go unnoticed. */
const KNOWN_FOR_MS = 5000

/** Caches recent lookups. */
class Recent<Value> {
  readonly #known = new BoundedMap<string, { value: Value; until_ms: number }>(KNOWN_MAX)

  async get(key: string, find: () => Promise<Value>): Promise<Value> {
    const kept = this.#known.get(key)
    if (kept && performance.now() < kept.until_ms) return kept.value
    const value = await find()
    this.#known.set(key, { value, until_ms: performance.now() + KNOWN_FOR_MS })
    return value
  }
}

const CLICKS = '/t/c/'
const OPENS = '/t/o/'

/**
 * `public_url`: serves pixels for domains without a tracking subdomain in DNS. Links never lead there, except for a server at
 * localhost: people log in at that host, and a customer's link to any site would contain its name. An email with a link to
 * `confirmation_path` is not tracked, because its recipient has not agreed to anything yet.
 */
export function mailTracker(tokens: TrackingTokens, public_url: string, confirmation_path?: string): MailTracker {
  const recent = new Recent<DomainTracking | undefined>()
  const own = new URL(public_url)
  const isAlone = isThisMachine(hostOf(own))
  const confirmation =
    confirmation_path === undefined ? undefined : `href="${escapeHtml(public_url + confirmation_path)}?`
  const find = async (
    read: Database['read'],
    { team_id, from }: { team_id: string; from: string },
  ): Promise<DomainTracking | undefined> => {
    const name = domainOf(parseAddress(from)!.address)
    return recent.get(`${team_id} ${name}`, () => read(tx => findTrackingOf(tx, team_id, name)))
  }
  return async (read, email, now) => {
    const { html, team_id, id: email_id } = email
    const tracking = html === null ? undefined : await find(read, email)
    if (html === null || !tracking || (confirmation !== undefined && html.includes(confirmation))) return { html }
    if (await read(tx => areUnwilling(tx, email))) return { html }
    if (html.length > TRACKED_LENGTH_MAX) return { html, untracked: 'the HTML is too long' }
    const host = tracking.host ?? own.hostname
    const base = `${own.protocol}//${host}${own.port === '' ? '' : `:${own.port}`}`
    const addressOf = (path: string, kind: 'open' | 'click', url: string): string =>
      `${base}${path}${tokens.sign({ kind, team_id, email_id, host, url }, now)}`
    const clicks = tracking.clicks && (tracking.host !== undefined || isAlone)
    const found = await findLinksInThread(html, team_id)
    const leads = await leadsOf(clicks ? new Set(found.links.map(({ url }) => url)) : new Set(), url =>
      isOwn(url, own, host) ? undefined : addressOf(CLICKS, 'click', url),
    )
    const picture = tracking.opens ? addressOf(OPENS, 'open', '') : undefined
    const tracked = trackedHtml(html, found, { linkTo: url => leads.get(url), picture })
    return tracking.clicks && !clicks ? { html: tracked, untracked: NO_HOST } : { html: tracked }
  }
}

const NO_HOST = 'the domain has no verified tracking subdomain'

/** Whether a host serves tracked email only. */
export function trackingHosts(database: Pick<Database, 'read'>): (host: string) => Promise<boolean> {
  const recent = new Recent<boolean>()
  return host => recent.get(host, () => database.read(tx => isTrackingHost(tx, host)))
}

/** Links sealed in one batch, which takes a millisecond. */
const SEALED_AT_ONCE = 50
/** Sealing a link takes as long as parsing text of this length; `waitForEventLoop` counts in characters. */
const SEALED_AS_LENGTH = 1500

/** The tracking URLs of links. Other work runs in between, because an email may have thousands of links. */
async function leadsOf(
  urls: ReadonlySet<string>,
  leadOf: (url: string) => string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const leads = new Map<string, string>()
  let left = 0
  for (const url of urls) {
    if (leads.size === TRACKED_LINKS_MAX) break
    if (left === 0) await waitForEventLoop(Math.min(urls.size, (left = SEALED_AT_ONCE)) * SEALED_AS_LENGTH)
    left--
    const lead = leadOf(url)
    if (lead !== undefined) leads.set(url, lead)
  }
  return leads
}

/** Whether one of the recipients does not allow tracking. All recipients get the same HTML. */
async function areUnwilling(tx: Tx, { team_id, recipients }: Parameters<MailTracker>[1]): Promise<boolean> {
  const contacts = await findContactsByEmail(tx, team_id, recipients)
  return [...contacts.values()].some(({ tracking_allowed }) => !tracking_allowed)
}

/** Whether a link leads to this server, such as to the unsubscribe page: it must work regardless of tracking. */
function isOwn(url: string, own: URL, tracking_host: string): boolean {
  const { host, hostname } = new URL(url)
  return host === own.host || (tracking_host !== own.hostname && hostname === tracking_host)
}
