// Limits the size of a simulation's response: a run can send 149 emails of millions of characters each.
import type { Schemas } from '../../../../generated/api.ts'

type Bodies = Pick<Schemas['SimulatedEmail'], 'html' | 'text' | 'truncated'>

const LONGEST_BODY_CHARACTERS = 100_000
export const LONGEST_BODIES_CHARACTERS = 1_000_000
const LONGEST_OUTPUTS_CHARACTERS = 1_000_000
const MOST_WARNINGS = 500

/** Bodies truncated to the remaining characters. */
export function shortenedBodies({ html, text }: Pick<Bodies, 'html' | 'text'>, left: number): Bodies {
  const cutHtml = html && cut(html, Math.min(left, LONGEST_BODY_CHARACTERS))
  const cutText = text && cut(text, Math.min(left - (cutHtml ?? '').length, LONGEST_BODY_CHARACTERS))
  return { html: cutHtml, text: cutText, truncated: cutHtml !== html || cutText !== text }
}

export function bodiesSize({ html, text }: Bodies): number {
  return (html ?? '').length + (text ?? '').length
}

/** Omits outputs of steps that do not fit. */
export function shortenedPath(path: Schemas['SimulatedStep'][]): Schemas['SimulatedStep'][] {
  let left = LONGEST_OUTPUTS_CHARACTERS
  const sizeWithin = sizing()
  return path.map(step => {
    const size = sizeWithin(step.output, left)
    if (size > left) return { ...step, output: { truncated: true } }
    left -= size
    return step
  })
}

/**
 * The approximate number of characters of a value as JSON, or more than `most`. The outputs of a run can be a hundred times
 * larger than what is shown, and serializing all of them to measure them would block the event loop; but most are the same few
 * texts.
 */
function sizing(): (value: unknown, most: number) => number {
  const sizes = new Map<string, number>()
  const sizeOfText = (text: string): number => {
    const size = sizes.get(text) ?? JSON.stringify(text).length
    sizes.set(text, size)
    return size
  }
  const sizeWithin = (value: unknown, most: number): number => {
    if (typeof value === 'string') return value.length > most ? value.length : sizeOfText(value)
    if (typeof value !== 'object' || value === null) return 5
    let size = 2
    for (const [key, each] of Object.entries(value)) {
      if (size > most) break
      size += key.length + 4 + sizeWithin(each, most - size)
    }
    return size
  }
  return sizeWithin
}

export function shortenedWarnings(warnings: Schemas['AutomationWarning'][]): Schemas['AutomationWarning'][] {
  const more = warnings.length - MOST_WARNINGS
  if (more <= 0) return warnings
  return [...warnings.slice(0, MOST_WARNINGS), { step: null, rule: 'more', message: `and ${more} more warnings` }]
}

/** Text without half a surrogate pair at its end. It is copied, because a slice would keep the whole text in memory. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most
  return Buffer.from(text.slice(0, end)).toString()
}
