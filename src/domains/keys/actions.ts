// The keys that mail of a domain is signed with: making them, and giving them to who signs.
import { type DkimKeyPair, newDkimKeyPairs } from '../../secrets/dkim-keys.ts'
import { Seal } from '../../secrets/seal.ts'
import { serverSecret } from '../../secrets/store.ts'
import { randomLetters } from '../../secrets/tokens.ts'
import type { Committed } from '../../operation.ts'
import type { Tx } from '../../store/database.ts'
import type { Domain, DomainKey } from '../rules.ts'
import { insertDomainKeys, listKeys } from '../store.ts'

const SELECTOR_LETTERS = 6

const sealOf = async (tx: Tx, now: Date): Promise<Seal> => new Seal(await serverSecret(tx, 'domain_keys', now))

/** Gives a domain new keys beside those it has, unless new ones wait to be found already; all that it then has. */
export async function giveKeys(
  { unit }: Pick<Committed, 'unit'>,
  { team_id, id: domain_id }: Pick<Domain, 'team_id' | 'id'>,
  now: Date,
): Promise<DomainKey[]> {
  const pairs = await newDkimKeyPairs()
  // another server, or another team, may have keys for this domain: their records must not stand in each other's way
  const selector = `lm${randomLetters(SELECTOR_LETTERS).toLowerCase()}`
  return unit(async tx => {
    tx.guard(team_id, 'keys of a domain', domain_id)
    const before = await listKeys(tx, team_id, domain_id)
    if (before.some(({ state }) => state === 'new')) return before
    const seal = await sealOf(tx, now)
    const made = pairs.map(({ algorithm, public_key, private_key }: DkimKeyPair): DomainKey => ({
      id: tx.newId('domain_keys'),
      team_id,
      domain_id,
      selector: algorithm === 'rsa' ? selector : `${selector}-ed`,
      algorithm,
      public_key,
      sealed: seal.sealed(private_key, now),
      state: 'new',
      created_at: now.toISOString(),
      retired_at: null,
    }))
    insertDomainKeys(tx, made)
    return [...before, ...made]
  })
}

/** What a message is signed with. */
export interface OpenKey {
  id: string
  algorithm: DomainKey['algorithm']
  selector: string
  /** PKCS #8 */
  private_key: Buffer
}

/** The keys of a domain that are in use, opened; none when its records were not found. */
export async function openKeys(tx: Tx, team_id: string, domain_id: string, now: Date): Promise<OpenKey[]> {
  const active = (await listKeys(tx, team_id, domain_id)).filter(({ state }) => state === 'active')
  if (active.length === 0) return []
  const seal = await sealOf(tx, now)
  return active.flatMap(({ id, algorithm, selector, sealed }) => {
    const opened = seal.opened(sealed)
    return opened ? [{ id, algorithm, selector, private_key: opened.value }] : []
  })
}
