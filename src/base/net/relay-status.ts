// The state of the relay: whether it is reachable, accepts our login and accepts mail. Its replies about individual
// emails are not kept, because they are not faults of the relay and contain addresses.
import type { SmtpAnswer, SmtpReply } from './smtp-answer.ts'

export interface RelayStatus {
  state: 'unknown' | 'up' | 'down'
  /** The reply code; `null`: no reply. */
  code: number | null
  /** The reply text when the relay is down, or the connection error. For the operator only. */
  reply_text: string
  at: string | null
}

export class RelayWatch {
  readonly #onChange: (status: RelayStatus) => void
  #said: Omit<RelayStatus, 'at'> = { state: 'unknown', code: null, reply_text: '' }
  #at_ms: number | undefined

  /** `onChange` is called when the relay goes down or recovers, but not for further replies in the same state. */
  constructor(onChange: (status: RelayStatus) => void = () => {}) {
    this.#onChange = onChange
  }

  get status(): RelayStatus {
    return { ...this.#said, at: this.#at_ms === undefined ? null : new Date(this.#at_ms).toISOString() }
  }

  /** Updates the state from the reply to an email. */
  note(answer: SmtpAnswer): void {
    // an email that we refuse ourselves never reached the relay, and after a stall its state is unknown
    if (!answer.taken && (answer.about === 'ours' || answer.stalled)) return
    if (!answer.taken && answer.about === 'connection' && !answer.handed) this.down(answer.reply)
    else this.up()
  }

  up(): void {
    this.#say(UP)
  }

  down({ code, reply_text }: SmtpReply): void {
    this.#say({ state: 'down', code, reply_text })
  }

  #say(said: Omit<RelayStatus, 'at'>): void {
    const before = this.#said.state
    this.#said = said
    this.#at_ms = Date.now()
    if (said.state !== before) this.#onChange(this.status)
  }
}

const UP = { state: 'up', code: null, reply_text: '' } as const
