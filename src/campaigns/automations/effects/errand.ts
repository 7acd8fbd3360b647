// An effect that needs the network is an errand: it is written down as a job in the unit of work that brings the run to
// the step, and that job settles the step when it is done.

/** What is to be done, as plain data; the function that runs errands of its kind adds the rest. */
export type Errand = HttpErrand
export type ErrandOf<Kind extends Errand['kind']> = Extract<Errand, { kind: Kind }>

export interface HttpErrand {
  kind: 'http_request'
  /** Whom it asks: errands to one destination must not block those to others. */
  destination: string
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: string | null
  limit_ms: number
}

/** An errand that has been written down; the run stands at its step until the job settles it. */
export interface UnderWay {
  under_way: true
}

/** What is said of a step of which nothing came at any of its tries. */
export const afterTries = (tries: number, reason: string): string => `The step failed ${tries} times: ${reason}`

/** Nothing came of an errand by now, and something may if it is run again. */
export class TryAgain extends Error {
  /** Not before so long, as the server that was asked has said (Retry-After). */
  readonly after_ms: number
  /** It was this server that ended it. */
  readonly stopped: boolean

  constructor(reason: string, { after_ms = 0, stopped = false }: { after_ms?: number; stopped?: boolean } = {}) {
    super(reason)
    this.after_ms = after_ms
    this.stopped = stopped
  }
}
