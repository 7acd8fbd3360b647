// Every way the API says no. Rules throw refusals: they are answers, not accidents.
import { withoutSecrets } from './secrets.ts'

/** The closed list of error names on the wire and the status each has unless a refusal says otherwise. */
const STATUS = {
  validation_error: 422,
  missing_required_field: 422,
  missing_required_parameter: 422,
  invalid_parameter: 422,
  invalid_access: 422,
  invalid_region: 422,
  invalid_attachment: 422,
  invalid_idempotency_key: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  restricted_api_key: 401,
  invalid_permission: 403,
  email_above_quota: 403,
  not_found: 404,
  method_not_allowed: 405,
  invalid_idempotent_request: 409,
  concurrent_idempotent_requests: 409,
  rate_limit_exceeded: 429,
  daily_quota_exceeded: 429,
  monthly_quota_exceeded: 429,
  application_error: 500,
  service_unavailable: 503,
} as const

export type RefusalName = keyof typeof STATUS

/** A "no" in wire form. Throwing one rolls the unit of work back. */
export class Refusal extends Error {
  readonly status: number
  readonly body: unknown
  readonly headers: Record<string, string>

  constructor(status: number, body: unknown, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/**
 * The API's error shape. `message` tells the caller what to do next; it never carries a secret, not even where a rule
 * names what it was sent.
 * `status` only where one name stands for several statuses on the wire (a body that is no JSON: 400 validation_error).
 */
export function refusal(name: RefusalName, message: string, status: number = STATUS[name]): Refusal {
  const safe = withoutSecrets(message)
  return new Refusal(status, { statusCode: status, message: safe, name }, safe)
}

/** What `make` makes, or the refusal that it ends in; any other error is thrown on. */
export function orRefusal<T>(make: () => T): T | Refusal {
  try {
    return make()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
