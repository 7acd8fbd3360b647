// Addresses whose mail is captured like all other and of which something is heard: `bounced@`, `complained@`,
// `suppressed@` and `delivered@` at any domain, the first two and the last also with a label (`bounced+label@`).
import type { Pretence } from '../delivery/jobs.ts'
import type { RefusedRecipient, SmtpAnswer } from '../net/smtp-answer.ts'

const BOUNCED = {
  code: 550,
  reply_text: '550 5.1.1 The email account that you tried to reach does not exist (a test address)',
}
const SUPPRESSED = { code: 550, reply_text: '550 5.1.1 It bounced before, so nothing was sent to it (a test address)' }

export const testAddresses: Pretence = recipients => {
  const afterwards = new Map<string, 'complained' | 'suppressed'>()
  const refused: RefusedRecipient[] = []
  for (const address of recipients) {
    const kind = kindOf(address)
    if (kind === 'bounced') refused.push({ address, reply: BOUNCED })
    if (kind === 'suppressed') refused.push({ address, reply: SUPPRESSED })
    if (kind === 'suppressed' || kind === 'complained') afterwards.set(address, kind)
  }
  const reply = { code: 250, reply_text: '250 2.0.0 Captured: nothing leaves a sandbox' }
  return { answer: { taken: true, reply, refused } satisfies SmtpAnswer, afterwards }
}

function kindOf(address: string): string | undefined {
  return /^(bounced|complained|suppressed)(?:@|(?<!suppressed)\+)/i.exec(address)?.[1]!.toLowerCase()
}
