// The headers of a post by Standard Webhooks, under the names of both families of client libraries. Each attempt has a
// new signature, because verifiers refuse an old timestamp (replay attacks); the payload is always the same.
import { createHmac } from 'node:crypto'

/** Keys that sign one post: the present one, and the one before. */
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
