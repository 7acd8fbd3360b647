// Checks values declared as text or number: of a contact property, or of a variable of a template.
import { isLongerThan } from './length.ts'

export const TYPED_TEXT_MAX = 2000

/** The fault of a value of this type, as the end of a sentence. */
export function valueFault(type: 'string' | 'number', value: unknown): string | undefined {
  if (typeof value !== type) return `must be a ${type}`
  if (typeof value === 'string' && isLongerThan(value, TYPED_TEXT_MAX)) {
    return `must not be longer than ${TYPED_TEXT_MAX} characters`
  }
  if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
    return `must be between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`
  }
  return undefined
}
