// Classes of bounces, from replies as real servers word them: recipient, our server, the email or a temporary problem.
import { describe, expect, it } from 'vitest'
import { type BounceClass, classifyBounce, findEnhancedStatus } from '../../src/base/text/bounce-class.ts'
import { effort_ms } from '../support/cpu-time.ts'

const CASES: [BounceClass, string][] = [
  // unknown recipient
  ['permanent', '550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking'],
  ['permanent', '550 5.1.1 <a@example.org>: Recipient address rejected: User unknown in virtual mailbox table'],
  ['permanent', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
  ['permanent', '550 5.1.2 Host unknown'],
  ['permanent', '556 5.1.10 example.org does not accept mail (null MX)'],
  ['permanent', '550 5.2.1 The email account that you tried to reach is disabled.'],
  ['permanent', '554 delivery error: dd This user doesn’t have a yahoo.com account (a@yahoo.com) [0]'],
  ['permanent', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)'],
  ['permanent', '550 Requested action not taken: mailbox unavailable'],
  ['permanent', '550 No such user here'],
  ['permanent', '550 Unrouteable address'],
  ['permanent', '550 5.4.1 Recipient address rejected: Access denied. [AM5EUR02FT004.eop-EUR02.prod]'],
  ['permanent', '550 #5.1.0 Address rejected.'],
  ['permanent', '551 User not local; unknown user'],
  ['permanent', '553 Invalid recipient a@example.org (Mode: normal)'],
  ['permanent', '550 5.1.6 recipient no longer on server'],
  ['permanent', '550 Mailbox not found'],
  ['permanent', '5.4.4 (unable to route: no mail hosts for domain)'],
  // mailbox full, email too large, temporary problem
  ['transient', '552 5.2.2 The email account that you tried to reach is over quota'],
  ['transient', '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException'],
  ['transient', '550 User quota exceeded'],
  ['transient', '552 5.2.3 Message exceeds maximum fixed size'],
  ['transient', '552 5.3.4 Message size exceeds fixed limit'],
  ['transient', '451 4.7.1 Greylisting in action, please come back later'],
  ['transient', '4.4.7 Delivery time expired'],
  ['transient', '550 5.4.6 Routing loop detected'],
  ['transient', '452 4.2.2 Mailbox full'],
  // our server, or the content of the email
  ['transient', '550 5.7.1 Unfortunately, messages from [192.0.2.1] weren’t sent. Please contact your provider'],
  ['transient', '550 5.7.1 [192.0.2.1 12] Our system has detected that this message is likely unsolicited mail.'],
  ['transient', '550-5.7.26 This mail has been blocked because the sender is unauthenticated. DMARC'],
  ['transient', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.example.org'],
  ['transient', '554 5.7.1 <a@example.org>: Relay access denied'],
  ['transient', '550 5.1.1 rejected as spam'],
  ['transient', '550 Message contains a virus'],
  ['transient', '550 5.7.1 Recipient not found here: access denied by policy'],
  ['transient', '550 5.7.509 Access denied, sending domain does not pass DMARC verification'],
  ['transient', '550 5.1.8 Access denied, bad outbound sender, user unknown'],
  ['transient', '553 5.1.7 The sender address does not exist'],
  ['transient', '554 5.6.0 Message content rejected'],
  ['transient', '550 SPF check failed'],
  // no reason given
  ['undetermined', '550 5.0.0 Rejected'],
  ['undetermined', '554 Transaction failed'],
  ['undetermined', '550 5.5.1 Protocol error'],
  ['undetermined', ''],
]

const codeOf = (words: string): number | null => Number(/^[2-5]\d\d(?=[ -])/.exec(words)?.[0]) || null

describe('classifyBounce', () => {
  it.each(CASES)('returns %s for %j', (expected, words) => {
    expect(classifyBounce({ code: codeOf(words), words })).toBe(expected)
  })

  it('prefers the separate status and ignores numbers later in the text', () => {
    expect(classifyBounce({ code: null, words: 'refused', status: '5.1.1' })).toBe('permanent')
    expect(classifyBounce({ code: null, words: '550 5.1.1 no', status: '4.4.1' })).toBe('transient')
    expect(findEnhancedStatus(`550 ${'see the pages '.repeat(9)} 5.1.1`)).toBeUndefined()
    expect(findEnhancedStatus('550 version 15.1.1 of 5.1.1.1')).toBeUndefined()
  })

  it('takes linear time for any text', () => {
    const many = ['user '.repeat(50_000), 'recipient '.repeat(50_000), 'x'.repeat(500_000), 'exceeded '.repeat(9_000)]
    expect(effort_ms(() => many.forEach(words => classifyBounce({ code: 550, words })))).toBeLessThan(1000)
  })
})
