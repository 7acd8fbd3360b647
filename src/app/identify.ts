// Finds the caller of a request by its API key or OAuth access token. The two differ in their format.
import { findCallerWithKey } from '../identity/api-keys/actions.ts'
import type { Identify } from '../interfaces/http/contract/parts.ts'
import type { OAuth } from '../identity/oauth/actions.ts'
import { refusal } from '../base/text/refusal.ts'
import type { Database } from '../base/store/database.ts'

const CREDENTIALS = /^(Bearer|DPoP) +(\S+) *$/i

const DPOP_LENGTH = 'DPoP'.length

interface IdentifyParts {
  database: Pick<Database, 'unit' | 'readShared'>
  findCallerWithToken: OAuth['findCallerWithToken']
  /** Whether an API key that a client created with this grant may be used. */
  allowsKeyOf: (team_id: string, grant_id: string) => Promise<boolean>
  /** Called when a key's last use could not be saved. The request continues. */
  onTrouble: (error: unknown) => void
}

/**
 * Returns a function that finds the caller of an Authorization header, or throws a 401 that describes the expected
 * credentials.
 */
export function createIdentify({ database, findCallerWithToken, allowsKeyOf, onTrouble }: IdentifyParts): Identify {
  return async (authorization, now, request) => {
    if (!authorization) throw refusal('missing_api_key', 'Missing API key: send `Authorization: Bearer <API key>`.')
    const [, scheme, token] = CREDENTIALS.exec(authorization) ?? []
    if (token === undefined) throw refusal('invalid_api_key', withoutBearer(authorization))
    const isDpop = scheme!.length === DPOP_LENGTH
    if (token.startsWith('re_')) {
      if (isDpop)
        throw refusal('invalid_api_key', 'API keys do not support DPoP. Send `Authorization: Bearer <API key>`.')
      const caller = await database.readShared(token, async tx => {
        const found = await findCallerWithKey(tx, token, now)
        if (found?.use) database.unit(found.use).catch(onTrouble)
        return found?.caller
      })
      if (caller && (caller.grant_id === null || (await allowsKeyOf(caller.team_id, caller.grant_id)))) return caller
    } else if (token.includes('.')) {
      const caller = await findCallerWithToken(token, isDpop ? { now, request } : undefined)
      if (caller) return caller
      throw refusal(
        'invalid_api_key',
        'The access token is invalid, expired or revoked. Refresh it or authorize again.',
      )
    }
    throw refusal('invalid_api_key', 'API key is invalid: this server does not know it, or it was deleted')
  }
}

/** Describes a header that is not `Bearer` and a token. The header may contain a key, so no part of it is repeated. */
function withoutBearer(authorization: string): string {
  const wanted = 'send `Authorization: Bearer <API key>`'
  if (/^bearer\b/i.test(authorization))
    return `The Authorization header must have exactly one key or token after Bearer: ${wanted}`
  if (/^\s*\S+\s*$/.test(authorization)) return `The Authorization header has a key without Bearer: ${wanted}`
  return `The Authorization header must use the scheme Bearer: ${wanted}`
}
