// The words of the plan. A step is one request with the answer it should get; what it needs is named in double
// parentheses, as `((template.id))`, and found in what earlier steps left.
import type { OperationId } from '../../../generated/api.ts'
import { namesIn } from '../known.ts'

export interface Step {
  operation: OperationId
  /** Tells several steps of one operation apart. */
  title?: string
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  form?: Record<string, string>
  /** The parts of a form with a file in it, which is the part `file`. */
  upload?: Record<string, string>
  /** Sent as it stands in place of the body. */
  raw_body?: string
  /** Announces a body of so many bytes. */
  oversize_bytes?: number
  /** Another method than the operation's. */
  method?: string
  /** The credentials: the API key unless the operation is open to everybody; `none`. */
  as?: 'key' | 'none'
  /** The status of the answer; the operation's good one when absent. */
  status?: number
  /** Fields of the answer, by their place (`data.0.id`), and what they must be. */
  expect?: Record<string, unknown>
  /** The name under which later steps find the answer. */
  leaves?: string
  /** What must have been left before, beside what is named in double parentheses. */
  needs?: string[]
  /** Something happens after the answer: asks again until this place of the answer is there. */
  until?: string
  /** Cannot be brought about from here; says why. */
  unreachable?: string
}

/** What an operation made, and how it is removed again. */
export interface Removal {
  by: OperationId
  parameter: string
}

/** An id that is nowhere; drawn anew at each run. */
export const NOBODY = '((nobody))'

/** What a step needs to have been left by others. */
export function needsOf({ needs = [], path, query, headers, body, form, upload, expect }: Step): string[] {
  return [...new Set([...needs, ...namesIn({ path, query, headers, body, form, upload, expect })])]
}
