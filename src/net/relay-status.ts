// What the relay has said last about itself: whether it is there, lets us in and listens. What it says about a mail is no
// matter of the relay, and names people.
import type { SmtpAnswer, SmtpReply } from './smtp-answer.ts'

export interface RelayStatus {
  state: 'unknown' | 'up' | 'down'
  /** The reply code of what it said, where that was a reply. */
  code: number | null
  /** Its reply text when it is down, or what broke; for the operator and not for everybody. */
  reply_text: string
  at: string | null
}

export class RelayWatch {
  status: RelayStatus = { state: 'unknown', code: null, reply_text: '', at: null }

  /** From the answer to a mail. */
  note(answer: SmtpAnswer): void {
    // what we refuse ourselves has reached nobody, and what stalled says nothing of the relay
    if (!answer.taken && (answer.about === 'ours' || answer.stalled)) return
    if (!answer.taken && answer.about === 'connection' && !answer.handed) this.down(answer.reply)
    else this.up()
  }

  up(): void {
    this.status = { state: 'up', code: null, reply_text: '', at: new Date().toISOString() }
  }

  down({ code, reply_text }: SmtpReply): void {
    this.status = { state: 'down', code, reply_text, at: new Date().toISOString() }
  }
}
