// An effect that needs the network is an errand: the unit of work that brings the run to the step stores it as a job, and that
// job settles the step when it is done.

/** An errand as plain data; the runner of its kind adds the rest. */
export type Errand = HttpErrand
export type ErrandOf<Kind extends Errand['kind']> = Extract<Errand, { kind: Kind }>

export interface HttpErrand {
  kind: 'http_request'
  /** The server that the request goes to: errands to one destination must not block those to others. */
  destination: string
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: string | null
  limit_ms: number
}

/** The outcome of an effect that was stored as a job; the run stays at its step until the job settles it. */
export interface UnderWay {
  under_way: true
}

/** The error of a step whose tries all failed. */
export const afterTries = (tries: number, reason: string): string => `The step failed ${tries} times: ${reason}`

/** Thrown when a try of an errand failed and a later one may succeed. */
export class TryAgain extends Error {
  /** The least time until the next try, as the other server demands (Retry-After). */
  readonly after_ms: number
  /** The try ended because this server stopped. */
  readonly stopped: boolean

  constructor(reason: string, { after_ms = 0, stopped = false }: { after_ms?: number; stopped?: boolean } = {}) {
    super(reason)
    this.after_ms = after_ms
    this.stopped = stopped
  }
}
