// An effect that requires the network is an errand: the transaction in which the run reaches the step stores it as a job, and
// that job settles the step.

/** An errand as plain data; the runner of its kind adds further data. */
export type Errand = HttpErrand
export type ErrandOf<Kind extends Errand['kind']> = Extract<Errand, { kind: Kind }>

export interface HttpErrand {
  kind: 'http_request'
  /** The server that the request is sent to: errands to one destination must not block those to others. */
  destination: string
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  /** Written-out values of its headers, which are not stored with the response. Missing in jobs of an earlier version. */
  secrets?: readonly string[]
  body: string | null
  limit_ms: number
}

/** The outcome of an effect that was stored as a job. The run remains at its step until the job settles it. */
export interface PendingEffect {
  under_way: true
}

/** The error of a step after its last attempt failed. */
export const lastAttemptError = (tries: number, reason: string): string => `The step failed ${tries} times: ${reason}`

/** Thrown when an attempt of an errand failed and a later one may succeed. */
export class ErrandRetry extends Error {
  /** The minimum delay until the next attempt, as required by the other server (Retry-After). */
  readonly after_ms: number
  /** The attempt ended because this server stopped. */
  readonly stopped: boolean

  constructor(reason: string, { after_ms = 0, stopped = false }: { after_ms?: number; stopped?: boolean } = {}) {
    super(reason)
    this.after_ms = after_ms
    this.stopped = stopped
  }
}
