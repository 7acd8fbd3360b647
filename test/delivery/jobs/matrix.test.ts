// How a mail server may behave at each step of the SMTP session, and the resulting status: for one recipient, for
// several, and for several emails on one connection. The cases run concurrently because each server receives its own
// emails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Attempt } from '../../../src/mail/delivery/store.ts'
import type { EmailInDelivery } from '../../../src/mail/emails/store.ts'
import type { SmtpLimits } from '../../../src/base/net/smtp.ts'
import { databases } from '../../support/databases.ts'
import { type Deliveries, openDeliveries, type DeliveryJob } from '../../support/deliveries.ts'
import { type Odd, type OddServer, oddMailServer } from '../../support/odd-mail-server.ts'

type Fate = 'delivered' | 'delayed' | 'bounced' | 'unknown'

interface Row {
  name: string
  odd: Odd
  /** For the only recipient of an email. */
  single: Fate
  /** For the three recipients of another email; defaults to the same for all. */
  many: readonly Fate[]
  /** For three emails sent sequentially; defaults to the same for all. */
  batch: readonly Fate[]
  limits: Partial<SmtpLimits>
  login?: boolean
}

const SILENT = { silent: true } as const
const RESET = { reset: true } as const
const CLOSE = { close: true } as const

function row(
  name: string,
  odd: Odd,
  single: Fate,
  { many = [single, single, single], batch = [single, single, single], limits = {}, login = false }: Partial<Row> = {},
): Row {
  return { name, odd, single, many, batch, limits, login }
}

const at =
  <T>(which: number, that: T, otherwise: T) =>
  (count: number): T =>
    count === which ? that : otherwise
/** Long enough that a busy machine does not cause timeouts. */
const LIMITS: Partial<SmtpLimits> = {
  connections: 1,
  greeting_ms: 20_000,
  before_ms: 20_000,
  recipient_ms: 0,
  silence_ms: 20_000,
}
/** For servers that stop replying before or after the message; their emails may use several connections. */
const SOON: Partial<Row> = { limits: { greeting_ms: 500, before_ms: 700, connections: 5 } }
const IN_THE_END: Partial<Row> = { limits: { silence_ms: 2500, connections: 5 } }
const LONG = 'x'.repeat(10_000)
const GOES_ON = Array.from({ length: 300 }, () => '250-on and on').join('\r\n')

