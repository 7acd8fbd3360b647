// What a call throws. Every error is a LettermillError; those that the server answered say which it was.
import type * as operations from './generated/sdk.gen.js'

type Answered<F> = F extends (...given: never[]) => infer Result ? ErrorOf<Awaited<Result>> : never
type ErrorOf<Result> = Result extends { error: infer Body } ? Exclude<Body, undefined> : never
type AnyError = { [Name in keyof typeof operations]: Answered<(typeof operations)[Name]> }[keyof typeof operations]

/** The kinds of error that the contract knows. */
export type ErrorCode = Extract<AnyError, { name: string }>['name']

/** What a call throws. One of no other kind tells of the program's own part: an option, an argument, its `onRefresh`. */
export class LettermillError extends Error {
  override name = 'LettermillError'
}

/** No answer came: the server could not be reached, the connection broke, or it took longer than `timeoutMs`. */
export class ConnectionError extends LettermillError {
  override name = 'ConnectionError'
}

/** The server refused the call. */
export class ApiError extends LettermillError {
  override name = 'ApiError'
  readonly status: number
  /** The kind of error, for a program; the message is for a person. */
  readonly code: ErrorCode
  /** Names the request in the server's log. */
  readonly requestId: string | undefined
  /** After how many seconds trying again makes sense. */
  readonly retryAfter: number | undefined

  constructor(message: string, code: ErrorCode, response: Response) {
    super(message)
    this.code = code
    this.status = response.status
    this.requestId = response.headers.get('x-request-id') ?? undefined
    this.retryAfter = retryAfter(response)
  }
}

/** An ApiError under a name of its own, which is written out as minifiers rename classes. */
function kindOf(name: string): typeof ApiError {
  return class extends ApiError {
    override name = name
  }
}

/** 401: the key or token is missing, unknown or revoked. */
export class AuthenticationError extends kindOf('AuthenticationError') {}

/** 403: the key or token does not reach this far. */
export class PermissionError extends kindOf('PermissionError') {}

/** 404: there is no such thing in this team. */
export class NotFoundError extends kindOf('NotFoundError') {}

/** 409: the idempotency key was used with another request. */
export class ConflictError extends kindOf('ConflictError') {}

/** 400 and 422: what was sent cannot be right; the message says which field and why. */
export class ValidationError extends kindOf('ValidationError') {}

/** 429: too many requests. */
export class RateLimitError extends kindOf('RateLimitError') {}

/** 5xx: the server could not do it. */
export class ServerError extends kindOf('ServerError') {}

/** The token endpoint refused. After `invalid_grant` the person has to approve again. */
export class OAuthError extends LettermillError {
  override name = 'OAuthError'
  readonly status: number
  /** As in RFC 6749 5.2. */
  readonly error: string

  constructor(status: number, error: string, description: string | undefined) {
    super(description ? `${error}: ${description}` : error)
    this.status = status
    this.error = error
  }
}

/** Nothing is to be read there. */
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

/** The error for an answer with this body, which is text when it is no JSON: something in between may have answered. */
function errorOf(body: unknown, response: Response): ApiError {
  const { message, name } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const Kind = BY_STATUS[response.status] ?? (response.status >= 500 ? ServerError : ApiError)
  const said = typeof message === 'string' ? message : answered(response)
  return new Kind(said, (typeof name === 'string' ? name : 'application_error') as ErrorCode, response)
}

function answered({ status, headers }: Response): string {
  const to = status < 400 && headers.get('location')
  return to
    ? `The server answered ${status} and sends to ${to}: use the baseUrl of that one.`
    : `The server answered ${status}.`
}

/** Throws when something else than a Lettermill server took the call for its own: all good answers are JSON, a CSV or a stream. */
export function refuseForeign(response: Response): Response {
  const { status, headers, ok } = response
  if (!ok || status === NO_CONTENT || /json|^text\/(?:csv|event-stream)/.test(headers.get('content-type') ?? ''))
    return response
  throw foreign(response)
}

function foreign(response: Response): ApiError {
  const words = `The server answered ${response.status} without JSON: is baseUrl the address of a Lettermill server?`
  return new ApiError(words, 'application_error', response)
}

/** What to throw for what went wrong; `response` is there when the server has answered. */
export function failureOf(error: unknown, response: Response | undefined): LettermillError {
  if (error instanceof LettermillError) return error
  // a good answer was read and is no JSON, whatever its type says
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
