// Test addresses, whose email is captured instead of sent and which simulate an outcome: `bounced@`, `complained@`,
// `suppressed@` and `delivered@` at any domain. All except `suppressed@` accept a label (`bounced+label@`).
import type { RefusedRecipient, SmtpResult, SmtpReply } from '../../base/net/smtp-result.ts'
import type { SimulatedReports } from './after-attempt.ts'

/** Simulates a server's reply for captured email, and the reports that would follow. */
export type CapturedOutcome = (recipients: readonly string[]) => { answer: SmtpResult; afterwards?: SimulatedReports }

const BOUNCED = {
  code: 550,
  reply_text: '550 5.1.1 The email account that you tried to reach does not exist (a test address)',
}
const SUPPRESSED = { code: 550, reply_text: '550 5.1.1 Not sent, because the address bounced before (a test address)' }

/** `accepted`: the reply for all other addresses. */
export const capturedOutcomes =
  (taken: SmtpReply): CapturedOutcome =>
  recipients => {
    const afterwards = new Map<string, 'bounced' | 'complained' | 'suppressed'>()
    const refused: RefusedRecipient[] = []
    for (const address of recipients) {
      const kind = kindOf(address)
      if (kind === 'bounced') refused.push({ address, reply: BOUNCED })
      if (kind === 'suppressed') refused.push({ address, reply: SUPPRESSED })
      if (kind !== undefined) afterwards.set(address, kind)
    }
    return { answer: { accepted: true, reply: taken, refused }, afterwards }
  }

const KINDS = ['bounced', 'complained', 'suppressed'] as const

function kindOf(address: string): (typeof KINDS)[number] | undefined {
  const kind = /^([a-z]+)(?:@|(?<!suppressed)\+)/i.exec(address)?.[1]!.toLowerCase()
  return KINDS.find(each => each === kind)
}
