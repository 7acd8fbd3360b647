// The DKIM keys of domains: creates them, and signs email with them.
import { createPrivateKey } from 'node:crypto'
import { BoundedMap } from '../../../base/limits/bounded-map.ts'
import type { SigningDomain } from '../../../base/net/dkim-signatures.ts'
import type { MailMessage } from '../../../base/net/mail-message.ts'
import { newDkimKeyPairs } from '../../../base/secrets/dkim-keys.ts'
import { Seal } from '../../../base/secrets/seal.ts'
import { record } from '../../../base/store/signals/record.ts'
import { serverSecret } from '../../../base/store/server-secret.ts'
import { randomLetters } from '../../../base/secrets/tokens.ts'
import type { CommittedDatabase } from '../../../base/operation/operation.ts'
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import { signMessage } from '../../../base/threads/signatures.ts'
import { recordDomainChange } from '../actions.ts'
import {
  type Domain,
  type DomainKey,
  findDomain,
  findSendingDomain,
  insertDomainKey,
  listDomainKeys,
} from '../store.ts'

const SELECTOR_LETTERS = 6

const sealOf = async (tx: Tx, now: Date): Promise<Seal> => new Seal(await serverSecret(tx, 'domain_keys', now))

/**
 * Creates new keys for a domain in addition to its present ones, unless earlier new ones are not in DNS yet. Returns all of its
 * keys.
 */
export async function createDomainKeys(
  { unit }: Pick<CommittedDatabase, 'unit'>,
  { team_id, id: domain_id, name }: Pick<Domain, 'team_id' | 'id' | 'name'>,
  now: Date,
): Promise<DomainKey[]> {
  // checked first: creating keys takes two threads a tenth of a second, and a caller could request it in a loop
  const waiting = await unit(tx => listDomainKeys(tx, { team_id, domain_id }))
  if (hasNew(waiting)) return waiting
  const pairs = await newDkimKeyPairs()
  // random, because another server or team may have keys for this domain, and the names of their records must not collide
  const selector = `lm${randomLetters(SELECTOR_LETTERS).toLowerCase()}`
  return unit(async tx => {
    tx.guard(team_id, 'keys of a domain', domain_id)
    const before = await listDomainKeys(tx, { team_id, domain_id })
    if (hasNew(before)) return before
    const seal = await sealOf(tx, now)
    const made = pairs.map(({ algorithm, public_key, private_key }): DomainKey => ({
      id: tx.newId('domain_keys'),
      team_id,
      domain_id,
      selector: algorithm === 'rsa' ? selector : `${selector}-ed`,
      algorithm,
      public_key,
      sealed: seal.seal(private_key, now),
      state: 'new',
      created_at: now.toISOString(),
      retired_at: null,
    }))
    for (const key of made) insertDomainKey(tx, key)
    const domain = before.length === 0 && (await findDomain(tx, { team_id, id: domain_id }))
    // recorded only now, because the signal's subscribers show the records, which include the keys
    if (domain) await recordDomainChange({ tx, now }, 'domain.created', domain)
    else if (before.length > 0) {
      const facts = { object_id: domain_id, name, changes: { selector: [before.at(-1)!.selector, selector] } } as const
      await record(tx, { type: 'domain.keys_rotated', team_id, at: now, ...facts })
    }
    return [...before, ...made]
  })
}

const hasNew = (keys: readonly DomainKey[]): boolean => keys.some(({ state }) => state === 'new')

type ReadTransaction = CommittedDatabase['read']

/** Signs the email of a domain whose keys were found in DNS. Returns other email unchanged. */
export type MailSigner = (read: ReadTransaction, from: SignedFrom, message: MailMessage) => Promise<MailMessage>

interface SignedFrom extends Pick<TeamUnit, 'team_id' | 'now'> {
  domain: string
}

const KNOWN_MAX = 1000
/** How long email may be signed with outdated keys: DNS records of old keys stay far longer. */
const KNOWN_FOR_MS = 10_000

export function mailSigner(): MailSigner {
  const known = new BoundedMap<string, { signing: SigningDomain; until_ms: number }>(KNOWN_MAX)
  return async (read, { team_id, domain, now }, message) => {
    const name = `${team_id} ${domain}`
    const kept = known.get(name)
    if (kept && performance.now() < kept.until_ms) return signMessage(team_id, message, kept.signing, now)
    const keys = await read(tx => openKeys({ tx, team_id, now }, domain))
    // not cached without a key, so that the first email after keys were found is signed
    if (keys.length === 0) return message
    const signing = { domain, keys }
    known.set(name, { signing, until_ms: performance.now() + KNOWN_FOR_MS })
    return signMessage(team_id, message, signing, now)
  }
}

/** The keys that a domain signs with, decrypted. */
async function openKeys({ tx, team_id, now }: TeamUnit, name: string): Promise<SigningDomain['keys']> {
  const domain = await findSendingDomain(tx, { team_id, name })
  const all = domain ? await listDomainKeys(tx, { team_id, domain_id: domain.id }) : []
  const active = all.filter(({ state }) => state === 'active')
  if (active.length === 0) return []
  const seal = await sealOf(tx, now)
  return active.flatMap(({ algorithm, selector, sealed }) => {
    const opened = seal.open(sealed)
    if (!opened) return []
    return { algorithm, selector, key: createPrivateKey({ key: opened.value, format: 'der', type: 'pkcs8' }) }
  })
}
