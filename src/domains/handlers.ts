import type { Handler } from '../operation.ts'
import { refusal } from '../refusal.ts'
import type { Tx } from '../store/database.ts'
import { addDomain, askDns, forgetDomain, listDomains, recordChange } from './actions.ts'
import { giveKeys } from './keys/actions.ts'
import { domainAnswer, domainItem, shownRecord } from './present.ts'
import { dkimRecords, type DomainSettings, recordsOf } from './records.ts'
import { createdDomain, type Domain, updatedDomain } from './rules.ts'
import * as store from './store.ts'
import { verdictOf } from './verdict.ts'

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
      const domain = createdDomain(body, { id: tx.newId('domains'), team_id: caller.team_id, now })
      await addDomain(tx, domain, now)
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
      const changed = updatedDomain(before, body)
      const keys = await store.listKeys(tx, before.team_id, before.id)
      const domain = { ...changed, ...verdictOf(changed, recordsOf(changed, keys, settings)) }
      const isOther = (['sending', 'receiving'] as const).some(side => changed[side] !== before[side])
      const hasMore = isOther || changed.tracking.at(-1) !== before.tracking.at(-1)
      if (hasMore && before.asked_at !== null) await askDns(tx, domain, now)
      else store.saveDomain(tx, domain)
      await recordChange(tx, 'domain.updated', domain, now)
      return { status: 200, body: { object: 'domain', id: domain.id } }
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
