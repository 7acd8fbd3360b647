// Runs one attempt of each kind of errand. The job decides about retries.
import { hash } from 'node:crypto'
import type { HttpClient } from '../../../base/net/http-client.ts'
import type { EffectOutcome } from '../effects/effect.ts'
import { type Errand, type ErrandOf, type HttpErrand, ErrandRetry } from '../effects/errand.ts'
import { responseBody, responseOutcome, retryAfterMs, withoutValues } from '../effects/http-response.ts'

/**
 * Runs an errand of one kind. The result settles the step; an error causes a retry. `id` is the same for each attempt, so that
 * the other server can recognize a repetition.
 */
export type ErrandRunner<Kind extends Errand['kind']> = (errand: ErrandOf<Kind>, id: string) => Promise<EffectOutcome>

/** By the kind of errand. */
export type ErrandRunners = { readonly [Kind in Errand['kind']]: ErrandRunner<Kind> }

export function errandRunners({ http }: { http: HttpClient }): ErrandRunners {
  return { http_request: (errand, id) => sendRequest(http, errand, id) }
}

async function sendRequest(http: HttpClient, errand: HttpErrand, id: string): Promise<EffectOutcome> {
  const { destination, method, url, headers, secrets = [], body, limit_ms } = errand
  const own = { ...lowerCase(headers), 'idempotency-key': keyOf(id) }
  const defaults = { 'user-agent': 'lettermill', ...(body !== null && { 'content-type': 'application/json' }) }
  const exchange = await http.send({ method, url, headers: { ...defaults, ...own }, body: body ?? undefined, limit_ms })
  if ('refused' in exchange) {
    return { error: { name: 'request_refused', message: `request to ${destination} not sent: ${exchange.refused}` } }
  }
  if ('broken' in exchange) throw new ErrandRetry(`${destination}: ${exchange.broken}`, { stopped: exchange.stopped })
  const { status, content_type, location, truncated, retry_after } = exchange.answer
  const shown = (value: unknown): unknown => withoutValues(value, secrets)
  const answer = {
    status,
    content_type,
    location: shown(location) as typeof location,
    body: shown(responseBody(exchange.answer.body, content_type)),
    truncated,
  }
  const outcome = responseOutcome(destination, answer)
  if ('again' in outcome) throw new ErrandRetry(outcome.again, { after_ms: retryAfterMs(retry_after, new Date()) })
  return outcome
}

/**
 * An idempotency key for the run and the step. It is a hash, because a step's key can contain characters that are not allowed
 * in a header.
 */
function keyOf(id: string): string {
  return hash('sha256', id, 'hex').slice(0, 40)
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
