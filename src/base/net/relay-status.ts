// The state of the relay: whether it is reachable, accepts our login and accepts mail. Its replies about individual
// emails are not kept, because they are not faults of the relay and contain addresses.
import type { SmtpResult, SmtpReply } from './smtp-result.ts'

export interface RelayStatus {
  state: 'unknown' | 'up' | 'down'
  /** The reply code; `null`: no reply. */
  code: number | null
  /** The reply text when the relay is down, or the connection error. For the operator only. */
  reply_text: string
  at: string | null
}

export class RelayMonitor {
  readonly #onChange: (status: RelayStatus) => void
  #reported: Omit<RelayStatus, 'at'> = { state: 'unknown', code: null, reply_text: '' }
  #at_ms: number | undefined

  /** `onChange` is called when the relay goes down or recovers, but not for further replies in the same state. */
  constructor(onChange: (status: RelayStatus) => void = () => {}) {
    this.#onChange = onChange
  }

  get status(): RelayStatus {
    return { ...this.#reported, at: this.#at_ms === undefined ? null : new Date(this.#at_ms).toISOString() }
  }

  /** Updates the state from the reply to an email. */
  record(answer: SmtpResult): void {
    // an email that we refuse ourselves never reached the relay, and after a stall its state is unknown
    if (!answer.accepted && (answer.scope === 'ours' || answer.stalled)) return
    if (!answer.accepted && answer.scope === 'connection' && !answer.wasHandedOver) this.down(answer.reply)
    else this.up()
  }

  up(): void {
    this.#report(UP)
  }

  down({ code, reply_text }: SmtpReply): void {
    this.#report({ state: 'down', code, reply_text })
  }

  #report(said: Omit<RelayStatus, 'at'>): void {
    const before = this.#reported.state
    this.#reported = said
    this.#at_ms = Date.now()
    if (said.state !== before) this.#onChange(this.status)
  }
}

const UP = { state: 'up', code: null, reply_text: '' } as const
