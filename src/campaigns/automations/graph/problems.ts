// What is wrong with a graph: where, by which rule, and a sentence about it.
import type { Schemas } from '../../../../generated/api.ts'
import { refusal } from '../../../base/text/refusal.ts'

export interface Problem {
  /** Key of the step. */
  step?: string
  /** Index of the connection in the list that was sent. */
  connection?: number
  rule: string
  message: string
}

/** As it is answered. */
export const warningOf = ({ step, rule, message }: Problem): Schemas['AutomationWarning'] => ({
  step: step ?? null,
  rule,
  message,
})

const MOST_NAMED = 5

/** A refusal that names the first few problems, or more if asked to; each says where it is. */
export function refused(problems: readonly Problem[], introduction: string, most_named = MOST_NAMED): Error {
  const named = problems.slice(0, most_named).map(placed)
  const more = problems.length - named.length
  return refusal('validation_error', `${introduction}: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`)
}

function placed({ step, connection, message }: Problem): string {
  if (step !== undefined) return `step "${step}": ${message}`
  return connection === undefined ? message : `connections[${connection}]: ${message}`
}
