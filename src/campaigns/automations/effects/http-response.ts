// The outcome of a step from the response to its HTTP request, and the form of the response for later steps.
import type { InSchemas } from '../../../../generated/api.ts'
import { parseJson } from '../../../base/text/json.ts'
import { findUnreadable } from '../../../base/text/readable.ts'
import type { EffectOutcome } from './effect.ts'

interface StepAnswer {
  status: number
  content_type: string | null
  location: string | null
  body: unknown
  truncated: boolean
}

/** `again`: why the request should be retried later. */
export function responseOutcome(destination: string, answer: StepAnswer): EffectOutcome | { again: string } {
  const said = `${destination} answered ${answer.status}`
  if (answer.status === 429 || answer.status >= 500) return { again: said }
  if (answer.status >= 400) return { error: { name: 'request_refused', message: said } }
  return { output: { ...answer } }
}

/** A copy of a JSON value with `(hidden)` in place of each secret in its texts and names. */
export function withoutValues(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return value
  if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, '(hidden)'), value)
  if (Array.isArray(value)) return value.map(item => withoutValues(item, secrets))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, inner]) => [
    withoutValues(name, secrets),
    withoutValues(inner, secrets),
  ])
  return Object.fromEntries(members)
}

const VALUES_MAX = 5000

/** The value of a JSON body, and the text of any other body. */
export function responseBody(bytes: Buffer, content_type: string | null): unknown {
  if (bytes.length === 0) return null
  if (/^[^;]*[/+]json\s*(?:;|$)/i.test(content_type ?? '')) {
    try {
      const value = parseJson(bytes, { values_max: VALUES_MAX })
      if (!findUnreadable(value)) return value
    } catch {
      // not JSON, or JSON with too many values: kept as text
    }
  }
  return bytes.toString().replaceAll('\0', '\ufffd')
}

const WAIT_MS_MAX = 3_600_000

/** The delay until the next attempt in `Retry-After` (RFC 9110 10.2.3): seconds or a date. */
export function retryAfterMs(text: string | null, now: Date): number {
  if (text === null) return 0
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), WAIT_MS_MAX)
}

/** The response in a simulation: the given one, or a 200 without a body. */
export function simulatedResponse(given: InSchemas['SimulatedAnswer'] | undefined): StepAnswer {
  const { status, body } = given ?? { status: 200, body: undefined }
  const content_type = body === undefined ? null : 'application/json'
  return { status, content_type, location: null, body: body ?? null, truncated: false }
}
