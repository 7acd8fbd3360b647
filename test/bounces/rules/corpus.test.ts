// A corpus of refusals and bounces in the formats that large receivers and mail servers publish. The parts of a reply
// that decide are the fixed strings of the server; the rest is in our own words.
import { describe, expect, it } from 'vitest'
import { parseReport } from '../../../src/mail/bounces/reports/report.ts'
import { type BounceClass, classifyBounce } from '../../../src/base/text/bounce-class.ts'
import { readMail } from '../../../src/base/net/read-mail.ts'
import { dsn, wired, worded } from '../../support/reports.ts'

const BT = 'bt@ex.test'

const REPLIES: Record<string, [BounceClass, string][]> = {
  'Amazon WorkMail': [['permanent', '550 5.1.1 mailbox does not exist']],
  'AT&T': [
    ['permanent', '550 5.1.1 <bt@ex.test>... User unknown'],
    ['transient', '553 5.3.0 alph1 DNSBL:RBL 521< 192.0.2.1 >_is_blocked.'],
  ],
  Barracuda: [
    ['transient', '550 permanent failure for one or more recipients (bt@ex.test:blocked)'],
    ['permanent', '550 No such user (bt@ex.test)'],
  ],
  Charter: [['permanent', '550 5.1.1 <bt@ex.test> recipient does not exist here']],
  'Cisco IronPort': [
    ['permanent', '550 #5.1.0 Address rejected.'],
    ['permanent', '550 "Unknown User"'],
    ['transient', '550 #5.7.1 Your access to submit messages to this e-mail system has been rejected.'],
  ],
  Comcast: [
    ['permanent', '550 5.1.1 Not our Customer'],
    ['transient', '554 imta01.example comcast 192.0.2.1 Comcast block for spam.'],
  ],
  'Exchange Online': [
    ['permanent', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient bt@ex.test not found by SMTP address lookup'],
    ['permanent', '550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found'],
    ['permanent', '550 5.4.1 Recipient address rejected: Access denied. [AM5EUR02FT004.eop-EUR02]'],
    ['transient', '550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP.'],
    ['transient', '550 5.7.64 TenantAttribution; Relay Access Denied'],
    ['transient', '554 5.4.14 Hop count exceeded - possible mail loop ATTR34'],
    ['transient', '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required'],
    ['transient', '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException'],
  ],
  Fastmail: [
    ['permanent', '550 5.1.1 <bt@ex.test>: Recipient address rejected: User unknown in virtual mailbox table'],
  ],
  Gmail: [
    ['permanent', '550-5.1.1 The email account that you tried to reach does not exist. Please try'],
    ['permanent', '550-5.2.1 The email account that you tried to reach is inactive.'],
    ['transient', "552-5.2.2 The recipient's inbox is out of storage space."],
    ['transient', '550-5.7.26 Your email has been blocked because the sender is unauthenticated.'],
    ['transient', '450-4.2.1 The user you are trying to contact is receiving mail at a rate that prevents more'],
  ],
  'GMX and WEB.DE': [
    ['permanent', '550 Requested action not taken: mailbox unavailable'],
    ['transient', '554-Transaction failed 554-Reject due to policy restrictions.'],
    ['transient', '550 Requested action not taken: mailbox unavailable invalid DNS MX or A/AAAA resource record'],
  ],
  iCloud: [
    ['permanent', '550 5.1.1 <bt@ex.test>: user does not exist'],
    ['transient', '552 5.2.2 <bt@ex.test>: user is over quota'],
    ['transient', '554 5.7.1 [CS01] Message rejected due to local policy.'],
  ],
  Italiaonline: [
    ['permanent', '550 RCPT TO:<bt@ex.test> User unknown'],
    ['transient', '552 RCPT TO:<bt@ex.test> Mailbox disk quota exceeded'],
  ],
  'Mail.ru': [
    [
      'permanent',
      '550 Message was not accepted -- invalid mailbox. Local mailbox bt@ex.test is unavailable: user not found',
    ],
    ['permanent', '550 Message was not accepted. Local mailbox bt@ex.test is unavailable: account is disabled'],
    ['transient', '550 spam message rejected.'],
  ],
  Mimecast: [
    ['permanent', '550 Invalid Recipient - https://community.mimecast.example/docs/DOC-1369#550'],
    ['transient', '550 Rejected by header based Anti-Spoofing policy: a@example.org'],
    ['transient', '550 Administrative prohibition - envelope blocked'],
  ],
  NetEase: [
    ['permanent', '550 User not found: bt@ex.test'],
    ['permanent', '550 Invalid User: bt@ex.test'],
    ['permanent', '550 User suspended'],
    ['transient', '554 DT:SPM 163 smtp1'],
    ['transient', '552 Requested mail action aborted: exceeded mailsize limit'],
  ],
  Orange: [
    ['permanent', '550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]'],
    ['transient', '552 5.1.1 Boite du destinataire pleine. Recipient overquota. OFR_417 [417]'],
    ['undetermined', '550 5.2.0 Mail rejete. Mail rejected. OFR_506 [506]'],
  ],
  'Outlook.com': [
    ['permanent', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'],
    ['transient', '550 5.7.1 Unfortunately, messages from [192.0.2.1] were not sent; it is on our block list (S3150).'],
  ],
  Proofpoint: [
    ['permanent', '550 5.1.1 User Unknown'],
    ['transient', '550 5.7.0 Local Policy Violation'],
    ['transient', '554 Blocked - see https://ipcheck.proofpoint.example/?ip=192.0.2.1'],
  ],
  Proton: [['permanent', '550 5.1.1 <bt@ex.test>: Recipient address rejected: Address does not exist']],
  QQ: [
    ['permanent', '550 Mailbox not found. http://service.mail.qq.example/'],
    ['transient', '550 Ip frequency limited.'],
    ['transient', '550 Mail content denied.'],
    ['undetermined', '550 Mailbox unavailable or access denied'],
  ],
  Seznam: [['permanent', '550 5.1.1 Sorry, no mailbox here by that name.']],
  'T-Online': [
    ['permanent', '550 unknown recipient'],
    [
      'undetermined',
      '554 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help or to contact us to clarify.)',
    ],
  ],
  'Yahoo and AOL': [
    ['permanent', "554 delivery error: dd This user doesn't have a yahoo.com account (bt@ex.test) [0]"],
    ['permanent', '554 delivery error: dd Requested mail action aborted; mailbox not found'],
    ['permanent', '554 delivery error: dd This account has been disabled or discontinued [#102].'],
    ['transient', '553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1'],
    ['transient', '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred'],
  ],
  Yandex: [
    ['permanent', '550 5.7.1 No such user!'],
    ['transient', '554 5.7.1 [2] Message rejected under suspicion of SPAM'],
  ],
  Zoho: [
    ['permanent', '550 5.1.1 User does not exist - <bt@ex.test>'],
    ['transient', '550 5.4.6 Unusual sending activity detected.'],
    ['transient', '553 Relaying disallowed as <a@example.org>'],
  ],
  'other servers': [
    ['permanent', '550 No user found'],
    ['permanent', '550 no mailbox found for this address'],
    ['permanent', '550 Recipient could not be found'],
    ['permanent', '550 There is no such person here'],
    ['permanent', '550 bt not listed in directory'],
  ],
}

const codeOf = (words: string): number => Number(words.slice(0, 3))

describe('a reply', () => {
  const all = Object.entries(REPLIES).flatMap(([server, replies]) => replies.map(reply => [server, ...reply] as const))
  it.each(all)('of %s is %s: %s', (_, expected, words) => {
    expect(classifyBounce({ code: codeOf(words), words })).toBe(expected)
  })
})

const FROM = 'From: Mail Delivery System <mailer-daemon@mx.ex.test>\nSubject: Undeliverable: hello\n'

const BOUNCES: [server: string, raw: string, expected: string][] = [
  [
    'Courier',
    worded(`UNDELIVERABLE MAIL\n\nYour message could not be delivered.\n\n<${BT}>:\n    550 User unknown.\n`, FROM),
    'bounced permanent 550',
  ],
  [
    'Exchange',
    worded(
      `Delivery has failed to these recipients or groups:\n\n${BT}\nThe email address you entered couldn't be found.\n\nDiagnostic information for administrators:\n\nGenerating server: X.ex.test\n\n${BT}\n#550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup ##\n`,
      'From: postmaster@ex.test\nSubject: Undeliverable: hello\n',
    ),
    'bounced permanent 550',
  ],
  [
    'Exchange without details',
    worded(`Delivery has failed to these recipients or groups:\n\n${BT}\nThe address couldn’t be found.\n`, FROM),
    'bounced permanent null',
  ],
  [
    'Exchange Online',
    worded(
      `Your message to ${BT} couldn't be delivered.\n\nbt wasn't found at ex.test.\n\nMore Info for Email Admins\nStatus code: 550 5.1.10\n\nRecipient Address:    ${BT}\n\nError Details\nReported error:    550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ${BT} not found by SMTP address lookup\n`,
      'From: postmaster@ex.test\nSubject: Undeliverable: hello\n',
    ),
    'bounced permanent 550',
  ],
  [
    'Exchange Online, shortened by a gateway',
    worded(`Your message to ${BT} couldn't be delivered.\n\nbt wasn't found at ex.test.\n`, FROM),
    'bounced permanent null',
  ],
  [
    'Exim',
    worded(
      `A message that you sent could not be delivered to one or more of its recipients.\n\n  ${BT}\n    host mx.ex.test [192.0.2.9]\n    SMTP error from remote mail server after RCPT TO:<${BT}>:\n    550 No user found\n\n------ This is a copy of your message. ------\n\nTo: other@ex.test\n`,
      `X-Failed-Recipients: ${BT}\n${FROM}`,
    ),
    'bounced permanent 550',
  ],
  [
    'Gmail',
    worded(
      `** Address not found **\n\nYour message wasn't delivered to ${BT} because the address couldn't be found.\n\nThe response was:\n\n550 5.1.1 The email account that you tried to reach does not exist.\n`,
      'From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>\nSubject: Delivery Status Notification (Failure)\n',
    ),
    'bounced permanent 550',
  ],
  [
    'hMailServer',
    worded(
      `Your message did not reach some or all of the intended recipients.\n\nThe following recipient(s) could not be reached:\n\n   ${BT}\n   Error Type: SMTP\n   Remote server (192.0.2.9) issued an error.\n   hMailServer sent: RCPT TO:<${BT}>\n   Remote server replied: 550 Unknown user\n`,
      FROM,
    ),
    'bounced permanent 550',
  ],
  [
    'MDaemon',
    worded(`The following addresses had delivery problems:\n\n${BT}  ... (550) Mailbox not found\n`, FROM),
    'bounced permanent 550',
  ],
  [
    'OpenSMTPD',
    worded(`Hi!\n\nYour message could not be delivered.\n\n    ${BT}: 550 5.1.1 Invalid recipient\n`, FROM),
    'bounced permanent 550',
  ],
  [
    'Postfix',
    worded(`<${BT}>: host mx.ex.test[192.0.2.9] said: 550 5.1.1 User unknown (in reply to RCPT TO command)\n`, FROM),
    'bounced permanent 550',
  ],
  [
    'Sendmail',
    worded(
      `   ----- The following addresses had permanent fatal errors -----\n<${BT}>\n    (reason: 550 5.1.1 User unknown)\n\n   ----- Transcript of session follows -----\n... while talking to mx.ex.test.:\n`,
      FROM,
    ),
    'bounced permanent 550',
  ],
  [
    'Yahoo',
    worded(
      `Sorry, we were unable to deliver your message to the following address.\n\n<${BT}>:\n554: delivery error: dd This user doesn't have a yahoo.com account\n`,
      FROM,
    ),
    'bounced permanent 554',
  ],
  [
    'IronPort in a separate field',
    dsn([
      `Final-Recipient: RFC822; ${BT}\nAction: failed\nStatus: 5.0.0\nRemote-MTA: dns; 192.0.2.9\nX-Supplementary-Info: <192.0.2.9 #5.0.0 smtp; 550 "Unknown User">`,
    ]),
    'bounced permanent 550',
  ],
  [
    'a server with empty report fields',
    dsn([`Final-Recipient: RFC822; ${BT}\nAction: failed\nStatus: 5.0.0`], `<${BT}>: 550 No user found\n`),
    'bounced permanent 550',
  ],
  [
    'a server with the code in brackets',
    wired(`${FROM}Content-Type: text/plain\n\nDelivery to ${BT} failed: [550 5.1.1 unknown user]\n`),
    'bounced permanent 550',
  ],
]

async function outcomeOf(raw: string): Promise<string | undefined> {
  const mail = (await readMail(Buffer.from(raw)))!
  const parts = mail.parts.map(({ type, content }) => ({ type, text: content.toString() }))
  const report = parseReport({ ...mail, parts })
  if (report?.kind !== 'delivery') return undefined
  const recipient = report.recipients.find(({ addresses }) => addresses.includes(BT))
  return recipient && `${recipient.outcome} ${classifyBounce(recipient)} ${recipient.code}`
}

describe('a bounce', () => {
  it.each(BOUNCES)('of %s is recognized', async (_, raw, expected) => {
    expect(await outcomeOf(raw)).toBe(expected)
  })

  it.each([
    ['an automatic reply of a daemon', `We got your mail. Write to ${BT} in urgent cases.\n`],
    ['a message about another user', `The report for ${BT} is ready.\n\nOther users were not found.\n\n`],
  ])('is not recognized in %s', async (_, text) => {
    expect(await outcomeOf(worded(text, FROM))).toBeUndefined()
  })
})
