// The errors that methods throw. Each is a LettermillError; errors from the server have their own classes.
import type * as operations from './generated/sdk.gen.js'

type Answered<F> = F extends (...given: never[]) => infer Result ? ErrorOf<Awaited<Result>> : never
type ErrorOf<Result> = Result extends { error: infer Body } ? Exclude<Body, undefined> : never
type AnyError = { [Name in keyof typeof operations]: Answered<(typeof operations)[Name]> }[keyof typeof operations]

/** The error names in the contract. */
export type ErrorCode = Extract<AnyError, { name: string }>['name']

/**
 * The base class of all errors. An error without a subclass is caused by the program itself: an option, an argument, its
 * `onRefresh`.
 */
export class LettermillError extends Error {
  override name = 'LettermillError'
}

/** No response: the server is unreachable, the connection failed, or the request exceeded `timeoutMs`. */
export class ConnectionError extends LettermillError {
  override name = 'ConnectionError'
}

/** The server rejected the request. */
export class ApiError extends LettermillError {
  override name = 'ApiError'
  readonly status: number
  /** The error name, for programs; the message is for people. */
  readonly code: ErrorCode
  /** Identifies the request in the log of the server. */
  readonly requestId: string | undefined
  /** The number of seconds to wait before a retry. */
  readonly retryAfter: number | undefined

  constructor(message: string, code: ErrorCode, response: Response) {
    super(message)
    this.code = code
    this.status = response.status
    this.requestId = response.headers.get('x-request-id') ?? undefined
    this.retryAfter = retryAfter(response)
  }
}

/** An ApiError with a class name of its own, written out because minifiers rename classes. */
function kindOf(name: string): typeof ApiError {
  return class extends ApiError {
    override name = name
  }
}

/** 401: the key or token is missing, unknown or revoked. */
export class AuthenticationError extends kindOf('AuthenticationError') {}

/** 403: the permissions of the key or token are insufficient. */
export class PermissionError extends kindOf('PermissionError') {}

/** 404: the team has no such object. */
export class NotFoundError extends kindOf('NotFoundError') {}

/** 409: the idempotency key was used with another request. */
export class ConflictError extends kindOf('ConflictError') {}

/** 400 and 422: the request is invalid; the message names the field and the reason. */
export class ValidationError extends kindOf('ValidationError') {}

/** 429: too many requests. */
export class RateLimitError extends kindOf('RateLimitError') {}

/** 5xx: the server failed. */
export class ServerError extends kindOf('ServerError') {}

/** The token endpoint rejected the request. After `invalid_grant` the user has to approve again. */
export class OAuthError extends LettermillError {
  override name = 'OAuthError'
  readonly status: number
  /** The error code of RFC 6749 5.2. */
  readonly error: string

  constructor(status: number, error: string, description: string | undefined) {
    super(description ? `${error}: ${description}` : error)
    this.status = status
    this.error = error
  }
}

/** The response has no error code. */
export const NO_CONTENT = 204

const BY_STATUS: Record<number, typeof ApiError> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: ValidationError,
  429: RateLimitError,
}

/** The error for a response with this body, which is text if it is not JSON: a proxy may have sent it. */
function errorOf(body: unknown, response: Response): ApiError {
  const { message, name } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const Kind = BY_STATUS[response.status] ?? (response.status >= 500 ? ServerError : ApiError)
  const said = typeof message === 'string' ? message : answered(response)
  return new Kind(said, (typeof name === 'string' ? name : 'application_error') as ErrorCode, response)
}

function answered({ status, headers }: Response): string {
  const to = status < 400 && headers.get('location')
  return to
    ? `The server returned ${status} and redirects to ${to}. Use that URL as baseUrl.`
    : `The server returned ${status}.`
}

/** Throws if the response is not from a Lettermill server: successful responses are JSON, a CSV or a stream. */
export function refuseForeign(response: Response): Response {
  const { status, headers, ok } = response
  if (!ok || status === NO_CONTENT || /json|^text\/(?:csv|event-stream)/.test(headers.get('content-type') ?? ''))
    return response
  throw foreign(response)
}

function foreign(response: Response): ApiError {
  const words = `The server returned ${response.status} without JSON. Check that baseUrl is the address of a Lettermill server.`
  return new ApiError(words, 'application_error', response)
}

/** The error to throw for a failure; `response` is present if the server has responded. */
export function failureOf(error: unknown, response: Response | undefined): LettermillError {
  if (error instanceof LettermillError) return error
  // a successful response whose body is not JSON, despite its type
  if (response?.ok) return foreign(response)
  if (response && !(error instanceof Error)) return errorOf(error, response)
  return new LettermillError(error instanceof Error ? error.message : String(error), { cause: error })
}

/** The seconds in `Retry-After`, which may also be a date (RFC 9110 10.2.3). */
export function retryAfter({ headers }: Response): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
