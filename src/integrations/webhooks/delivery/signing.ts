// The headers of a request according to Standard Webhooks, under the names of both families of client libraries. Each
// attempt has a new signature, because verifiers reject an old timestamp (replay attacks); the payload is always the same.
import { createHmac } from 'node:crypto'

/** Keys that sign one request: the current one, and the previous one. */
const KEYS_MAX = 2

/** `keys`: newest first. */
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
