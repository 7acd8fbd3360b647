// A team's sending domains: which there are, adding, changing and removing one, what DNS says of it, and claiming one that
// another team has.
import {
  askDns,
  changeDomain,
  type Domain,
  findDomain,
  findDomainView,
  forgetDomain,
  listDomains,
  makeDomain,
} from '../../../../identity/domains/actions.ts'
import { askForProof, beginClaim, findClaimNow, isClaimable } from '../../../../identity/domains/claims/actions.ts'
import { giveKeys } from '../../../../identity/domains/keys/actions.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { type DashboardPage, openPage, page, type PageParts, type View, type Visit } from '../../page.ts'
import { found, type PageProblem, problem } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { findPage } from '../../ui/table.ts'
import { askedChange, askedClaim, askedDomain, isOtherThan } from './asked.ts'
import { type DomainTrouble, domainsBody } from './list-view.ts'
import { domainBody } from './view.ts'

const REMOVED = 'It is not one of this team, or it was removed.'

const DONE = {
  added: 'The domain is added. Put its records into DNS, then have them verified.',
  claimed: 'The claim is begun. Put its record into DNS, then have it looked for.',
  verifying: 'DNS is being asked. Load this page again in a moment to see what it says.',
  changed: 'The settings of the domain are changed.',
  rotated: 'New keys are made. Put their records into DNS beside the old ones, then have them verified.',
  removed: 'The domain was removed. Its records can go from DNS.',
}

/** As at the API, every member of the team may do what is on these pages. */
export const domainPages: DashboardPage[] = [
  page('GET /domains', visit => findDomainsView(visit)),

  /** Keys take a tenth of a second to make, for which no unit waits. */
  openPage('POST /domains/add', async ({ asVisitor, parts }) => {
    const added = await asVisitor(async visit => {
      try {
        return { domain: await makeDomain(visit, askedDomain(visit.form)), now: visit.now }
      } catch (error) {
        const trouble = await troubleOf(visit, error)
        return { view: await findDomainsView(visit, trouble) }
      }
    })
    if ('view' in added) return added.view
    return afterKeys(parts, added, 'added')
  }),

  openPage('POST /domains/claim', async ({ asVisitor, parts }) => {
    const begun = await asVisitor(async visit => {
      const { form, now } = visit
      try {
        return { ...(await beginClaim(visit, askedClaim(form))), now }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { view: await findDomainsView(visit, { form, text: error.message, canClaim: false }) }
      }
    })
    if ('view' in begun) return begun.view
    const { made: domain, claim, now } = begun
    return domain
      ? afterKeys(parts, { domain, now }, 'claimed')
      : { location: `/domains/${claim.domain_id}?done=claimed` }
  }),

  page('GET /domains/:id', visit => findDomainPage(visit, visit.params.id)),

  /** What is typed into the settings beside the button is saved first. */
  page('POST /domains/:id/verify', async visit => {
    const { tx, form, now, parts } = visit
    const domain = await findOr(visit)
    if (domain.is_placeholder) return stillClaimed()
    const stored = form.has('tls') ? await findDomainView(visit, domain.id, parts.domains) : undefined
    if (stored && isOtherThan(stored, askedChange(form))) {
      const refused = await saveSettings(visit, domain)
      if (refused) return refused
    }
    await askDns(tx, await findOr(visit), now)
    return { location: `/domains/${domain.id}?done=verifying` }
  }),

  page('POST /domains/:id/verify-claim', async visit => {
    const { tx, params, now } = visit
    const claim = await findClaimNow(visit, params.id)
    await askForProof(tx, found(claim, 'claim', 'It is not one of this team, or its domain was removed.'), now)
    return { location: `/domains/${params.id}?done=verifying` }
  }),

  page('POST /domains/:id/settings', async visit => {
    const domain = await findOr(visit)
    if (domain.is_placeholder) return stillClaimed()
    return (await saveSettings(visit, domain)) ?? { location: `/domains/${domain.id}?done=changed` }
  }),

  openPage('POST /domains/:id/rotate-dkim', async ({ asVisitor, parts }) => {
    const asked = await asVisitor(async visit => {
      return { domain: await findOr(visit), now: visit.now }
    })
    return asked.domain.is_placeholder ? stillClaimed() : afterKeys(parts, asked, 'rotated')
  }),

  page('POST /domains/:id/remove', async visit => {
    await forgetDomain(visit.tx, await findOr(visit), visit.now)
    return { location: '/domains?done=removed' }
  }),
]

/** The page with what was typed, when it is refused. */
async function saveSettings(visit: Visit<Visitor>, domain: Domain): Promise<View | undefined> {
  try {
    await changeDomain(visit, domain, { asked: askedChange(visit.form), settings: visit.parts.domains })
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return findDomainPage(visit, domain.id, error.message)
  }
}

type Shown = 'added' | 'claimed' | 'rotated'

async function afterKeys(
  { database }: PageParts,
  { domain, now }: { domain: Domain; now: Date },
  done: Shown,
): Promise<{ location: string }> {
  await giveKeys({ unit: body => database.unit(body) }, domain, now)
  return { location: `/domains/${domain.id}?done=${done}` }
}

async function findOr({ tx, team_id, params: { id } }: Visit<Visitor, 'GET /domains/:id'>): Promise<Domain> {
  return found(await findDomain(tx, { team_id, id }), 'domain', REMOVED)
}

function stillClaimed(): PageProblem {
  return problem(
    409,
    'It is still claimed',
    'The domain is not this team’s yet. This can be done when the claim is completed.',
  )
}

async function troubleOf({ tx, team_id, form }: Visit<Visitor>, error: unknown): Promise<DomainTrouble> {
  if (!(error instanceof Refusal)) throw error
  const canClaim = error.status === 403 && (await isClaimable(tx, team_id, form.get('name') ?? ''))
  return { form, text: error.message, canClaim }
}

async function findDomainsView(
  { tx, team_id, visitor, query, parts }: Visit<Visitor>,
  trouble?: DomainTrouble,
): Promise<View> {
  const page = await findPage(query, asked => listDomains(tx, { team_id }, asked))
  const { mail_host } = parts.domains
  return {
    title: 'Domains',
    done: DONE,
    body: ({ done }) => domainsBody({ page, visitor, done, trouble, mail_host }),
    ...(trouble && { status: 422 }),
  }
}

async function findDomainPage(visit: Visit<Visitor>, id: string, trouble?: string): Promise<View> {
  const { visitor, form, parts } = visit
  const domain = found(await findDomainView(visit, id, parts.domains), 'domain', REMOVED)
  const claim = await findClaimNow(visit, id)
  const { domains: settings } = parts
  const asked = trouble === undefined ? undefined : askedChange(form)
  return {
    title: domain.name,
    done: DONE,
    body: ({ done }) => domainBody({ domain, claim, visitor, done, trouble, asked, settings }),
    ...(trouble !== undefined && { status: 422 }),
  }
}
