// The operations on domains.
import type { Handler, Handlers } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { TeamUnit } from '../../base/store/database.ts'
import { updateDomain, removeDomain, createDomain, startVerification } from './actions.ts'
import { createDomainKeys } from './keys/actions.ts'
import { domainResponse, domainItem, domainRecordItem } from './present.ts'
import { dkimRecords, type DomainSettings } from './records.ts'
import { listDomains, type Domain, findDomain, listDomainKeys } from './store.ts'

type DomainHandlers = Pick<
  Handlers,
  'createDomain' | 'listDomains' | 'getDomain' | 'updateDomain' | 'verifyDomain' | 'rotateDkim' | 'removeDomain'
>

/** `settings`: this server's values in the DNS records of all domains. */
export function domainHandlers(settings: DomainSettings): DomainHandlers {
  return {
    // creating keys takes a tenth of a second, so it runs outside of the transaction; a domain without keys gets them at its
    // first check
    createDomain: async call => {
      const domain = await createDomain(call, call.body)
      const afterCommit: Awaited<ReturnType<Handler<'createDomain'>>> = {
        status: 201,
        afterCommit: async committed =>
          domainResponse(domain, await createDomainKeys(committed, domain, call.now), settings),
      }
      return afterCommit
    },
    listDomains: async ({ tx, team_id, query }) => {
      const { rows, has_more } = await listDomains(tx, { team_id }, query)
      return { status: 200, body: { object: 'list', has_more, data: rows.map(domainItem) } }
    },
    getDomain: async call => {
      const domain = await requireDomain(call)
      const keys = await listDomainKeys(call.tx, { team_id: domain.team_id, domain_id: domain.id })
      return { status: 200, body: { object: 'domain', ...domainResponse(domain, keys, settings) } }
    },
    updateDomain: async call => {
      const before = await requireDomain(call)
      await updateDomain(call, before, { asked: call.body, settings })
      return { status: 200, body: { object: 'domain', id: before.id } }
    },
    verifyDomain: async call => {
      const domain = await requireDomain(call)
      await startVerification(call, domain)
      return { status: 200, body: { object: 'domain', id: domain.id } }
    },
    rotateDkim: async call => {
      const domain = await requireDomain(call)
      return {
        status: 200,
        afterCommit: async committed => {
          const keys = await createDomainKeys(committed, domain, call.now)
          const fresh = dkimRecords(domain.name, keys).filter(({ key }) => key!.state === 'new')
          return { object: 'domain', id: domain.id, records: fresh.map(record => domainRecordItem(domain, record)) }
        },
      }
    },
    removeDomain: async call => {
      const domain = await requireDomain(call)
      await removeDomain(call.tx, domain, call.now)
      return { status: 200, body: { object: 'domain', id: domain.id, deleted: true } }
    },
  }
}

async function requireDomain({ tx, team_id, path }: TeamUnit & { path: { domain_id: string } }): Promise<Domain> {
  const domain = await findDomain(tx, { team_id, id: path.domain_id })
  if (!domain) throw refusal('not_found', 'Domain not found')
  return domain
}
