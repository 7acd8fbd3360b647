// The settings of a domain, and which names a team can own and send from.
import type { InSchemas } from '../../../generated/api.ts'
import { type Refusal, refusal } from '../../base/text/refusal.ts'
import { checkedDomainName, checkedReturnPath, checkedSubdomain } from './names.ts'
import type { Domain, NameHolder } from './store.ts'

/** Old tracking subdomains remain in use, and each one is checked. */
const TRACKING_MAX = 10

/** The body of a request that adds or claims a domain. */
export type DomainRequest = InSchemas['CreateDomain'] | InSchemas['ClaimDomain']

export function newDomain(
  body: DomainRequest,
  { id, team_id, now, is_placeholder = false }: { id: string; team_id: string; now: Date; is_placeholder?: boolean },
): Domain {
  const name = checkedDomainName(body.name)
  const { capabilities, tls = 'opportunistic' }: Partial<InSchemas['CreateDomain']> = body
  return {
    id,
    team_id,
    name,
    status: 'not_started',
    region: body.region,
    return_path: checkedReturnPath(body.custom_return_path),
    tls,
    ...capable({ sending: true, receiving: false }, capabilities),
    open_tracking: body.open_tracking,
    click_tracking: body.click_tracking,
    tracking: labelled(body, name),
    checks: {},
    may_send: false,
    bounces_here: false,
    is_placeholder,
    turn: 0,
    asked_at: null,
    checked_at: null,
    verified_at: null,
    used_at: null,
    scheduled_until: null,
    created_at: now.toISOString(),
  }
}

function labelled(
  { tracking_subdomain }: Pick<InSchemas['UpdateDomain'], 'tracking_subdomain'>,
  name: string,
): string[] {
  if (tracking_subdomain === undefined || tracking_subdomain === null) return []
  return [checkedSubdomain(tracking_subdomain, name, 'tracking_subdomain')]
}

/** The domain with the requested changes. */
export function updatedDomain(domain: Domain, body: InSchemas['UpdateDomain']): Domain {
  const [label] = labelled(body, domain.name)
  return {
    ...domain,
    open_tracking: body.open_tracking ?? domain.open_tracking,
    click_tracking: body.click_tracking ?? domain.click_tracking,
    tls: body.tls ?? domain.tls,
    ...capable(domain, body.capabilities),
    tracking: label === undefined ? domain.tracking : tracked(domain, label),
  }
}

function tracked({ tracking }: Domain, label: string): string[] {
  const all = [...tracking.filter(each => each !== label), label]
  if (all.length <= TRACKING_MAX) return all
  throw refusal(
    'validation_error',
    `Invalid \`tracking_subdomain\` field: a domain can have at most ${TRACKING_MAX} tracking subdomains in total, because old ones stay in use.`,
  )
}

function capable(
  before: Pick<Domain, 'sending' | 'receiving'>,
  asked: InSchemas['UpdateDomain']['capabilities'],
): Pick<Domain, 'sending' | 'receiving'> {
  const read = (side: 'sending' | 'receiving'): boolean => {
    const wanted = asked?.[side] ?? undefined
    return wanted === undefined ? before[side] : wanted === 'enabled'
  }
  const after = { sending: read('sending'), receiving: read('receiving') }
  if (after.sending || after.receiving) return after
  throw refusal('validation_error', 'Invalid `capabilities` field: one of `sending` and `receiving` must be enabled.')
}

/** How long a name stays reserved for the team that added it without proof of ownership. */
const RESERVED_MS = 72 * 3_600_000

/** Whether this holder prevents other teams from adding the name. */
export function holdsName(
  { was_verified, created_at }: Pick<NameHolder, 'was_verified' | 'created_at'>,
  now: Date,
): boolean {
  return was_verified || now.getTime() - Date.parse(created_at) < RESERVED_MS
}

/** Why email from a domain is refused, if it is. The public API defines the text about verification. */
export function senderFault(
  name: string,
  domain: Pick<Domain, 'sending' | 'may_send'> | undefined,
): Refusal | undefined {
  if (domain?.may_send) return undefined
  const words =
    domain && !domain.sending
      ? `Sending from the \`${name}\` domain is disabled. Enable its \`sending\` capability.`
      : `The \`${name}\` domain is not verified. Please, add and verify your domain.`
  return refusal('validation_error', words, 403)
}

/** The names whose owners control this one: itself, and those above it down to two labels. */
export function namesAbove(name: string): string[] {
  const labels = name.split('.')
  const names = labels.map((_, index) => labels.slice(index).join('.'))
  return names.slice(0, Math.max(1, labels.length - 1))
}

/** The nearest of these names that another team has verified; `undefined` if there is none. */
export function foreignName(name: string, team_id: string, holders: ReadonlyMap<string, string>): string | undefined {
  const nearest = namesAbove(name).find(each => holders.has(each))
  return nearest !== undefined && holders.get(nearest) !== team_id ? nearest : undefined
}

export function foreignSenderRefusal(name: string, verified: string): Refusal {
  const words = `another team has verified \`${verified}\`. Send from a domain of your own, or claim it.`
  return refusal('validation_error', `Mail from the \`${name}\` domain is not accepted: ${words}`, 403)
}

export function takenNameRefusal(name: string): Error {
  return refusal('validation_error', `The \`${name}\` domain has been registered already.`, 403)
}
