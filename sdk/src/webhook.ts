// Verifies the requests of webhooks: the signature with the signing secret, and the timestamp.
import { LettermillError } from './errors.js'
import type { WebhookEvent } from './generated/types.gen.js'

/** The request cannot be trusted; answer it with 400. */
export class WebhookVerificationError extends LettermillError {
  override name = 'WebhookVerificationError'
}

export interface PostedWebhook {
  /** The raw request body, before it is parsed. */
  payload: string
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The signing secret of the webhook, `whsec_…`. */
  secret: string
  /** The maximum age of a request; five minutes by default. */
  toleranceSeconds?: number
  /** The current time, for tests. */
  now?: Date
}

/** Includes the id of the event, which is in a header. */
export type Identified<Event> = Event & { webhook_id: string }

const TOLERANCE_S = 300
const FAMILIES = ['webhook', 'svix'] as const

/** Returns the event of the request and its id, which is the same in each retry. Throws a WebhookVerificationError. */
export async function verifyWebhook({
  payload,
  headers,
  secret,
  toleranceSeconds = TOLERANCE_S,
  now = new Date(),
}: PostedWebhook): Promise<Identified<WebhookEvent>> {
  const family = FAMILIES.find(each => headerOf(headers, `${each}-id`) !== undefined)
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(
    name => family && headerOf(headers, `${family}-${name}`),
  )
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('Missing webhook headers.')
  const age_s = now.getTime() / 1000 - Number(timestamp)
  // an old request must not be replayed by another sender
  if (!(Math.abs(age_s) <= toleranceSeconds))
    throw new WebhookVerificationError(
      `The webhook timestamp is outside of the tolerance of ${toleranceSeconds} seconds.`,
    )
  const key = await keyOf(secret)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${payload}`)
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined
    // the comparison takes constant time
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
      return { ...(JSON.parse(payload) as WebhookEvent), webhook_id: id }
  }
  throw new WebhookVerificationError('No webhook signature matches this secret.')
}

function headerOf(headers: PostedWebhook['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'object' ? found[0] : found
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0) throw new LettermillError('`secret` must be the signing secret of a webhook.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
