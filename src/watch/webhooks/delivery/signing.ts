// The headers of a post: Standard Webhooks, under the names of both families of clients. Each attempt is signed afresh, as
// verifiers refuse a time that is minutes ago; the bytes that are signed are always the same.
import { createHmac } from 'node:crypto'

/** More keys do not sign. */
const KEYS_MAX = 2

/** `keys`: the newest first. */
export function signedHeaders(id: string, payload: string, keys: readonly Buffer[], now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signature = keys
    .slice(0, KEYS_MAX)
    .map(key => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')}`)
    .join(' ')
  return {
    'content-type': 'application/json',
    'user-agent': 'lettermill',
    'svix-id': id,
    'svix-timestamp': timestamp,
    'svix-signature': signature,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  }
}
