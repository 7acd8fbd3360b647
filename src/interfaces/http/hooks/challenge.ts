// Creates the WWW-Authenticate header, which describes the credentials to send (RFC 9728 5.1, RFC 6750 3, RFC 9449 7.1).
import type { Context } from 'koa'
import type { Scope } from '../../../../generated/scopes.ts'
import { SIGNATURE_ALGORITHMS } from '../../../identity/oauth/algorithms.ts'

type Scheme = 'Bearer' | 'DPoP'

/** `scheme`: the one that the error is about; defaults to that of the request. */
export type Challenge = (ctx: Context, error?: string, scheme?: Scheme) => void

export const INVALID_TOKEN = 'error="invalid_token"'

const ALGORITHMS = `algs="${SIGNATURE_ALGORITHMS.join(' ')}"`

/** `scope`: the one to request from the user. */
export function challengeWriter(resource_metadata_url: string, scope?: Scope): Challenge {
  const resource = `${scope === undefined ? '' : `scope="${scope}", `}resource_metadata="${resource_metadata_url}"`
  const text = (error: string | undefined, scheme: Scheme): string => {
    // Bearer first: the MCP SDKs only read the first word of the header
    if (error === undefined) return `Bearer ${resource}, DPoP ${ALGORITHMS}`
    return scheme === 'DPoP' ? `DPoP ${error}, ${ALGORITHMS}, ${resource}` : `Bearer ${error}, ${resource}`
  }
  return (ctx, error, scheme = schemeOf(ctx)) => ctx.set('WWW-Authenticate', text(error, scheme))
}

function schemeOf(ctx: Context): Scheme {
  return /^dpop(?: |$)/i.test(ctx.headers.authorization ?? '') ? 'DPoP' : 'Bearer'
}
