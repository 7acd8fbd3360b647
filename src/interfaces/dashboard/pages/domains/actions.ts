// The sending domains of a team: lists, adds, edits and removes them, checks their DNS, and claims domains of other teams.
import type { InSchemas } from '../../../../../generated/api.ts'
import {
  updateDomain,
  findDomainView,
  removeDomain,
  createDomain,
  startVerification,
} from '../../../../identity/domains/actions.ts'
import type { DomainView } from '../../../../identity/domains/present.ts'
import { type Domain, findDomain, listDomains } from '../../../../identity/domains/store.ts'
import { startClaimCheck, startClaim, findClaimNow, isClaimable } from '../../../../identity/domains/claims/actions.ts'
import { createDomainKeys } from '../../../../identity/domains/keys/actions.ts'
import { unitAs } from '../../../../base/store/set-actor.ts'
import type { Actor } from '../../../../base/store/actor.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { type DashboardPage, openPage, page, type PageParts, type Visit } from '../../page.ts'
import { requireFound, type PageProblem, problem } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { findPage } from '../../ui/table.ts'
import { formText } from '../../ui/form-values.ts'
import { DOMAIN_NAME_MAX, domainsBody } from './list-view.ts'
import { domainBody } from './view.ts'

const DONE = {
  added: 'Domain added. Add its records to your DNS, then verify the domain.',
  claimed: 'Claim started. Add its record to your DNS, then verify the claim.',
  verifying: 'DNS check started. Reload this page in a moment to see the results.',
  changed: 'Domain updated.',
  rotated: 'Keys created. Add their records to your DNS without removing the current ones, then verify the domain.',
  removed: 'Domain removed. You can delete its DNS records.',
}

const domainList = page(
  'GET /domains',
  'builder',
  async ({ tx, team_id, visitor, query, path, form, parts, fault }) => {
    const page = await findPage(query, asked => listDomains(tx, { team_id }, asked))
    const isTaken = fault?.cause instanceof Refusal && fault.cause.status === 403 && path === '/domains/add'
    const canClaim = isTaken && (await isClaimable(tx, team_id, form.get('name') ?? ''))
    const data = { page, canClaim, team: visitor.team.name, mail_host: parts.domains.mail_host }
    return { title: 'Domains', done: DONE, body: () => domainsBody(data) }
  },
)

const domainPage = page('GET /domains/:id', 'builder', async visit => {
  const { parts, params, query } = visit
  const settings = parts.domains
  const domain = requireFound(await findDomainView(visit, params.id, settings), 'domain')
  const claim = await findClaimNow(visit, params.id)
  const { verifying, ...done } = DONE
  // after the check, the page shows its results
  const isChecked = domain.checked_at !== null && domain.checked_at >= (query.get('since') ?? '')
  return {
    title: domain.name,
    done: isChecked && !domain.is_placeholder ? done : { ...done, verifying },
    body: () => domainBody({ domain, claim, settings }),
  }
})

export const domainPages: DashboardPage[] = [
  domainList,

  /** Keys are created outside of the transaction, because that takes a tenth of a second. */
  openPage(
    'POST /domains/add',
    'builder',
    async ({ asVisitor, parts }) => {
      const added = await asVisitor(async visit => ({
        domain: await createDomain(visit, domainFromForm(visit.form)),
        ...by(visit),
      }))
      return afterKeys(parts, added, 'added')
    },
    { refused: domainList },
  ),

  openPage(
    'POST /domains/claim',
    'builder',
    async ({ asVisitor, parts }) => {
      const { made, claim, ...by_whom } = await asVisitor(async visit => ({
        ...(await startClaim(visit, claimFromForm(visit.form))),
        ...by(visit),
      }))
      return made
        ? afterKeys(parts, { domain: made, ...by_whom }, 'claimed')
        : { location: `/domains/${claim.domain_id}?done=claimed` }
    },
    { refused: domainList },
  ),

  domainPage,

  /** First saves the settings next to the button. */
  page(
    'POST /domains/:id/verify',
    'builder',
    async visit => {
      const { form, parts } = visit
      const domain = await requireDomain(visit)
      if (domain.is_placeholder) return stillClaimed()
      const stored = form.has('tls') ? await findDomainView(visit, domain.id, parts.domains) : undefined
      if (stored && isChanged(stored, settingsFromForm(form))) await saveSettings(visit, domain)
      await startVerification(visit, await requireDomain(visit))
      return { location: `/domains/${domain.id}?done=verifying&since=${visit.now.toISOString()}` }
    },
    { refused: domainPage },
  ),

  page('POST /domains/:id/verify-claim', 'builder', async visit => {
    const { tx, params, now } = visit
    const claim = await findClaimNow(visit, params.id)
    await startClaimCheck(tx, requireFound(claim, 'claim'), now)
    return { location: `/domains/${params.id}?done=verifying` }
  }),

  page(
    'POST /domains/:id/settings',
    'builder',
    async visit => {
      const domain = await requireDomain(visit)
      if (domain.is_placeholder) return stillClaimed()
      await saveSettings(visit, domain)
      return { location: `/domains/${domain.id}?done=changed` }
    },
    { refused: domainPage },
  ),

  openPage('POST /domains/:id/rotate-dkim', 'builder', async ({ asVisitor, parts }) => {
    const rotated = await asVisitor(async visit => ({ domain: await requireDomain(visit), ...by(visit) }))
    return rotated.domain.is_placeholder ? stillClaimed() : afterKeys(parts, rotated, 'rotated')
  }),

  page('POST /domains/:id/remove', 'builder', async visit => {
    await removeDomain(visit.tx, await requireDomain(visit), visit.now)
    return { location: '/domains?done=removed' }
  }),
]

