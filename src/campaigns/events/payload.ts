// Validates a payload against an event's schema. A listed field with a value is converted to its type:
//   string   a text; a number or boolean as its JSON text
//   number   a finite number; a text that is a single decimal number in JSON syntax
//   boolean  true or false; the texts "true" and "false"
//   date     a text that is an existing ISO 8601 date or date-time; it is not changed
// A missing field, `null`, and a field that is not listed are accepted unchanged. Everything else is refused.
import { refusal } from '../../base/text/refusal.ts'
import type { Schemas } from '../../../generated/api.ts'

export type EventSchema = Schemas['EventSchema']
export type Payload = Record<string, unknown>
type FieldType = Schemas['EventFieldType']

const MOST_FAULTS_NAMED = 5
const LONGEST_NUMBER_CHARACTERS = 100
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

const TURN: Record<FieldType, (value: unknown) => unknown> = {
  string: asText,
  number: asNumber,
  boolean: asBoolean,
  date: asDate,
}
const EXPECTED: Record<FieldType, string> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  date: 'an ISO 8601 date such as 2026-11-02 or 2026-11-02T08:15:30Z',
}

/** The payload with its listed fields converted to their types. Refuses a mismatch and names the fields. */
export function coercePayload(schema: EventSchema | null, payload: Payload): Payload {
  if (schema === null) return payload
  const faults: string[] = []
  const entries = Object.entries(payload).map(([field, value]) => {
    if (value === null || !Object.hasOwn(schema, field)) return [field, value] as const
    const type = schema[field]!
    const turned = TURN[type](value)
    if (turned === undefined) faults.push(`payload.${field} must be ${EXPECTED[type]}`)
    return [field, turned] as const
  })
  if (faults.length > 0) throw mismatch(faults)
  // creates an own property for every name, even `__proto__`
  return Object.fromEntries(entries)
}

function mismatch(faults: readonly string[]): Error {
  const more = faults.length - MOST_FAULTS_NAMED
  const named = faults.slice(0, MOST_FAULTS_NAMED).join('; ')
  return refusal(
    'validation_error',
    `The payload does not match the event's schema: ${named}${more > 0 ? `; and ${more} more` : ''}`,
  )
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? JSON.stringify(value) : undefined
}

function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.length > LONGEST_NUMBER_CHARACTERS || !NUMBER.test(value)) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

function asBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 'true') return true
  return value === 'false' ? false : undefined
}

function asDate(value: unknown): string | undefined {
  const match = typeof value === 'string' ? DATE.exec(value) : null
  if (!match) return undefined
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  // 30 February would become a day in March
  const moved = new Date(0)
  moved.setUTCFullYear(year, month - 1, day)
  return moved.getUTCMonth() === month - 1 && moved.getUTCDate() === day ? match[0] : undefined
}
