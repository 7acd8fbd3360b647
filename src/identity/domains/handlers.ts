import type { Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { Tx } from '../../base/store/database.ts'
import { askDns, changeDomain, forgetDomain, listDomains, makeDomain } from './actions.ts'
import { giveKeys } from './keys/actions.ts'
import { domainAnswer, domainItem, shownRecord } from './present.ts'
import { dkimRecords, type DomainSettings } from './records.ts'
import type { Domain } from './rules.ts'
import * as store from './store.ts'

type Operation =
  | 'createDomain'
  | 'listDomains'
  | 'getDomain'
  | 'updateDomain'
  | 'verifyDomain'
  | 'rotateDkim'
  | 'removeDomain'
export type DomainHandlers = { readonly [K in Operation]: Handler<K> }

/** `settings`: what the records of all domains say of this server. */
export function domainHandlers(settings: DomainSettings): DomainHandlers {
  return {
    // keys take a tenth of a second to make, for which no unit waits; a domain without keys gets them when it is verified
    createDomain: async ({ tx, caller, body, now }) => {
      const domain = await makeDomain(tx, caller.team_id, body, now)
      const afterCommit: Awaited<ReturnType<Handler<'createDomain'>>> = {
        status: 201,
        afterCommit: async committed => domainAnswer(domain, await giveKeys(committed, domain, now), settings),
      }
      return afterCommit
    },
    listDomains: async ({ tx, caller, query }) => {
      const { rows, has_more } = await listDomains(tx, caller.team_id, query)
      return { status: 200, body: { object: 'list', has_more, data: rows.map(domainItem) } }
    },
    getDomain: async ({ tx, caller, path }) => {
      const domain = await findOrRefuse(tx, caller.team_id, path.domain_id)
      const keys = await store.listKeys(tx, domain.team_id, domain.id)
      return { status: 200, body: { object: 'domain', ...domainAnswer(domain, keys, settings) } }
    },
    updateDomain: async ({ tx, caller, path, body, now }) => {
      const before = await findOrRefuse(tx, caller.team_id, path.domain_id)
      await changeDomain(tx, before, body, settings, now)
      return { status: 200, body: { object: 'domain', id: before.id } }
    },
    verifyDomain: async ({ tx, caller, path, now }) => {
      const domain = await findOrRefuse(tx, caller.team_id, path.domain_id)
      await askDns(tx, domain, now)
      return { status: 200, body: { object: 'domain', id: domain.id } }
    },
    rotateDkim: async ({ tx, caller, path, now }) => {
      const domain = await findOrRefuse(tx, caller.team_id, path.domain_id)
      return {
        status: 200,
        afterCommit: async committed => {
          const keys = await giveKeys(committed, domain, now)
          const fresh = dkimRecords(domain.name, keys).filter(({ key }) => key!.state === 'new')
          return { object: 'domain', id: domain.id, records: fresh.map(record => shownRecord(domain, record)) }
        },
      }
    },
    removeDomain: async ({ tx, caller, path, now }) => {
      const domain = await findOrRefuse(tx, caller.team_id, path.domain_id)
      await forgetDomain(tx, domain, now)
      return { status: 200, body: { object: 'domain', id: domain.id, deleted: true } }
    },
  }
}

export async function findOrRefuse(tx: Tx, team_id: string, id: string): Promise<Domain> {
  const domain = await store.findDomain(tx, team_id, id)
  if (!domain) throw refusal('not_found', 'Domain not found')
  return domain
}
