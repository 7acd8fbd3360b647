// The settings of an automation beyond its graph. Everything is off by default.
import type { InSchemas, Schemas } from '../../../generated/api.ts'
import { refusal } from '../../base/text/refusal.ts'
import { validZone, quietHoursFault, zoneFault } from '../../base/rules/local-time.ts'
import { type RunContact, propertyOrFallback } from './steps/config/variables.ts'

export type AutomationSettings = Schemas['AutomationSettings']

export const DEFAULT_SETTINGS: AutomationSettings = {
  reentry: 'always',
  time_zone: 'UTC',
  time_zone_property: 'time_zone',
  quiet_hours: null,
  retention_days: null,
  marketing: false,
}

/** The settings after a change; fields that it does not name are unchanged. */
export function changedSettings(
  before: AutomationSettings,
  change: InSchemas['AutomationSettingsInput'] | undefined,
): AutomationSettings {
  if (!change) return before
  const { reentry, time_zone, time_zone_property, quiet_hours, retention_days, marketing } = change
  refuseFault('time_zone', time_zone === undefined ? undefined : zoneFault(time_zone))
  refuseFault('quiet_hours', quiet_hours ? quietHoursFault(quiet_hours) : undefined)
  return {
    reentry: reentry ?? before.reentry,
    time_zone: time_zone ?? before.time_zone,
    time_zone_property: time_zone_property ?? before.time_zone_property,
    // copied field by field, without fields that the contract does not declare
    quiet_hours:
      quiet_hours === undefined ? before.quiet_hours : quiet_hours && { from: quiet_hours.from, to: quiet_hours.to },
    retention_days: retention_days === undefined ? before.retention_days : retention_days,
    marketing: marketing ?? before.marketing,
  }
}

function refuseFault(field: string, fault: string | undefined): void {
  if (fault) throw refusal('validation_error', `Invalid \`settings.${field}\` field: ${fault}.`)
}

/** The time zone of the contact if it has a valid one, otherwise that of the automation. */
export function timeZoneOf(
  contact: Pick<RunContact, 'properties' | 'fallbacks'>,
  settings: AutomationSettings,
): string {
  const { time_zone, time_zone_property } = settings
  return validZone(propertyOrFallback(contact, time_zone_property), time_zone)
}
