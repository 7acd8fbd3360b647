// The sweep removes expired records every few minutes. It works in small parts, so that it blocks no request. It is one
// job that never ends: each round postpones it to the next.
import { removeOldAudit } from '../watch/audit/actions.ts'
import { hasReceivedBlob } from '../inbound/receiving/actions.ts'
import {
  hasBlobInEmail,
  removeAttachments,
  removeAttachmentsUntilEmail,
} from '../mail/attachments/store/attachments.ts'
import { type BlobReferenceCheck, removeUnusedBlobs } from '../mail/attachments/store/blobs.ts'
import { hasBlobInImage } from '../mail/images/actions.ts'
import { enqueueRunRemovals } from '../campaigns/automations/actions.ts'
import { removeRowsOfFinished } from '../campaigns/broadcasts/retention/actions.ts'
import { removeEndedConnections } from '../campaigns/editor/actions.ts'
import type { Retention } from '../base/config/config.ts'
import { removeCapturedUntilEmail, removeDelivery, removeOldCaptured } from '../mail/delivery/store.ts'
import { removeOldRoutes } from '../mail/delivery/routes/store.ts'
import { removeOldDrafts } from '../inbound/inboxes/drafts/actions.ts'
import { findUnfinished, removeOldEmails } from '../mail/emails/store.ts'
import { removeOldEvents } from '../campaigns/automations/contact-events/actions.ts'
import { removeOldKeys } from '../identity/idempotency/actions.ts'
import { removeExpiredOAuthRows } from '../identity/oauth/actions.ts'
import { removeAbandonedUploads } from '../audience/imports/actions.ts'
import { removeOldSent, purgeTrash } from '../inbound/inboxes/threads/actions.ts'
import { sweepUsage } from '../engagement/quotas/actions.ts'
import { removeOldReceived } from '../inbound/receiving/removal/actions.ts'
import { removeUnconfirmedSignUps } from '../campaigns/sign-ups/store.ts'
import { removeExpiredAttempts } from '../base/rate-limits/store.ts'
import { enqueueOnce } from '../base/queue/enqueue.ts'
import type { Work } from '../base/queue/claimed-work.ts'
import type { Database, MonthOfEmails, Tx, Maintenance } from '../base/store/database.ts'
import { removeExpiredInvitations } from '../identity/teams/invitations/actions.ts'
import { removeExpiredSessions } from '../identity/teams/sessions/actions.ts'
import { removeOldWebhookEvents } from '../integrations/webhooks/delivery/actions.ts'
import { removeUnusedStreams } from '../integrations/webhooks/stream/store.ts'
import { removeOldEngagements, removeOldVisits } from '../mail/tracking/visits/store.ts'
import { removeOldLogs } from '../watch/logs/actions.ts'
import { aggregateCounts } from '../watch/usage/actions.ts'

/** The tables that can refer to stored file contents. */
const REFER_TO_BLOBS: readonly BlobReferenceCheck[] = [hasBlobInEmail, hasReceivedBlob, hasBlobInImage]

const EVERY_MS = 10 * 60_000
const DAY_MS = 86_400_000
/** Pause between two parts, in which other work runs. */
const PAUSE_MS = 10
/** Number of parts after which the job is released and claimed again, so that a stopping server does not wait for it. */
const PARTS_MAX = 50

/** Removes some rows. Returns whether more may remain. */
type RemovesMore = (work: Work<'sweep'>, now: Date) => Promise<boolean>

/** Removes some of the rows after `after` in one unit of work. Returns where to continue, if more may remain. */
type RemovePart = (tx: Tx, now: Date, after: string) => Promise<string | undefined>

/** The job `sweep`. */
export function sweep(retention: Retention, upkeep?: Maintenance): (work: Work<'sweep'>) => Promise<void> {
  const removals = removalsOf(retention, upkeep)
  return async work => {
    const now = work.now()
    await upkeep?.createPartitions(now)
    let parts = 0
    for (const removesMore of removals) {
      while (await removesMore(work, now)) {
        if (++parts === PARTS_MAX) return work.postpone(now, 'there is more')
        await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
      }
    }
    await work.postpone(new Date(now.getTime() + EVERY_MS), 'until the next round')
  }
}

