// Waiting recipients of a broadcast: those who cannot get their email yet are grouped by what they wait for.
import { findValuesWithFallback } from '../../../../audience/contact-properties/actions.ts'
import { validZone } from '../../../../base/rules/local-time.ts'
import type { TeamUnit, Tx } from '../../../../base/store/database.ts'
import type { BroadcastRecord } from '../../rules.ts'
import { dependsOnTimeZone, waitsUntil } from '../hours.ts'
import type { NextRecipient } from '../store.ts'
import { emailsAllowedNow, nextAllowedAt } from '../rules.ts'
import { UNPACED, destinationGroup, zoneGroup, paceDestination, zoneOfGroup, ZONE_GROUPS } from './rules.ts'
import * as store from './store.ts'

/** The time zone of a contact, and until when email to it has to wait. */
export interface LocalWait {
  zone: string
  until: Date
}

/** The time zone whose waiting recipients are due first. */
export async function findNextLocalWait(
  tx: Tx,
  { team_id, id: broadcast_id }: Pick<BroadcastRecord, 'team_id' | 'id'>,
): Promise<LocalWait | undefined> {
  const turn = await store.findNextDueBetween(tx, { team_id, broadcast_id, ...ZONE_GROUPS })
  return turn && { zone: zoneOfGroup(turn.name)!, until: new Date(turn.due_at!) }
}

/** Those of these contacts that wait for their local time, and until when. */
export async function findWaits(
  { tx, team_id, now }: TeamUnit,
  broadcast: BroadcastRecord,
  contact_ids: readonly string[],
): Promise<(contact_id: string) => LocalWait | undefined> {
  if (!dependsOnTimeZone(broadcast)) return () => undefined
  const { time_zone, time_zone_property } = broadcast
  const valueOf = await findValuesWithFallback(tx, { team_id, key: time_zone_property }, contact_ids)
  const known = new Map<unknown, LocalWait | undefined>()
  return contact_id => {
    const own = valueOf(contact_id)
    if (!known.has(own)) {
      const zone = validZone(own, time_zone)
      const until = waitsUntil(broadcast, zone, now)
      known.set(own, until && { zone, until })
    }
    return known.get(own)
  }
}

/** A group of recipients that is due, and the first of them. */
interface DueTurn {
  turn: store.RecipientGroup
  recipients: NextRecipient[]
}

/**
 * Takes some recipients out of the group that is due first. If its quiet hours have begun again, or the pace of its destination
 * is used up, the whole group is postponed by one change, and none is returned.
 */
export async function takeDueGroup(
  { tx, team_id, now }: TeamUnit,
  broadcast: BroadcastRecord,
  limit: number,
): Promise<DueTurn | undefined> {
  const { id: broadcast_id } = broadcast
  const turn = await store.findDueGroup(tx, { team_id, broadcast_id }, now)
  if (!turn) return undefined
  const until = untilOf(broadcast, turn, now)
  if (until) {
    store.saveGroup(tx, { ...turn, due_at: until.toISOString() })
    return { turn, recipients: [] }
  }
  const most = Math.min(limit, allowedOf(broadcast, turn, now))
  const recipients = await store.listWaitingRecipients(tx, turn, most)
  for (const { contact_id } of recipients)
    store.removeWaiting(tx, { team_id, broadcast_id, name: turn.name, contact_id })
  // the rest of this group becomes due now, after groups that are due earlier
  const isOver = recipients.length < most && !(await store.hasWaitingRecipients(tx, turn))
  store.saveGroup(tx, { ...turn, due_at: isOver ? null : now.toISOString() })
  return { turn, recipients }
}

/** Until when the whole group has to be postponed. */
function untilOf(broadcast: BroadcastRecord, turn: store.RecipientGroup, now: Date): Date | undefined {
  const zone = zoneOfGroup(turn.name)
  if (zone !== undefined) return waitsUntil(broadcast, zone, now)
  const { per_minute_per_destination: per_minute } = broadcast
  const isFull = per_minute !== null && allowedOf(broadcast, turn, now) === 0
  return isFull ? nextAllowedAt(per_minute, turn.paced_at, now) : undefined
}

/** How many recipients of the group may get their email now. */
function allowedOf(
  { per_minute_per_destination }: BroadcastRecord,
  { name, paced_at }: store.RecipientGroup,
  now: Date,
): number {
  return emailsAllowedNow(zoneOfGroup(name) === undefined ? per_minute_per_destination : null, paced_at, now)
}

/** The recipients whose email may be sent now; the others are stored as waiting. */
export async function splitByGroup(
  unit: TeamUnit,
  broadcast: BroadcastRecord,
  recipients: readonly NextRecipient[],
): Promise<readonly NextRecipient[]> {
  return partByDestination(unit, broadcast, await partByZone(unit, broadcast, recipients))
}

async function partByDestination(
  { tx, team_id, now }: TeamUnit,
  broadcast: BroadcastRecord,
  recipients: readonly NextRecipient[],
): Promise<readonly NextRecipient[]> {
  const { id: broadcast_id, per_minute_per_destination } = broadcast
  if (per_minute_per_destination === null || recipients.length === 0) return recipients
  const of = { team_id, broadcast_id }
  const groups = Map.groupBy(recipients, ({ email }) => destinationGroup(email))
  const known = await store.findGroups(tx, of, [...groups.keys()])
  return [...groups].flatMap(([name, group]) => {
    const { go, ...pace } = paceDestination(
      { ...(known.get(name) ?? UNPACED), per_minute: per_minute_per_destination },
      group.length,
      now,
    )
    store.saveGroup(tx, { ...of, name, ...pace })
    for (const { contact_id } of group.slice(go)) store.insertWaiting(tx, { ...of, name, contact_id })
    return group.slice(0, go)
  })
}

async function partByZone(
  unit: TeamUnit,
  broadcast: BroadcastRecord,
  recipients: readonly NextRecipient[],
): Promise<NextRecipient[]> {
  const { tx, team_id } = unit
  const { id: broadcast_id } = broadcast
  const ids = recipients.map(({ contact_id }) => contact_id)
  const waitOf = await findWaits(unit, broadcast, ids)
  const zones = new Map<string, Date>()
  const ready = recipients.filter(({ contact_id }) => {
    const wait = waitOf(contact_id)
    if (!wait) return true
    zones.set(zoneGroup(wait.zone), wait.until)
    store.insertWaiting(tx, { team_id, broadcast_id, name: zoneGroup(wait.zone), contact_id })
    return false
  })
  for (const [name, until] of zones)
    store.saveGroup(tx, { team_id, broadcast_id, name, due_at: until.toISOString(), paced_at: null })
  return ready
}
