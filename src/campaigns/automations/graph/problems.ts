// Problems of a graph: the location, the violated rule, and a sentence.
import type { Schemas } from '../../../../generated/api.ts'
import { refusal } from '../../../base/text/refusal.ts'

export interface Problem {
  /** The key of the step. */
  step?: string
  /** The index of the connection in the sent list. */
  connection?: number
  rule: string
  message: string
}

/** The form in an API response. */
export const warningOf = ({ step, rule, message }: Problem): Schemas['AutomationWarning'] => ({
  step: step ?? null,
  rule,
  message,
})

const MOST_NAMED = 5

/** A refusal that names the first problems, each with its location. */
export function problemsRefusal(problems: readonly Problem[], introduction: string, most_named = MOST_NAMED): Error {
  const named = problems.slice(0, most_named).map(placed)
  const more = problems.length - named.length
  return refusal('validation_error', `${introduction}: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`)
}

function placed({ step, connection, message }: Problem): string {
  if (step !== undefined) return `step "${step}": ${message}`
  return connection === undefined ? message : `connections[${connection}]: ${message}`
}
