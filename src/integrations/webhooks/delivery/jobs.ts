// The jobs of webhooks: the lane of an endpoint, which sends due deliveries; replays, which run in parallel; and removal.
import { enqueue } from '../../../base/queue/enqueue.ts'
import type { JobHandlers } from '../../../base/queue/runner.ts'
import type { Work } from '../../../base/queue/claimed-work.ts'
import type { KeepAliveClients } from '../../../base/net/keep-alive.ts'
import type { Tx } from '../../../base/store/database.ts'
import { signingKeys } from '../secrets/actions.ts'
import { replayEvent } from './actions.ts'
import { type LaneParts, runDeliveryLane } from './lane/actions.ts'
import { notifyAdministrators } from './notices/actions.ts'
import { saveOutcomes } from './outcomes/actions.ts'
import { WebhookSender } from './posting/actions.ts'
import { isSuccess } from './rules.ts'
import * as store from './store.ts'

export interface WebhookParts {
  /** The sender of emails to administrators, if set. */
  notices_from?: string | undefined
  /** The HTTP client for webhook requests, with its SSRF guard. */
  connections: Pick<KeepAliveClients, 'keep'>
  /** The time limit for a whole request. */
  limit_ms: number
  /** Random numbers from 0 to 1, for the jitter of retries. */
  chance?: () => number
}

type WebhookJobs = Pick<JobHandlers, 'post_webhooks' | 'replay_webhook' | 'replay_failed' | 'drop_webhook'>

export function webhookJobs({ connections, limit_ms, notices_from, chance = Math.random }: WebhookParts): WebhookJobs {
  const parts: LaneParts = {
    tell: notifyAdministrators(notices_from),
    chance,
    poster: new WebhookSender(connections, limit_ms),
  }
  return {
    post_webhooks: work => runDeliveryLane(work, parts),
    replay_webhook: work => replay(work, parts),
    replay_failed,
    drop_webhook,
  }
}

/** Makes one attempt outside the schedule. */
async function replay(work: Work<'replay_webhook'>, parts: LaneParts): Promise<void> {
  const { team_id, webhook_id, event_id } = work.payload
  const begin = async (tx: Tx) => {
    const endpoint = await store.findEndpoint(tx, { team_id, id: webhook_id })
    const due = await store.findDelivery(tx, { team_id, webhook_id, event_id })
    if (endpoint?.status !== 'enabled' || !due) return undefined
    return { signed: { endpoint, keys: await signingKeys(tx, endpoint, work.now()) }, due }
  }
  const begun = await work.read(begin)
  if (!begun) return
  const giveRoom = await parts.poster.acquire(begun.signed.endpoint)
  const posted = await parts.poster.post(begun.signed, begun.due, work.now).finally(giveRoom)
  if (!posted) return work.postpone(work.now(), 'the server is shutting down')
  await work.finish(async tx => {
    const endpoint = await store.findEndpoint(tx, { team_id, id: webhook_id })
    if (!endpoint) return
    if (isSuccess(posted)) store.saveReplay(tx, { team_id, webhook_id, event_id })
    const unit = { tx, team_id, now: work.now() }
    await saveOutcomes(unit, endpoint, [{ due: begun.due, posted }], parts.tell, work.log)
  })
}

/** Enqueues replays for a part of the failed events; the next job continues with the next part. */
async function replay_failed(work: Work<'replay_failed'>): Promise<void> {
  const { team_id, webhook_id, since, after } = work.payload
  const now = work.now()
  await work.finish(async tx => {
    const behind = await store.listDeliveriesAfter(tx, { team_id, webhook_id, after })
    const failed = behind.filter(({ status, created_at }) => status === 'failed' && created_at >= since)
    for (const { event_id } of failed) await replayEvent({ tx, team_id, now }, { webhook_id, event_id })
    if (behind.length < store.REPLAYS_EXAMINED_MAX) return
    await enqueue(tx, 'replay_failed', { team_id, webhook_id, since, after: behind.at(-1)!.seq }, now)
  })
}

/** Removes deliveries and attempts of a deleted endpoint in parts, so that no other unit waits for long. */
async function drop_webhook(work: Work<'drop_webhook'>): Promise<void> {
  const { team_id, webhook_id } = work.payload
  await work.finish(async tx => {
    const of = { team_id, webhook_id }
    const more = [await store.removeSomeDeliveries(tx, of), await store.removeSomeAttempts(tx, of)]
    if (more.includes(true)) await enqueue(tx, 'drop_webhook', of, work.now())
  })
}