function removalsOf(
  { emails_days, captured_days, received_days, tracking_days, webhooks_days, logs_days, audit_days }: Retention,
  upkeep: Maintenance | undefined,
): RemovesMore[] {
  const before = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)
  const removals = [
    removeExpiredSessions,
    removeExpiredInvitations,
    removeEndedConnections,
    removeExpiredAttempts,
    removeOldKeys,
    removeOldEvents,
    removeExpiredOAuthRows,
    (tx: Tx, now: Date) => removeUnusedBlobs(tx, now, REFER_TO_BLOBS),
    removeAbandonedUploads,
    removeOldRoutes,
    (tx: Tx, now: Date) => removeUnconfirmedSignUps(tx, { now: now.toISOString() }),
    sweepUsage,
    aggregateCounts,
  ].map(fromTheFront)
  removals.push(fromTheFront((tx, now) => purgeTrash(tx, now)))
  removals.push(walking(enqueueRunRemovals))
  // recipient lists are kept as long as the emails
  const recipientsUntil = (now: Date): Date | undefined => (emails_days > 0 ? before(now, emails_days) : undefined)
  removals.push(walking((tx, now, after) => removeRowsOfFinished(tx, recipientsUntil(now), after)))
  // a logged request contains the email that it sent, so it is not kept longer than emails
  const logged_days = emails_days > 0 ? Math.min(emails_days, logs_days) : logs_days
  removals.push(fromTheFront((tx, now) => removeOldLogs(tx, before(now, logged_days))))
  if (captured_days > 0) removals.push(fromTheFront((tx, now) => removeOldCaptured(tx, before(now, captured_days))))
  if (received_days > 0)
    removals.push(fromTheFront((tx, now) => removeOldReceived({ tx, now }, before(now, received_days))))
  if (audit_days > 0) removals.push(fromTheFront((tx, now) => removeOldAudit(tx, before(now, audit_days))))
  if (tracking_days > 0) removals.push(fromTheFront((tx, now) => removeOldVisits(tx, before(now, tracking_days))))
  if (webhooks_days > 0) {
    removals.push(fromTheFront((tx, now) => removeOldWebhookEvents(tx, before(now, webhooks_days))))
    removals.push(
      fromTheFront((tx, now) => removeUnusedStreams(tx, { before: before(now, webhooks_days).toISOString() })),
    )
  }
  if (emails_days > 0) {
    removals.push(fromTheFront((tx, now) => removeOldEngagements(tx, before(now, emails_days))))
    const upTo = (now: Date): Date => before(now, emails_days)
    removals.push(fromTheFront((tx, now) => removeOldSent(tx, now, upTo(now))))
    removals.push(fromTheFront((tx, now) => removeOldDrafts(tx, upTo(now))))
    removals.push(...(upkeep ? byMonths(upTo, upkeep) : [oneByOne(upTo)]))
  }
  return removals
}

function oneByOne(upTo: (now: Date) => Date): RemovesMore {
  return walking((tx, now, after) => removeOldEmails(tx, upTo(now), after, removeRest))
}

/** Removes the rows of other modules that belong to an email. */
function removeRest(tx: Tx, email: { team_id: string; email_id: string }): void {
  removeDelivery(tx, email)
  removeAttachments(tx, email)
}

/** Drops whole months. Removes row by row the emails of months that cannot be dropped yet and those outside of any month. */
function byMonths(upTo: (now: Date) => Date, upkeep: Maintenance): RemovesMore[] {
  const months = new OldMonths(upkeep)
  return [(work, now) => months.removePart(work, upTo(now)), oneByOne(now => startOfMonth(upTo(now)))]
}

/** For removals whose rows always come first in their order: each call starts at the beginning. */
function fromTheFront(remove: (tx: Tx, now: Date) => Promise<boolean>): RemovesMore {
  return (work, now) => work.write(tx => remove(tx, now))
}

/** For removals that keep some rows: goes through all of them, from the beginning in each round. */
function walking(removePart: RemovePart): RemovesMore {
  let after = ''
  return async (work, now) => {
    // set only after the part is committed
    const next = await work.write(tx => removePart(tx, now, after))
    after = next ?? ''
    return next !== undefined
  }
}

/** Enqueues the job unless it exists. */
export async function ensureSweep(database: Database, now: Date): Promise<void> {
  await database.unit(tx => enqueueOnce(tx, 'sweep', { what: 'expired' }, now))
}

/** The start of the UTC month that contains the given time: emails before it are removed. */
function startOfMonth(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth()))
}

/**
 * Drops whole months of emails, if months are stored separately. A month is dropped when its last day is old enough and
 * none of its emails is still queued: an accepted email is sent first, or fails visibly.
 */
class OldMonths {
  readonly #upkeep: Maintenance
  /** For each month, the last email up to which all emails are known to be finished. */
  readonly #seen = new Map<string, string>()
  /** Months that cannot be dropped in this round. */
  readonly #held = new Set<string>()

  constructor(upkeep: Maintenance) {
    this.#upkeep = upkeep
  }

  /** Performs one part. Returns whether more remains in this round. */
  async removePart(work: Work<'sweep'>, before: Date): Promise<boolean> {
    const months = await this.#upkeep.monthsBefore(before)
    const month = months.find(({ name }) => !this.#held.has(name))
    if (month) await this.#go(work, month)
    else this.#held.clear()
    return month !== undefined
  }

  async #go(work: Work<'sweep'>, month: MonthOfEmails): Promise<void> {
    const { name, from_id, until_id } = month
    const { unended_id, last_id } = await work.write(tx =>
      findUnfinished(tx, { after_id: this.#seen.get(name) ?? from_id, until_id }),
    )
    if (last_id !== undefined) this.#seen.set(name, last_id)
    if (unended_id !== undefined) {
      work.log.info({ month: name, email_id: unended_id }, 'email partition retained: unfinished email')
      this.#held.add(name)
    } else if (last_id === undefined) await this.#drop(work, month)
  }

  async #drop(work: Work<'sweep'>, month: MonthOfEmails): Promise<void> {
    // one part at a time; the month is checked again before the next part
    if (await work.write(tx => removeCapturedUntilEmail(tx, month))) return
    if (await work.write(tx => removeAttachmentsUntilEmail(tx, month))) return
    if (await this.#upkeep.removeMonth(month)) {
      work.log.info({ month: month.name }, 'email partition deleted')
      this.#seen.delete(month.name)
    } else this.#held.add(month.name)
  }
}