function saveSettings(visit: Visit<Visitor>, domain: Domain): Promise<unknown> {
  return updateDomain(visit, domain, { asked: settingsFromForm(visit.form), settings: visit.parts.domains })
}

/** The actor and time of the transaction, for later steps. */
interface By {
  actor: Actor
  now: Date
}

const by = ({ tx: { actor }, now }: Visit<Visitor>): By => ({ actor, now })

async function afterKeys(
  { database }: PageParts,
  { domain, actor, now }: By & { domain: Domain },
  done: 'added' | 'claimed' | 'rotated',
): Promise<{ location: string }> {
  await createDomainKeys({ unit: unitAs(database, actor) }, domain, now)
  return { location: `/domains/${domain.id}?done=${done}` }
}

async function requireDomain({ tx, team_id, params: { id } }: Visit<Visitor, 'GET /domains/:id'>): Promise<Domain> {
  return requireFound(await findDomain(tx, { team_id, id }), 'domain')
}

function stillClaimed(): PageProblem {
  return problem(
    409,
    'Domain not transferred yet',
    'The domain belongs to another team until the claim is completed. Try again after that.',
  )
}

// ---- forms; browsers do not send unchecked boxes --------------------------------------------------------------------

type Settings = Pick<DomainView, 'tls' | 'capabilities' | 'open_tracking' | 'click_tracking'> & {
  /** Missing if it is unchanged. */
  tracking_subdomain?: string
}

const REGION = 'us-east-1'

const nameIn = (form: URLSearchParams, name: string): string => formText(form, name).slice(0, DOMAIN_NAME_MAX + 1)

const capability = (form: URLSearchParams, name: string): 'enabled' | 'disabled' =>
  form.has(name) ? 'enabled' : 'disabled'

const tlsIn = (form: URLSearchParams): Settings['tls'] =>
  form.get('tls') === 'enforced' ? 'enforced' : 'opportunistic'

/** An empty field leaves the tracking subdomain unchanged, because sent emails may contain links with it. */
function trackingSubdomain(form: URLSearchParams): Pick<Settings, 'tracking_subdomain'> {
  const tracking_subdomain = nameIn(form, 'tracking_subdomain')
  return tracking_subdomain === '' ? {} : { tracking_subdomain }
}

function claimFromForm(form: URLSearchParams): InSchemas['ClaimDomain'] {
  return {
    name: nameIn(form, 'name'),
    region: REGION,
    custom_return_path: nameIn(form, 'custom_return_path') || 'send',
    open_tracking: false,
    click_tracking: false,
    ...trackingSubdomain(form),
  }
}

function domainFromForm(form: URLSearchParams): InSchemas['CreateDomain'] {
  const capabilities = { sending: 'enabled', receiving: capability(form, 'receiving') } as const
  return { ...claimFromForm(form), tls: tlsIn(form), capabilities }
}

function settingsFromForm(form: URLSearchParams): Settings {
  return {
    tls: tlsIn(form),
    capabilities: { sending: capability(form, 'sending'), receiving: capability(form, 'receiving') },
    open_tracking: form.has('open_tracking'),
    click_tracking: form.has('click_tracking'),
    ...trackingSubdomain(form),
  }
}

function isChanged(stored: DomainView, { capabilities, ...settings }: Settings): boolean {
  const { sending, receiving } = stored.capabilities
  return (
    capabilities.sending !== sending ||
    capabilities.receiving !== receiving ||
    Object.entries(settings).some(([name, value]) => value !== stored[name as keyof DomainView])
  )
}
