// Unsubscriptions by address. They remain when the contact is deleted, created again or erased. Only a hash
// of the address is stored, so that the row alone identifies no person.
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import { type DepartedAddress, hasDeparted, findDeparted, saveDeparted } from './store.ts'

const LEFT_NOTHING: DepartedAddress = { everything: false, topics: [] }

/** Like `findDepartedOne`, for hundreds of addresses: they are hashed only if the team has departed addresses. */
export async function findDepartedAmong(
  tx: Tx,
  team_id: string,
  emails: () => readonly string[],
): Promise<ReadonlyMap<string, DepartedAddress>> {
  return (await hasDeparted(tx, team_id)) ? findDeparted(tx, team_id, emails()) : NONE_DEPARTED
}

const NONE_DEPARTED: ReadonlyMap<string, DepartedAddress> = new Map()

export async function findDepartedOne(tx: Tx, team_id: string, email: string): Promise<DepartedAddress> {
  const [known = LEFT_NOTHING] = (await findDeparted(tx, team_id, [email])).values()
  return known
}

/** A person's decision: about all marketing email, if given, and about the given topics. */
interface Departure {
  everything?: boolean | undefined
  topics?: ReadonlyMap<string, 'opt_in' | 'opt_out'>
}

/** Records unsubscriptions and new subscriptions; everything else is unchanged. Returns whether anything changed. */
export async function updateDeparted(
  { tx, team_id, now }: TeamUnit,
  email: string,
  { everything, topics = new Map() }: Departure,
): Promise<boolean> {
  const before = await findDepartedOne(tx, team_id, email)
  const left = [...topics].filter(([, choice]) => choice === 'opt_out').map(([id]) => id)
  const after: DepartedAddress = {
    everything: everything ?? before.everything,
    topics: [...before.topics.filter(id => !topics.has(id)), ...left].toSorted().slice(-TOPICS_MAX),
  }
  if (after.everything === before.everything && after.topics.join() === before.topics.join()) return false
  saveDeparted({ tx, team_id, now }, email, after)
  return true
}

/** Maximum topics stored for one address. */
const TOPICS_MAX = 1000
