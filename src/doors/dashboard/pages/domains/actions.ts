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
import type { Tx } from '../../../../base/store/database.ts'
import { type DashboardPage, openPage, page, type PageParts, type View, type Visit } from '../../page.ts'
import { found, type PageProblem, problem } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { doneBox } from '../../ui/flash.ts'
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
      const { tx, visitor, form, now } = visit
      try {
        return { domain: await makeDomain(tx, visitor.team.id, askedDomain(form), now), now }
      } catch (error) {
        const trouble = await troubleOf(visit, error)
        return { view: await findDomainsView(visit, trouble) }
      }
    })
    if ('view' in added) return added.view
    return afterKeys(parts, added.domain, added.now, 'added')
  }),

  openPage('POST /domains/claim', async ({ asVisitor, parts }) => {
    const begun = await asVisitor(async visit => {
      const { tx, visitor, form, now } = visit
      try {
        return { ...(await beginClaim(tx, visitor.team.id, askedClaim(form), now)), now }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { view: await findDomainsView(visit, { form, text: error.message, canClaim: false }) }
      }
    })
    if ('view' in begun) return begun.view
    const { made, claim, now } = begun
    return made ? afterKeys(parts, made, now, 'claimed') : { location: `/domains/${claim.domain_id}?done=claimed` }
  }),

  page('GET /domains/:id', visit => findDomainPage(visit, visit.params.id)),

  /** What is typed into the settings beside the button is saved first. */
  page('POST /domains/:id/verify', async visit => {
    const { tx, visitor, params, form, now, parts } = visit
    const domain = await findOr(tx, visitor, params)
    if (domain.is_placeholder) return stillClaimed()
    const stored = form.has('tls') ? await findDomainView(tx, visitor.team.id, domain.id, parts.domains) : undefined
    if (stored && isOtherThan(stored, askedChange(form))) {
      const refused = await saveSettings(visit, domain)
      if (refused) return refused
    }
    await askDns(tx, await findOr(tx, visitor, params), now)
    return { location: `/domains/${domain.id}?done=verifying` }
  }),

  page('POST /domains/:id/verify-claim', async ({ tx, visitor, params, now }) => {
    const claim = await findClaimNow(tx, visitor.team.id, params.id, now)
    await askForProof(tx, found(claim, 'claim', 'It is not one of this team, or its domain was removed.'), now)
    return { location: `/domains/${params.id}?done=verifying` }
  }),

  page('POST /domains/:id/settings', async visit => {
    const domain = await findOr(visit.tx, visit.visitor, visit.params)
    if (domain.is_placeholder) return stillClaimed()
    return (await saveSettings(visit, domain)) ?? { location: `/domains/${domain.id}?done=changed` }
  }),

  openPage('POST /domains/:id/rotate-dkim', async ({ asVisitor, params, parts }) => {
    const { domain, now } = await asVisitor(async ({ tx, visitor, now }) => {
      return { domain: await findOr(tx, visitor, params), now }
    })
    return domain.is_placeholder ? stillClaimed() : afterKeys(parts, domain, now, 'rotated')
  }),

  page('POST /domains/:id/remove', async ({ tx, visitor, params, now }) => {
    await forgetDomain(tx, await findOr(tx, visitor, params), now)
    return { location: '/domains?done=removed' }
  }),
]

/** The page with what was typed, when it is refused. */
async function saveSettings(visit: Visit<Visitor>, domain: Domain): Promise<View | undefined> {
  const { tx, form, now, parts } = visit
  try {
    await changeDomain(tx, domain, askedChange(form), parts.domains, now)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return findDomainPage(visit, domain.id, error.message)
  }
}

type Shown = 'added' | 'claimed' | 'rotated'

async function afterKeys(
  { database }: PageParts,
  domain: Domain,
  now: Date,
  done: Shown,
): Promise<{ location: string }> {
  await giveKeys({ unit: body => database.unit(body) }, domain, now)
  return { location: `/domains/${domain.id}?done=${done}` }
}

async function findOr(tx: Tx, { team }: Visitor, { id }: { id: string }): Promise<Domain> {
  return found(await findDomain(tx, team.id, id), 'domain', REMOVED)
}

function stillClaimed(): PageProblem {
  return problem(
    409,
    'It is still claimed',
    'The domain is not this team’s yet. This can be done when the claim is completed.',
  )
}

async function troubleOf({ tx, visitor, form }: Visit<Visitor>, error: unknown): Promise<DomainTrouble> {
  if (!(error instanceof Refusal)) throw error
  const canClaim = error.status === 403 && (await isClaimable(tx, visitor.team.id, form.get('name') ?? ''))
  return { form, text: error.message, canClaim }
}

async function findDomainsView({ tx, visitor, query, parts }: Visit<Visitor>, trouble?: DomainTrouble): Promise<View> {
  const page = await findPage(query, asked => listDomains(tx, visitor.team.id, asked))
  const done = doneBox(query, DONE)
  const { mail_host } = parts.domains
  return {
    title: 'Domains',
    body: () => domainsBody({ page, visitor, done, trouble, mail_host }),
    ...(trouble && { status: 422 }),
  }
}

async function findDomainPage(
  { tx, visitor, query, form, now, parts }: Visit<Visitor>,
  id: string,
  trouble?: string,
): Promise<View> {
  const domain = found(await findDomainView(tx, visitor.team.id, id, parts.domains), 'domain', REMOVED)
  const claim = await findClaimNow(tx, visitor.team.id, id, now)
  const done = doneBox(query, DONE)
  const { domains: settings } = parts
  const asked = trouble === undefined ? undefined : askedChange(form)
  return {
    title: domain.name,
    body: () => domainBody({ domain, claim, visitor, done, trouble, asked, settings }),
    ...(trouble !== undefined && { status: 422 }),
  }
}
