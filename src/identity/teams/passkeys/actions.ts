// Passkeys of a person: each can be used to log in, and as a second factor after the password.
import type * as WebAuthn from '@simplewebauthn/server'
import { countAttempt } from '../../../base/rate-limits/store.ts'
import { lazy } from '../../../base/runtime/lazy.ts'
import { Seal } from '../../../base/secrets/seal.ts'
import { hashToken } from '../../../base/secrets/tokens.ts'
import type { Database, TimedTx } from '../../../base/store/database.ts'
import { recordUserEvent } from '../actions.ts'
import { hasAuthenticatorApp } from '../factors/actions.ts'
import { removeRecoveryCodes } from '../factors/store.ts'
import type { User } from '../store.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'

const webauthn = lazy<typeof WebAuthn>('@simplewebauthn/server')

type Account = Pick<User, 'id' | 'email'>

/** The purpose of a challenge, and the cookie of the session or of the login that it was created for. */
interface ChallengeBinding {
  purpose: 'add' | 'log in' | 'second step'
  token: string
  server_secret: string
}

/**
 * A challenge is a seal, so that a page without a login stores nothing. It is consumed when the rest of the response is valid.
 */
export function passkeyChallenge(bound: ChallengeBinding, now: Date): string {
  return sealOf(bound).seal(Buffer.from(contentOf(bound)), now)
}

async function useChallenge({ tx, now }: TimedTx, challenge: string, bound: ChallengeBinding): Promise<boolean> {
  const opened = sealOf(bound).open(challenge)
  if (!opened || opened.value.toString() !== contentOf(bound)) return false
  if (now.getTime() - opened.sealed_at.getTime() > rules.CHALLENGE_LIFETIME_MS) return false
  const once = { key: `passkey challenge ${opened.id}`, tries: 1 }
  return (await countAttempt({ tx, now }, [once], rules.CHALLENGE_LIFETIME_MS)).wait_ms === 0
}

function sealOf({ server_secret }: ChallengeBinding): Seal {
  return new Seal(`${server_secret} passkey`)
}

function contentOf({ purpose, token }: ChallengeBinding): string {
  return `${purpose} ${hashToken(token)}`
}

/**
 * A valid response, checked outside of any transaction because the library waits for WebCrypto. Its challenge is consumed in
 * the transaction that uses it.
 */
interface CheckedResponse {
  credential_id: string
  challenge: string
  counter: number
}

interface CheckedPasskey extends CheckedResponse {
  public_key: string
}

export interface CheckedUse extends CheckedResponse {
  user_id: string
}

export async function checkNewPasskey(
  { credential_id, client_data, attestation_object }: rules.NewPasskeyAnswer,
  party: rules.RelyingParty,
): Promise<CheckedPasskey | undefined> {
  return unlessRefused(client_data, async (challenge, { verifyRegistrationResponse }) => {
    if (!rules.hasNoCertificate(attestation_object)) return undefined
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expectedOf(challenge, party),
      supportedAlgorithmIDs: rules.ALGORITHMS,
      response: {
        ...credentialOf(credential_id),
        response: { clientDataJSON: client_data, attestationObject: attestation_object },
      },
    })
    if (!registrationInfo || !rules.isNewCredential(credential_id, registrationInfo.credential)) return undefined
    const { publicKey, counter } = registrationInfo.credential
    return { credential_id, challenge, counter, public_key: Buffer.from(publicKey).toString('base64url') }
  })
}

