// The results of broadcasts, for other modules.
import type { Tx } from '../../base/store/database.ts'
import { totalTally, type Tally } from './rules.ts'
import {
  COUNTED_OF_DOMAINS,
  countFacts,
  type DomainTally,
  findTallies,
  listDomainTallies,
  TALLY_SHARDS,
  type OneBroadcast,
} from './store.ts'

/** The current results of some broadcasts, each and in total. The cost does not depend on the number of recipients. */
export async function sumTallies(
  tx: Tx,
  team_id: string,
  ids: readonly string[],
): Promise<{ total: Tally; each: Map<string, Tally> }> {
  const tallies = await findTallies(tx, team_id, ids)
  const each = new Map(ids.map(id => [id, totalTally(tallies.get(id) ?? [])]))
  return { total: totalTally([...each.values()]), each }
}

/** The results of the two versions of an A/B test, among the recipients of the test. */
export async function sumVersions(tx: Tx, { team_id, broadcast_id }: OneBroadcast): Promise<Record<'a' | 'b', Tally>> {
  const rows = (await findTallies(tx, team_id, [broadcast_id])).get(broadcast_id) ?? []
  const of = (part: number): Tally => totalTally(rows.filter(({ shard }) => Math.floor(shard / TALLY_SHARDS) === part))
  return { a: of(1), b: of(2) }
}

/** Maximum domains whose results are listed separately. */
const DOMAINS_SHOWN = 20

/** The results by the domains of recipients: those with the most emails, and all others together. */
export async function sumDomains(
  tx: Tx,
  of: OneBroadcast,
  total: DomainTally,
): Promise<{ rows: (DomainTally & { domain: string })[]; rest: DomainTally }> {
  const rows = await listDomainTallies(tx, { ...of, limit: DOMAINS_SHOWN })
  const rest = COUNTED_OF_DOMAINS.map(name => [name, rows.reduce((left, row) => left - row[name], total[name])])
  return { rows, rest: Object.fromEntries(rest) as DomainTally }
}

/**
 * The number of recipients whose mail server initially deferred the email, whatever happened later; 10,000 means that or more.
 */
export async function countDelayedAtFirst(tx: Tx, team_id: string, broadcast_id: string): Promise<number> {
  return (await countFacts(tx, { team_id, broadcast_id, type: 'delivery_delayed' }))!.count
}
