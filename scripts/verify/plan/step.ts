// The format of the plan. A step is one request with its expected response. Double parentheses, such as
// `((template.id))`, refer to results of earlier steps.
import type { OperationId } from '../../../generated/api.ts'
import { namesIn } from '../known.ts'

export interface Step {
  operation: OperationId
  /** Distinguishes several steps of one operation. */
  title?: string
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  form?: Record<string, string>
  /** The parts of a form with a file, which is the part `file`. */
  upload?: Record<string, string>
  /** Sent unchanged instead of the body. */
  raw_body?: string
  /** Declares a body of this size. */
  oversize_bytes?: number
  /** Another method than that of the operation. */
  method?: string
  /** The credentials: the API key, or `none`, which is the default for public operations. */
  as?: 'key' | 'none'
  /** The status of the response; by default the successful one of the operation. */
  status?: number
  /** Fields of the response, by path (`data.0.id`), and their expected values. */
  expect?: Record<string, unknown>
  /** The name under which later steps find the response. */
  leaves?: string
  /** Required results of earlier steps, besides those in double parentheses. */
  needs?: string[]
  /** Waits for an asynchronous effect: repeats the request until the response has this path. */
  until?: string
  /** The reason why the response cannot be tested. */
  unreachable?: string
}

/** What an operation created, and how it is deleted. */
export interface Removal {
  by: OperationId
  parameter: string
}

/** An id that does not exist; random for each run. */
export const NOBODY = '((nobody))'

/** The results of other steps that a step requires. */
export function needsOf({ needs = [], path, query, headers, body, form, upload, expect }: Step): string[] {
  return [...new Set([...needs, ...namesIn({ path, query, headers, body, form, upload, expect })])]
}
