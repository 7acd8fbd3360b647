// Passkeys of a person: each is a login of its own, and a second factor after the password.
import { takeTry } from '../../../base/rate-limits/store.ts'
import { Seal } from '../../../base/secrets/seal.ts'
import { hashOfToken } from '../../../base/secrets/tokens.ts'
import type { InTime } from '../../../base/store/database.ts'
import { recordOfPerson } from '../actions.ts'
import { hasCodeApp, removeCodesOf, removeFactor } from '../factors/actions.ts'
import type { User } from '../store.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'

export { ALGORITHMS, CHALLENGE_WAITS_MS, type PasskeyAnswer, relyingParty, type RelyingParty } from './rules.ts'
export { listPasskeys, type Passkey } from './store.ts'

type Account = Pick<User, 'id' | 'email'>

/** What a challenge is for, and the cookie of the session or of the login that it was made for. */
interface Bound {
  purpose: 'add' | 'log in' | 'second step'
  token: string
  server_secret: string
}

/**
 * A challenge is a seal, so that a page without a login stores nothing. It is used up by being counted when the rest of the answer
 * is right.
 */
export function passkeyChallenge(bound: Bound, now: Date): string {
  return sealOf(bound).sealed(Buffer.from(contentOf(bound)), now)
}

async function takeChallenge({ tx, now }: InTime, challenge: string, bound: Bound): Promise<boolean> {
  const opened = sealOf(bound).opened(challenge)
  if (!opened || opened.value.toString() !== contentOf(bound)) return false
  if (now.getTime() - opened.sealed_at.getTime() > rules.CHALLENGE_WAITS_MS) return false
  const once = { key: `passkey challenge ${opened.id}`, tries: 1 }
  return (await takeTry({ tx, now }, [once], rules.CHALLENGE_WAITS_MS)).wait_ms === 0
}

function sealOf({ server_secret }: Bound): Seal {
  return new Seal(`${server_secret} passkey`)
}

function contentOf({ purpose, token }: Bound): string {
  return `${purpose} ${hashOfToken(token)}`
}

interface Given extends Bound {
  answer: rules.PasskeyAnswer
  party: rules.RelyingParty
}

interface NewPasskey extends Given {
  public_key: string
  name: string
}

export async function addPasskey(
  { tx, now }: InTime,
  user: Account,
  { answer, public_key, name, party, ...bound }: NewPasskey,
): Promise<'added' | 'refused' | 'too_many'> {
  tx.guard(null, 'passkeys', user.id)
  if ((await store.listPasskeys(tx, { user_id: user.id })).length >= rules.PASSKEYS_MAX) return 'too_many'
  const shown = rules.shownBy(answer, 'webauthn.create', party)
  if (!shown || !rules.isNewCredential(answer, public_key)) return 'refused'
  if (!(await takeChallenge({ tx, now }, shown.challenge, bound))) return 'refused'
  const { credential_id } = answer
  const { counter } = shown
  const made = { credential_id, user_id: user.id, name, public_key, counter, last_used_at: null }
  if (!(await store.insertPasskey(tx, { ...made, created_at: now.toISOString() }))) return 'refused'
  await recordOfPerson(tx, user, { type: 'member.passkey_added', at: now })
  return 'added'
}

/** The id of the person whose passkey has answered this challenge; `undefined` if anything about the answer is wrong. */
export async function usePasskey(
  { tx, now }: InTime,
  { answer, signature, party, ...bound }: Given & { signature: string },
): Promise<string | undefined> {
  const { credential_id } = answer
  const passkey = await store.findPasskey(tx, { credential_id })
  const shown = rules.shownBy(answer, 'webauthn.get', party)
  if (!passkey || !shown || !rules.hasSigned(passkey.public_key, answer, signature)) return undefined
  if (!(await takeChallenge({ tx, now }, shown.challenge, bound))) return undefined
  // a counter that goes back is that of a copy (6.1.1)
  const used = { credential_id, counter: shown.counter, last_used_at: now.toISOString() }
  return (await store.savePasskeyUse(tx, used)) ? passkey.user_id : undefined
}

/** Removes a passkey of a person, and with their last factor the recovery codes. Returns whether they had it. */
export async function removePasskey({ tx, now }: InTime, user: Account, credential_id: string): Promise<boolean> {
  const user_id = user.id
  if (!(await store.removePasskeyRow(tx, { user_id, credential_id }))) return false
  const isLast = (await store.listPasskeys(tx, { user_id })).length === 0
  if (isLast && !(await hasCodeApp(tx, user_id))) removeCodesOf(tx, { user_id })
  await recordOfPerson(tx, user, { type: 'member.passkey_removed', at: now })
  return true
}

/** Takes all factors but the password from a person. Returns whether there was one. */
export async function removeAllFactors({ tx, now }: InTime, user: Account): Promise<boolean> {
  const had_passkeys = await store.removePasskeysOf(tx, { user_id: user.id })
  if (had_passkeys) await recordOfPerson(tx, user, { type: 'member.passkey_removed', at: now })
  return (await removeFactor({ tx, now }, user)) || had_passkeys
}
