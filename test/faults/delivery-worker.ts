// A process that delivers mail, a few at a time, and does nothing else, to be killed. With DRAIN it says when nothing is
// left. With VARIANT=careless it takes everything that was left for what was never sent: the mistake that the kill loop
// must be able to see.
import { pino } from 'pino'
import { setTimeout as pause } from 'node:timers/promises'
import { deliverEmail } from '../../src/delivery/jobs.ts'
import { smtpSender } from '../../src/net/smtp.ts'
import { createQueue } from '../../src/queue/runner.ts'
import { openDatabase } from '../../src/store/open.ts'
import { statement } from '../../src/store/statement.ts'
import { subscribers } from '../../src/subscribers.ts'
import { everyJob } from '../support/jobs.ts'

const AT_ONCE = 4
const { DATABASE_URL, SMTP_URL, UNKNOWN_OUTCOME, VARIANT, DRAIN } = process.env

const database = await openDatabase(DATABASE_URL!)
database.subscribers = subscribers
const now = (): Date => new Date()
if (VARIANT === 'careless') {
  const forget = statement<object>(knex => knex('email_attempts').where('phase', 'handing').update({ phase: 'open' }))
  await database.unit(tx => tx.run(forget, {}))
}
const sender = smtpSender(SMTP_URL!, { connections: AT_ONCE })
const unknown = UNKNOWN_OUTCOME === 'hold' ? 'hold' : 'resend'
const jobs = { ...everyJob(), deliver_email: deliverEmail(sender, Math.random, { unknown, expiry_ms: 3_600_000 }) }
const queue = createQueue(database, jobs, now, pino({ level: 'silent' }), { deliver_email: AT_ONCE })
await queue.start()
// the queue's own timers keep nobody up
setInterval(() => {}, 60_000)
process.stdout.write('ready\n')
if (DRAIN) {
  do {
    await pause(50)
    await queue.idle()
  } while (await queue.nextDue())
  process.stdout.write('done\n')
}