export async function checkPasskeyUse(
  database: Pick<Database, 'read'>,
  { credential_id, client_data, authenticator_data, signature }: rules.PasskeyUse,
  party: rules.RelyingParty,
): Promise<CheckedUse | undefined> {
  const passkey = await database.read(tx => store.findPasskey(tx, { credential_id }))
  if (!passkey) return undefined
  const { user_id, public_key } = passkey
  return unlessRefused(client_data, async (challenge, { verifyAuthenticationResponse }) => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expectedOf(challenge, party),
      // the counter is compared when it is saved, because two responses can arrive at the same moment
      credential: { id: credential_id, publicKey: Buffer.from(public_key, 'base64url'), counter: 0 },
      response: {
        ...credentialOf(credential_id),
        response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
      },
    })
    return verified ? { credential_id, user_id, challenge, counter: authenticationInfo.newCounter } : undefined
  })
}

/** The library throws for a response that it refuses or cannot parse. */
async function unlessRefused<Right>(
  client_data: string,
  check: (challenge: string, library: typeof WebAuthn) => Promise<Right | undefined>,
): Promise<Right | undefined> {
  const library = webauthn()
  try {
    const challenge = rules.challengeIn(client_data)
    return challenge === undefined ? undefined : await check(challenge, library)
  } catch {
    return undefined
  }
}

/** Whether the challenge was created by this server is checked when it is consumed. */
function expectedOf(expectedChallenge: string, { rp_id: expectedRPID, origin: expectedOrigin }: rules.RelyingParty) {
  return { expectedChallenge, expectedRPID, expectedOrigin, requireUserVerification: true }
}

function credentialOf(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
}

interface NewPasskey extends ChallengeBinding {
  made: CheckedPasskey
  name: string
}

export async function addPasskey(
  { tx, now }: TimedTx,
  user: Account,
  { made: { challenge, ...made }, name, ...bound }: NewPasskey,
): Promise<'added' | 'refused' | 'too_many'> {
  tx.guard(null, 'passkeys', user.id)
  if ((await store.listPasskeys(tx, { user_id: user.id })).length >= rules.PASSKEYS_MAX) return 'too_many'
  if (!(await useChallenge({ tx, now }, challenge, bound))) return 'refused'
  const passkey = { ...made, user_id: user.id, name, created_at: now.toISOString(), last_used_at: null }
  if (!(await store.insertPasskey(tx, passkey))) return 'refused'
  await recordUserEvent(tx, user, { type: 'member.passkey_added', at: now })
  return 'added'
}

/**
 * The id of the person whose passkey was used; `undefined` if its challenge was not created by this server, or its counter
 * decreased.
 */
export async function usePasskey(
  { tx, now }: TimedTx,
  { credential_id, user_id, challenge, counter }: CheckedUse,
  bound: ChallengeBinding,
): Promise<string | undefined> {
  if (!(await useChallenge({ tx, now }, challenge, bound))) return undefined
  // a counter that decreases indicates a cloned authenticator (6.1.1)
  const used = { credential_id, user_id, counter, last_used_at: now.toISOString() }
  return (await store.savePasskeyUse(tx, used)) ? user_id : undefined
}

/** Removes a passkey of a person, and with their last factor the recovery codes. Returns whether it existed. */
export async function removePasskey({ tx, now }: TimedTx, user: Account, credential_id: string): Promise<boolean> {
  const user_id = user.id
  if (!(await store.removePasskeyRow(tx, { user_id, credential_id }))) return false
  const isLast = (await store.listPasskeys(tx, { user_id })).length === 0
  if (isLast && !(await hasAuthenticatorApp(tx, user_id))) removeRecoveryCodes(tx, { user_id })
  await recordUserEvent(tx, user, { type: 'member.passkey_removed', at: now })
  return true
}

/** Removes all passkeys of a person, and the recovery codes if they have no app. Returns whether there was a passkey. */
export async function removePasskeys({ tx, now }: TimedTx, user: Account): Promise<boolean> {
  const user_id = user.id
  if (!(await store.removePasskeysOf(tx, { user_id }))) return false
  if (!(await hasAuthenticatorApp(tx, user_id))) removeRecoveryCodes(tx, { user_id })
  await recordUserEvent(tx, user, { type: 'member.passkey_removed', at: now })
  return true
}
