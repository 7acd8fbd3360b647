// All refusals of the API. Rules throw refusals: they are responses, not failures of the server.
import { withoutSecrets } from './secrets.ts'

/** All error names of the API, each with its default status. */
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

/** A response that refuses a request. Throwing one rolls the unit of work back. */
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
 * A refusal in the API's error format. `message` tells the caller how to fix the request; secrets in it are hidden,
 * even if a rule quotes a value of the request. `status` is passed only if one name has several statuses (invalid JSON:
 * 400 validation_error).
 */
export function refusal(name: RefusalName, message: string, status: number = STATUS[name]): Refusal {
  const safe = withoutSecrets(message)
  return new Refusal(status, { statusCode: status, message: safe, name }, safe)
}

/** The result of `make`, or the refusal that it throws; any other error is rethrown. */
export function valueOrRefusal<T>(make: () => T): T | Refusal {
  try {
    return make()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
