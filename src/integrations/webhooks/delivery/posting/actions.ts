// Sends an event to an endpoint over a kept connection, and returns the outcome.
import type { KeepAliveClient, KeepAliveClients, KeepAliveOutcome } from '../../../../base/net/keep-alive.ts'
import { BoundedMap } from '../../../../base/limits/bounded-map.ts'
import { Budget } from '../../../../base/threads/budget.ts'
import { publicId } from '../../public-ids.ts'
import { POSTS_MAX, type PostOutcome, RESPONSE_BYTES_MAX, responseText } from '../rules.ts'
import { signedHeaders } from '../signing.ts'
import type { DueDelivery, Endpoint } from '../store.ts'

/** An endpoint with the keys that sign its requests, newest first. */
export interface SigningEndpoint {
  endpoint: Endpoint
  keys: readonly Buffer[]
}

/** Maximum number of endpoints whose connections are kept open. */
const ENDPOINTS_CACHED_MAX = 1000
/**
 * Maximum simultaneous requests in a process, and of one team. Failing endpoints have separate room, so that hanging
 * requests block no others.
 */
const ROOM = { well: { all: 300, team: 200 }, failing: { all: 100, team: 50 } }
const ROOM_WAIT_MS = 60_000

export class WebhookSender {
  readonly #http: Pick<KeepAliveClients, 'keep'>
  readonly #limit_ms: number
  readonly #clients = new BoundedMap<string, KeepAliveClient>(ENDPOINTS_CACHED_MAX)
  readonly #healthy = new Budget(ROOM.well.all, ROOM.well.team)
  readonly #failing = new Budget(ROOM.failing.all, ROOM.failing.team)

  constructor(http: Pick<KeepAliveClients, 'keep'>, limit_ms: number) {
    this.#http = http
    this.#limit_ms = limit_ms
  }

  /** Reserves room for a request, and returns the function that releases it; `undefined`: there is none. */
  tryAcquire({ team_id, failing_since }: Endpoint): (() => void) | undefined {
    const room = failing_since === null ? this.#healthy : this.#failing
    return room.tryAcquire(1, team_id) ? () => room.release(1, team_id) : undefined
  }

  /** The same, but waits for room. */
  async acquire({ team_id, failing_since }: Endpoint): Promise<() => void> {
    const room = failing_since === null ? this.#healthy : this.#failing
    while (!(await room.acquire(1, ROOM_WAIT_MS, team_id)));
    return () => room.release(1, team_id)
  }

  /** Sends an event. `undefined`: this server is stopping, and it is unknown whether the request was received. */
  async post(
    { endpoint, keys }: SigningEndpoint,
    { event_id, payload }: DueDelivery,
    now: () => Date,
  ): Promise<PostOutcome | undefined> {
    const sent_at = now()
    const began_ms = performance.now()
    const exchange = await this.#clientOf(endpoint.id).send({
      method: 'POST',
      url: endpoint.endpoint,
      headers: signedHeaders(publicId('msg', event_id), payload, keys, sent_at),
      body: payload,
      limit_ms: this.#limit_ms,
      answer_bytes_max: RESPONSE_BYTES_MAX,
    })
    if ('broken' in exchange && exchange.stopped) return undefined
    const duration_ms = Math.round(performance.now() - began_ms)
    return { ...outcomeOf(exchange), sent_at, duration_ms, ended_at: now() }
  }

  #clientOf(webhook_id: string): KeepAliveClient {
    let client = this.#clients.get(webhook_id)
    if (!client) {
      client = this.#http.keep(POSTS_MAX)
      this.#clients.set(webhook_id, client)
    }
    return client
  }
}

function outcomeOf(exchange: KeepAliveOutcome): Pick<PostOutcome, 'http_status_code' | 'response' | 'aborted'> {
  if (!('answer' in exchange)) {
    const response = 'refused' in exchange ? `not sent: ${exchange.refused}` : exchange.broken
    return { http_status_code: 0, response, aborted: false }
  }
  const { status, body, headers } = exchange.answer
  const aborted = headers.get('webhook-delivery')?.trim().toLowerCase() === 'abort-message'
  return { http_status_code: status, response: responseText(body), aborted }
}
