// Reads the forms about domains. Browsers do not send unchecked boxes.
import type { InSchemas } from '../../../../../generated/api.ts'
import type { DomainView } from '../../../../identity/domains/present.ts'

type Capability = 'enabled' | 'disabled'

const REGION = 'us-east-1'

/** No domain name in DNS is longer. */
export const NAME_MAX = 253

function typed(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').trim().slice(0, NAME_MAX + 1)
}

function ability(form: URLSearchParams, name: string): Capability {
  return form.has(name) ? 'enabled' : 'disabled'
}

export function askedDomain(form: URLSearchParams): InSchemas['CreateDomain'] {
  return {
    ...askedClaim(form),
    tls: tlsIn(form),
    capabilities: { sending: 'enabled', receiving: ability(form, 'receiving') },
  }
}

export function askedClaim(form: URLSearchParams): InSchemas['ClaimDomain'] {
  const tracking_subdomain = typed(form, 'tracking_subdomain')
  return {
    name: typed(form, 'name'),
    region: REGION,
    custom_return_path: typed(form, 'custom_return_path') || 'send',
    open_tracking: false,
    click_tracking: false,
    ...(tracking_subdomain !== '' && { tracking_subdomain }),
  }
}

/** The settings of a domain. The tracking subdomain is missing if it is unchanged. */
interface AskedChange {
  tls: 'enforced' | 'opportunistic'
  capabilities: { sending: Capability; receiving: Capability }
  open_tracking: boolean
  click_tracking: boolean
  tracking_subdomain?: string
}

/** An empty field leaves the tracking subdomain unchanged, because sent email may have links with it. */
export function askedChange(form: URLSearchParams): AskedChange {
  const tracking_subdomain = typed(form, 'tracking_subdomain')
  return {
    tls: tlsIn(form),
    capabilities: { sending: ability(form, 'sending'), receiving: ability(form, 'receiving') },
    open_tracking: form.has('open_tracking'),
    click_tracking: form.has('click_tracking'),
    ...(tracking_subdomain !== '' && { tracking_subdomain }),
  }
}

/** Whether the settings in a form differ from those stored. */
export function isOtherThan(domain: DomainView, asked: AskedChange): boolean {
  const { tls, capabilities, open_tracking, click_tracking, tracking_subdomain } = asked
  return (
    tls !== domain.tls ||
    capabilities.sending !== domain.capabilities.sending ||
    capabilities.receiving !== domain.capabilities.receiving ||
    open_tracking !== domain.open_tracking ||
    click_tracking !== domain.click_tracking ||
    (tracking_subdomain !== undefined && tracking_subdomain !== domain.tracking_subdomain)
  )
}

function tlsIn(form: URLSearchParams): AskedChange['tls'] {
  return form.get('tls') === 'enforced' ? 'enforced' : 'opportunistic'
}