const ROWS: Row[] = [
  row('a silent greeting', { greeting: SILENT }, 'delayed', SOON),
  row('a reset instead of a greeting', { greeting: RESET }, 'delayed'),
  row('a close instead of a greeting', { greeting: CLOSE }, 'delayed'),
  row('noise as a greeting', { greeting: '%$!' }, 'delayed'),
  row('421 as a greeting', { greeting: { last: '421 busy' } }, 'delayed'),
  row('450 as a greeting', { greeting: '450 later' }, 'delayed'),
  row('554 as a greeting', { greeting: '554 5.7.1 not you' }, 'delayed'),
  row('354 for a greeting', { greeting: '354 go on' }, 'delayed'),
  row('a greeting of several lines', { greeting: '220-one\r\n220-two\r\n220 three' }, 'delivered'),
  row('a greeting byte by byte', { greeting: { drip: '220 slow' } }, 'delivered'),
  row('a greeting without an end', { greeting: { raw: LONG } }, 'delayed'),
  row('a greeting of too many lines', { greeting: GOES_ON.replaceAll('250', '220') }, 'delayed'),
  row('a greeting with NULs', { greeting: '220 \0\0 odd' }, 'delivered'),
  row('a greeting with bare line feeds', { greeting: { raw: '220-one\n220 two\n' } }, 'delivered'),
  row('silence after EHLO', { EHLO: SILENT }, 'delayed', SOON),
  row('a reset after EHLO', { EHLO: RESET }, 'delayed'),
  row('421 to EHLO', { EHLO: { last: '421 closing' } }, 'delayed'),
  row('451 to EHLO', { EHLO: '451 later' }, 'delayed'),
  row('noise to EHLO', { EHLO: 'hello yourself' }, 'delayed'),
  row('two codes in one reply to EHLO', { EHLO: '250-odd\r\n550 no' }, 'delayed'),
  row('too many lines to EHLO', { EHLO: `${GOES_ON}\r\n250 end` }, 'delayed'),
  row('HELO only', { EHLO: '502 what?' }, 'delivered'),
  row('neither EHLO nor HELO', { EHLO: '502 what?', HELO: '550 go away' }, 'delayed'),
  row('no extensions', { features: [] }, 'delivered'),
  row('unknown extensions', { features: ['X-ODD', 'DSN', 'AUTH=PLAIN', '', '???'] }, 'delivered'),
  row('no STARTTLS although it is required', {}, 'delayed', { limits: { encryption: 'required' } }),
  row('no EHLO although STARTTLS is required', { EHLO: '502 what?' }, 'delayed', {
    limits: { encryption: 'required' },
  }),
  row('454 to STARTTLS', { features: ['STARTTLS'], STARTTLS: '454 not now' }, 'delayed'),
  row('a reset after STARTTLS', { features: ['STARTTLS'], STARTTLS: RESET }, 'delayed'),
  row('additional replies after STARTTLS', { features: ['STARTTLS'], STARTTLS: '220 go on\r\n250 ok' }, 'delayed'),
  row(
    'noise instead of TLS',
    { features: ['STARTTLS'], STARTTLS: { raw: '220 go on\r\n' }, isDeaf: true },
    'delayed',
    SOON,
  ),
  row('STARTTLS although encryption is off', { features: ['STARTTLS'] }, 'delivered', {
    limits: { encryption: 'off' },
  }),
  row('a rejected login', { features: ['AUTH PLAIN'], AUTH: '535 wrong' }, 'delayed', { login: true }),
  row('an accepted login', { features: ['AUTH PLAIN LOGIN'] }, 'delivered', { login: true }),
  row('no login offered', {}, 'delayed', { login: true }),
  row('an unknown login mechanism', { features: ['AUTH CRAM-MD5'] }, 'delayed', { login: true }),
  row('silence after a login', { features: ['AUTH PLAIN'], AUTH: SILENT }, 'delayed', { ...SOON, login: true }),
  row('no EHLO although a login is required', { EHLO: '502 what?' }, 'delayed', { login: true }),
  row('451 to MAIL', { MAIL: '451 later' }, 'delayed'),
  row('550 to MAIL', { MAIL: '550 5.1.8 no' }, 'bounced'),
  row('550 to MAIL and then a close', { MAIL: { last: '550 5.1.8 no' } }, 'bounced'),
  row('552 to MAIL', { MAIL: '552 5.3.4 too large' }, 'bounced'),
  row('530 to MAIL', { MAIL: '530 5.7.0 log in first' }, 'delayed'),
  row('421 to MAIL', { MAIL: { last: '421 closing' } }, 'delayed'),
  row('354 to MAIL', { MAIL: '354 what?' }, 'delayed'),
  row('silence after MAIL', { MAIL: SILENT }, 'delayed', SOON),
  row('a reset after MAIL', { MAIL: RESET }, 'delayed'),
  row('550 to MAIL without pipelining', { features: [], MAIL: '550 no' }, 'bounced'),
  row('550 to each RCPT', { RCPT: '550 5.1.1 unknown', DATA: '503 nobody' }, 'bounced'),
  row('550 to each RCPT without pipelining', { features: [], RCPT: '550 5.1.1 unknown' }, 'bounced'),
  row('550 to each RCPT, and DATA without recipients', { RCPT: '550 5.1.1 unknown' }, 'bounced'),
  row('450 to each RCPT', { RCPT: '450 4.2.1 later', DATA: '503 nobody' }, 'delayed'),
  row('251 to RCPT', { RCPT: '251 forwarded' }, 'delivered'),
  row('550 to the second RCPT', { RCPT: at(2, '550 unknown', '250 ok') }, 'delivered', {
    many: ['delivered', 'bounced', 'delivered'],
  }),
  row('450 to the second RCPT', { RCPT: at(2, '450 later', '250 ok') }, 'delivered', {
    many: ['delivered', 'delayed', 'delivered'],
  }),
  row('452 from the second RCPT on', { RCPT: count => (count > 1 ? '452 4.5.3 too many' : '250 ok') }, 'delivered', {
    many: ['delivered', 'delayed', 'delayed'],
  }),
  row('552 from the second RCPT on', { RCPT: count => (count > 1 ? '552 too many' : '250 ok') }, 'delivered', {
    many: ['delivered', 'delayed', 'delayed'],
  }),
  row('552 to RCPT for a full mailbox', { RCPT: '552 5.2.2 full', DATA: '503 nobody' }, 'bounced'),
  row(
    '421 to the second RCPT',
    { RCPT: at<string | { last: string }>(2, { last: '421 closing' }, '250 ok') },
    'delivered',
    {
      many: ['delayed', 'delayed', 'delayed'],
    },
  ),
  row(
    '550 to the first RCPT and a reset after it',
    {
      RCPT: count => (count === 1 ? '550 unknown' : RESET),
      DATA: RESET,
    },
    'bounced',
    { many: ['bounced', 'delayed', 'delayed'] },
  ),
  row('noise to RCPT', { RCPT: '5xx no' }, 'delayed'),
  row('silence after RCPT', { RCPT: SILENT }, 'delayed', SOON),
  row('a reset after RCPT', { RCPT: RESET }, 'delayed'),
  row('451 to DATA', { DATA: '451 later' }, 'delayed'),
  row('503 to DATA', { DATA: '503 what?' }, 'delayed'),
  row('554 to DATA', { DATA: '554 no' }, 'bounced'),
  row('250 to DATA', { DATA: '250 ok' }, 'delayed'),
  row('421 to DATA', { DATA: { last: '421 closing' } }, 'delayed'),
  row('silence after DATA', { DATA: SILENT }, 'delayed', SOON),
  row('a reset after DATA', { DATA: RESET }, 'delayed'),
  row('451 to the message', { end: '451 4.7.1 later' }, 'delayed'),
  row('452 to the message', { end: '452 4.3.1 full' }, 'delayed'),
  row('550 to the message', { end: '550 5.7.1 spam' }, 'bounced'),
  row('552 to the message', { end: '552 5.3.4 too large' }, 'bounced'),
  row('554 to the message in several lines', { end: '554-5.7.1 no\r\n554 5.7.1 never' }, 'bounced'),
  row('554 to the message and then a close', { end: { last: '554 5.7.1 no' } }, 'bounced'),
  row('421 to the message', { end: { last: '421 4.3.2 closing' } }, 'delayed'),
  row('a reset after the message', { end: RESET }, 'unknown'),
  row('a close after the message', { end: CLOSE }, 'unknown'),
  row('silence after the message', { end: SILENT }, 'unknown', IN_THE_END),
  row('noise to the message', { end: 'thanks' }, 'unknown'),
  row('354 to the message', { end: '354 go on' }, 'unknown'),
  row('half a reply to the message', { end: { raw: '250 tak' } }, 'unknown', IN_THE_END),
  row('two codes to the message', { end: '250-yes\r\n550 no' }, 'unknown'),
  row('an endless reply line to the message', { end: { raw: `250 ${LONG}` } }, 'unknown'),
  row('250 to the message in several lines', { end: '250-thanks\r\n250-a\r\n250 lot' }, 'delivered'),
  row('250 to the message byte by byte', { end: { drip: '250 2.0.0 taken' } }, 'delivered'),
  row('250 to the message without text', { end: '250' }, 'delivered'),
  row('250 to the message with NULs', { end: '250 \0taken\0' }, 'delivered'),
  row('251 to the message', { end: '251 forwarded' }, 'delivered'),
  row('250 to the message and then a close', { end: { last: '250 taken' } }, 'delivered'),
  row('an unsolicited 421 after the message', { unasked: '421 idle for too long' }, 'delivered'),
  row('an unsolicited 250 after the message', { unasked: '250 once more' }, 'delivered'),
  row('a refused reset after a refused message', { end: '451 later', RSET: '500 what?' }, 'delayed'),
  row(
    'one email per connection',
    { MAIL: count => (count > 1 ? { last: '421 one is enough' } : '250 ok') },
    'delivered',
  ),
  row('a close at the second email', { MAIL: count => (count > 1 ? CLOSE : '250 ok') }, 'delivered'),
  row('a limit on the size', { features: ['SIZE 100'] }, 'bounced'),
  row('no limit on the size', { features: ['SIZE 0', 'PIPELINING'] }, 'delivered'),
  row('pipelining that is announced but not supported', { isDeaf: true }, 'delayed', SOON),
]

