// Export and erasure of one person's interactions with broadcasts.
import type { Tx } from '../../../base/store/database.ts'
import { domainOf } from '../../../base/text/addresses.ts'
import type { ClickRecord, FactRecord } from '../store.ts'
import { isPersonalLink } from './rules.ts'
import * as store from './store.ts'

interface OfContact {
  team_id: string
  contact_id: string
}

/** What a contact did with some broadcasts, by broadcast id. */
export async function findFactsOfPerson(
  tx: Tx,
  of: OfContact,
  broadcast_ids: readonly string[],
): Promise<{ facts: Map<string, FactRecord[]>; clicks: Map<string, ClickRecord[]> }> {
  return {
    facts: Map.groupBy(await store.factsOfPerson.all(tx, of, broadcast_ids), row => row.broadcast_id),
    clicks: Map.groupBy(await store.clicksOfPerson.all(tx, of, broadcast_ids), row => row.broadcast_id),
  }
}

/** Removes links that no other contact has followed, because such a link may contain data of this contact. */
export async function removePersonalLinks(
  tx: Tx,
  { team_id, address }: { team_id: string; address: string },
  followed: ReadonlyMap<string, readonly ClickRecord[]>,
): Promise<void> {
  for (const [broadcast_id, rows] of followed) {
    const keys = rows.map(({ url_key }) => url_key)
    const known = await store.linksByKeys.all(tx, { team_id, broadcast_id }, keys)
    for (const { url_key } of known.filter(each => isPersonalLink(each, address)))
      tx.put(store.removeLink, { team_id, broadcast_id, url_key })
  }
}

/** Removes the facts of a contact, and the results of a domain without other recipients. The other sums are unchanged. */
export function removeContactFacts(
  tx: Tx,
  { team_id, contact_id, address }: OfContact & { address: string },
  broadcast_id: string,
): void {
  store.removeOwnDomain(tx, { team_id, broadcast_id, domain: domainOf(address).toLowerCase() })
  for (const part of [store.removeFacts, store.removeClicks]) tx.put(part, { team_id, broadcast_id, contact_id })
}
