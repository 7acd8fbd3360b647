// How long an email may be shared.
import { refusal } from '../../../base/text/refusal.ts'
import { describeValue } from '../../../base/text/describe-value.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const SHARED_MAX_MS = 48 * HOUR_MS

const UNITS: readonly [RegExp, number][] = [
  [/^s(?:ec(?:ond)?s?)?$/, SECOND_MS],
  [/^m(?:in(?:ute)?s?)?$/, MINUTE_MS],
  [/^h(?:(?:ou)?rs?)?$/, HOUR_MS],
  [/^d(?:ays?)?$/, DAY_MS],
]
/** A number with its unit, and an optional separator. Everything after the unit is optional, so that nothing backtracks. */
const PART = /(\d{1,9}(?:\.\d{1,9})?) *([a-z]+)(?: *,)? *(?:and +)?/iy

/** A duration such as `10m`, `2 hours` or `1h 30m`, in whole seconds; the maximum if absent. */
export function parseShareDuration(expires_in: string | null | undefined): number {
  if (expires_in === undefined || expires_in === null || expires_in === '') return SHARED_MAX_MS
  const ms = expires_in.length <= 100 ? sumOf(expires_in.trim()) : Number.NaN
  if (ms > SHARED_MAX_MS) throw refusal('validation_error', 'expires_in must not exceed 48 hours')
  if (ms >= SECOND_MS) return Math.floor(ms / SECOND_MS) * SECOND_MS
  throw refusal(
    'validation_error',
    `Invalid \`expires_in\` field: it must be a duration from a second to 48 hours such as \`10m\`, \`2 hours\` or \`1h 30m\`; received ${describeValue(expires_in)}.`,
  )
}

/** Sums the parts of a duration, each read from the end of the one before; `NaN` if it is not a duration. */
function sumOf(text: string): number {
  let sum = 0
  PART.lastIndex = 0
  while (PART.lastIndex < text.length) {
    const [, number, word] = PART.exec(text) ?? []
    const unit = word && UNITS.find(([words]) => words.test(word.toLowerCase()))
    if (!unit) return Number.NaN
    sum += Number(number) * unit[1]
  }
  return sum
}
