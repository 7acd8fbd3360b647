// The state of the relay: whether it can be reached, accepts our login and takes mail. Its replies about single mails are not
// kept, as they are no fault of the relay and contain addresses.
import type { SmtpAnswer, SmtpReply } from './smtp-answer.ts'

export interface RelayStatus {
  state: 'unknown' | 'up' | 'down'
  /** The reply code; `null`: there was no reply. */
  code: number | null
  /** The reply text when the relay is down, or what broke; for the operator only. */
  reply_text: string
  at: string | null
}

export class RelayWatch {
  readonly #onChange: (status: RelayStatus) => void
  #said: Omit<RelayStatus, 'at'> = { state: 'unknown', code: null, reply_text: '' }
  #at_ms: number | undefined

  /** `onChange` is called when the relay goes down or comes up, and not for each further answer with the same state. */
  constructor(onChange: (status: RelayStatus) => void = () => {}) {
    this.#onChange = onChange
  }

  get status(): RelayStatus {
    return { ...this.#said, at: this.#at_ms === undefined ? null : new Date(this.#at_ms).toISOString() }
  }

  /** Takes the state from the answer to a mail. */
  note(answer: SmtpAnswer): void {
    // a mail that we refuse ourselves never reached the relay, and after a stall its state is unknown
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
