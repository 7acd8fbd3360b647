// The WWW-Authenticate header, which names the credentials to send (RFC 9728 5.1, RFC 6750 3).
import type { Context } from 'koa'

export type Challenge = (ctx: Context, error?: string) => void

export const INVALID_TOKEN = 'error="invalid_token"'

export function challenging(resource_metadata_url: string): Challenge {
  const resource = `resource_metadata="${resource_metadata_url}"`
  return (ctx, error) => ctx.set('WWW-Authenticate', `Bearer ${error === undefined ? '' : `${error}, `}${resource}`)
}