const STATUS = { delivered: 'delivered', delayed: 'delivery_delayed', bounced: 'bounced', unknown: 'delivery_delayed' }
const OUTCOMES = { delivered: 'taken', delayed: 'not_taken', bounced: 'not_taken', unknown: 'unknown' }

describe.each(databases)('delivery on %s to a mail server with', (_, open) => {
  let on: Deliveries
  let next_at: string
  const servers: OddServer[] = []
  const closing: (() => unknown)[] = []
  const ids: { single: string; many: string; batch: string[] }[] = []

  beforeAll(async () => {
    const opened = await open()
    closing.push(opened.remove, () => opened.database.close())
    on = await openDeliveries(opened.database)
    closing.push(() => on.close())
    const delivering: ((work: DeliveryJob) => Promise<void>)[] = []
    for (const { odd, limits, login } of ROWS) {
      const server = await oddMailServer(odd)
      servers.push(server)
      closing.push(() => server.close())
      const url = `smtp://${login ? 'user:secret@' : ''}127.0.0.1:${server.port}`
      delivering.push(on.delivering(url, {}, { ...LIMITS, ...limits }))
    }
    for (const [index] of ROWS.entries()) {
      const domain = `row${index}.example`
      const single = await on.send({ to: `a.single@${domain}` })
      const many = await on.send({ to: ['a', 'b', 'c'].map(name => `${name}.many@${domain}`) })
      const batch: string[] = []
      for (let count = 0; count < 3; count++) {
        // a permanently refused recipient receives no second email
        batch.push(await on.send({ to: `a.${count}@${domain}` }))
      }
      ids.push({ single, many, batch })
    }
    next_at = new Date(on.time.now().getTime() + 5000).toISOString()
    /** Sequential for each server, with separate connections for each kind. */
    const turns = new Map<string, Promise<void>>()
    const queue = await on.newProcess(async work => {
      const index = Number(/^row(\d+)/.exec(work.payload.destination!)![1])
      const isSeveral = ROWS[index]!.limits.connections !== undefined
      await (isSeveral ? delivering[index]!(work) : take(turns, `${index}`, () => delivering[index]!(work)))
    })
    await queue.idle()
  })
  afterAll(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  it('covers more than 90 distinct cases', () => {
    expect(ROWS.length).toBeGreaterThan(90)
    expect(new Set(ROWS.map(({ name }) => name)).size).toBe(ROWS.length)
  })

  describe.each(ROWS.map(({ name, single, many, batch }, index) => ({ name, single, many, batch, index })))(
    '$name',
    ({ index, single, many, batch }) => {
      it('handles one recipient', async () => {
        const id = ids[index]!.single
        expect(told(await on.find(id), await on.attempts(id))).toEqual(expected([single], next_at))
      })

      it('handles several recipients', async () => {
        const id = ids[index]!.many
        expect(told(await on.find(id), await on.attempts(id))).toEqual(expected(many, next_at))
      })

      it('handles several emails', async () => {
        for (const [count, id] of ids[index]!.batch.entries()) {
          expect(told(await on.find(id), await on.attempts(id))).toEqual(expected([batch[count]!], next_at))
        }
      })
    },
  )
})

/** Runs the actions of each name sequentially. */
async function take(turns: Map<string, Promise<void>>, name: string, act: () => Promise<void>): Promise<void> {
  const turn = (turns.get(name) ?? Promise.resolve()).then(act)
  turns.set(
    name,
    turn.catch(() => {}),
  )
  await turn
}

interface Told {
  last_event: string
  recipients: Record<string, string>
  attempts: (string | null)[]
  next_at: string | null | undefined
}

function told({ last_event, recipients }: EmailInDelivery, attempts: readonly Attempt[]): Told {
  return {
    last_event,
    recipients: Object.fromEntries(recipients.map(({ address, status }) => [address[0]!, status])),
    attempts: attempts.map(({ outcome }) => outcome),
    next_at: attempts.at(-1)?.next_at,
  }
}

function expected(fates: readonly Fate[], next_at: string): Told {
  const again = fates.some(fate => fate === 'delayed' || fate === 'unknown')
  const isBounced = fates.includes('bounced')
  const outcomes = fates.map(fate => OUTCOMES[fate])
  const outcome = ['unknown', 'taken', 'not_taken'].find(each => outcomes.includes(each))!
  return {
    last_event: again ? 'delivery_delayed' : isBounced ? 'bounced' : 'delivered',
    recipients: Object.fromEntries(fates.map((fate, index) => ['abc'[index]!, STATUS[fate]])),
    attempts: [outcome],
    next_at: again ? next_at : null,
  }
}
