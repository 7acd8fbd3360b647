// The hours at which the emails of a broadcast are sent, in the local time of each contact.
import type { InSchemas, Schemas } from '../../../../generated/api.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { nextLocal, quietHoursFault, quietUntil, timeFault, zoneFault } from '../../../base/rules/local-time.ts'

export type SendingHours = Pick<Schemas['Broadcast'], 'quiet_hours' | 'local_time' | 'time_zone' | 'time_zone_property'>

export const DEFAULT_HOURS: SendingHours = {
  quiet_hours: null,
  local_time: null,
  time_zone: 'UTC',
  time_zone_property: 'time_zone',
}

/** The hours after a change; fields that the change does not name are unchanged. */
export function updatedHours(
  before: SendingHours,
  change: Pick<InSchemas['UpdateBroadcast'], keyof SendingHours>,
): SendingHours {
  const { quiet_hours, local_time, time_zone, time_zone_property } = change
  refuseFault('time_zone', time_zone === undefined ? undefined : zoneFault(time_zone))
  refuseFault('quiet_hours', quiet_hours ? quietHoursFault(quiet_hours) : undefined)
  refuseFault('local_time', local_time ? timeFault(local_time) : undefined)
  return {
    quiet_hours:
      quiet_hours === undefined ? before.quiet_hours : quiet_hours && { from: quiet_hours.from, to: quiet_hours.to },
    local_time: local_time === undefined ? before.local_time : local_time,
    time_zone: time_zone ?? before.time_zone,
    time_zone_property: time_zone_property ?? before.time_zone_property,
  }
}

function refuseFault(field: string, fault: string | undefined): void {
  if (fault) throw refusal('validation_error', `Invalid \`${field}\` field: ${fault}.`)
}

/** Whether the time zone of a contact matters. */
export function dependsOnTimeZone({ quiet_hours, local_time }: SendingHours): boolean {
  return quiet_hours !== null || local_time !== null
}

/** Whether the scheduled local time is within the quiet hours. */
export function isQuietAtLocalTime({ quiet_hours, local_time }: SendingHours): boolean {
  return quiet_hours !== null && local_time !== null && quietUntil(at(local_time), 'UTC', quiet_hours) !== undefined
}

const at = (time: string): Date => new Date(`2000-01-01T${time}Z`)

/**
 * Until when email to a time zone has to wait; `undefined` if it may be sent now. The local time is the first one after
 * `snapshot_at`, when sending began, and not the next one from now: a slow broadcast may be sent after it on the same day.
 */
export function waitsUntil(
  hours: SendingHours & { snapshot_at: string | null },
  zone: string,
  now: Date,
): Date | undefined {
  const { quiet_hours, local_time, snapshot_at } = hours
  const first = local_time === null ? now : nextLocal(new Date(snapshot_at!), zone, { time: local_time })
  const earliest = first > now ? first : now
  const until = (quiet_hours && quietUntil(earliest, zone, quiet_hours)) ?? earliest
  return until > now ? until : undefined
}
