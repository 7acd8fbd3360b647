// The sending domains of a team: lists, adds, changes and removes them, checks their DNS, and claims domains of other teams.
import {
  changeDomain,
  findDomainView,
  forgetDomain,
  makeDomain,
  startVerification,
} from '../../../../identity/domains/actions.ts'
import { type Domain, findDomain, listDomains } from '../../../../identity/domains/store.ts'
import { askForProof, beginClaim, findClaimNow, isClaimable } from '../../../../identity/domains/claims/actions.ts'
import { giveKeys } from '../../../../identity/domains/keys/actions.ts'
import { unitsBy } from '../../../../base/store/acting.ts'
import type { Actor } from '../../../../base/store/actor.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { type DashboardPage, openPage, page, type PageParts, type Visit } from '../../page.ts'
import { found, type PageProblem, problem } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { findPage } from '../../ui/table.ts'
import { askedChange, askedClaim, askedDomain, isOtherThan } from './asked.ts'
import { domainsBody } from './list-view.ts'
import { domainBody } from './view.ts'

const REMOVED = 'It is not one of this team, or it was removed.'

const DONE = {
  added: 'The domain is added. Put its records into DNS, then have them verified.',
  claimed: 'The claim is begun. Put its record into DNS, then have it looked for.',
  verifying: 'DNS check started. Reload this page in a moment to see the results.',
  changed: 'The settings of the domain are changed.',
  rotated: 'New keys are made. Put their records into DNS beside the old ones, then have them verified.',
  removed: 'The domain was removed. Its records can go from DNS.',
}

const domainList = page(
  'GET /domains',
  'builder',
  async ({ tx, team_id, visitor, query, path, form, parts, fault }) => {
    const page = await findPage(query, asked => listDomains(tx, { team_id }, asked))
    const { mail_host } = parts.domains
    const isTaken = fault?.cause instanceof Refusal && fault.cause.status === 403 && path === '/domains/add'
    const canClaim = isTaken && (await isClaimable(tx, team_id, form.get('name') ?? ''))
    return {
      title: 'Domains',
      done: DONE,
      body: outcome => domainsBody({ ...outcome, page, visitor, canClaim, mail_host }),
    }
  },
)

const domainPage = page('GET /domains/:id', 'builder', async visit => {
  const { visitor, parts, params, query } = visit
  const settings = parts.domains
  const domain = found(await findDomainView(visit, params.id, settings), 'domain', REMOVED)
  const claim = await findClaimNow(visit, params.id)
  const { verifying, ...done } = DONE
  // after the check, the page shows its results
  const isChecked = domain.checked_at !== null && domain.checked_at >= (query.get('since') ?? '')
  return {
    title: domain.name,
    done: isChecked && !domain.is_placeholder ? done : { ...done, verifying },
    body: outcome => domainBody({ ...outcome, domain, claim, visitor, settings }),
  }
})

/** As in the API, every member of the team may use these pages. */
export const domainPages: DashboardPage[] = [
  domainList,

  /** Keys are created outside of the transaction, because that takes a tenth of a second. */
  openPage(
    'POST /domains/add',
    'builder',
    async ({ asVisitor, parts }) => {
      const made = await asVisitor(async visit => ({
        domain: await makeDomain(visit, askedDomain(visit.form)),
        ...by(visit),
      }))
      return afterKeys(parts, made, 'added')
    },
    { refused: domainList },
  ),

  openPage(
    'POST /domains/claim',
    'builder',
    async ({ asVisitor, parts }) => {
      const { made, claim, ...by_whom } = await asVisitor(async visit => ({
        ...(await beginClaim(visit, askedClaim(visit.form))),
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
      const domain = await findOr(visit)
      if (domain.is_placeholder) return stillClaimed()
      const stored = form.has('tls') ? await findDomainView(visit, domain.id, parts.domains) : undefined
      if (stored && isOtherThan(stored, askedChange(form))) await saveSettings(visit, domain)
      await startVerification(visit, await findOr(visit))
      return { location: `/domains/${domain.id}?done=verifying&since=${visit.now.toISOString()}` }
    },
    { refused: domainPage },
  ),

  page('POST /domains/:id/verify-claim', 'builder', async visit => {
    const { tx, params, now } = visit
    const claim = await findClaimNow(visit, params.id)
    await askForProof(tx, found(claim, 'claim', 'It is not one of this team, or its domain was removed.'), now)
    return { location: `/domains/${params.id}?done=verifying` }
  }),

  page(
    'POST /domains/:id/settings',
    'builder',
    async visit => {
      const domain = await findOr(visit)
      if (domain.is_placeholder) return stillClaimed()
      await saveSettings(visit, domain)
      return { location: `/domains/${domain.id}?done=changed` }
    },
    { refused: domainPage },
  ),

  openPage('POST /domains/:id/rotate-dkim', 'builder', async ({ asVisitor, parts }) => {
    const asked = await asVisitor(async visit => {
      return { domain: await findOr(visit), ...by(visit) }
    })
    return asked.domain.is_placeholder ? stillClaimed() : afterKeys(parts, asked, 'rotated')
  }),

  page('POST /domains/:id/remove', 'builder', async visit => {
    await forgetDomain(visit.tx, await findOr(visit), visit.now)
    return { location: '/domains?done=removed' }
  }),
]

function saveSettings(visit: Visit<Visitor>, domain: Domain): Promise<unknown> {
  return changeDomain(visit, domain, { asked: askedChange(visit.form), settings: visit.parts.domains })
}

type Shown = 'added' | 'claimed' | 'rotated'

/** The actor and time of the transaction, for later steps. */
interface By {
  actor: Actor
  now: Date
}

const by = ({ tx: { actor }, now }: Visit<Visitor>): By => ({ actor, now })

async function afterKeys(
  { database }: PageParts,
  { domain, actor, now }: By & { domain: Domain },
  done: Shown,
): Promise<{ location: string }> {
  await giveKeys({ unit: unitsBy(database, actor) }, domain, now)
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
