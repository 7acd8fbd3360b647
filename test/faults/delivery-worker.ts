// A process to be killed that only delivers email, a few at a time. With DELIVERY=direct it connects to the mail
// servers of the recipients' domains. With DRAIN it reports when all jobs are done. VARIANT=careless is a deliberate
// bug that the kill loop must detect: unfinished attempts count as not sent.
import { pino } from 'pino'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../src/base/config/config.ts'
import { deliverEmail } from '../../src/mail/delivery/jobs.ts'
import { openMailRoutes } from '../../src/app/mail-routes.ts'
import { dnsClient } from '../../src/base/net/dns.ts'
import { httpClient } from '../../src/base/net/http-client.ts'
import { smtpSender } from '../../src/base/net/smtp.ts'
import { createQueue } from '../../src/base/queue/runner.ts'
import { openDatabase } from '../../src/base/store/open.ts'
import { statement } from '../../src/base/store/statement.ts'
import { subscribers } from '../../src/app/subscribers.ts'
import { everyJob } from '../support/jobs.ts'

const AT_ONCE = 4
const { DATABASE_URL, SMTP_URL, DELIVERY, UNKNOWN_OUTCOME, VARIANT, DRAIN } = process.env

const database = await openDatabase(DATABASE_URL!)
database.subscribers = subscribers
const now = (): Date => new Date()
if (VARIANT === 'careless') {
  const forget = statement<object>(knex => knex('email_attempts').where('phase', 'handing').update({ phase: 'open' }))
  await database.unit(tx => tx.run(forget, {}))
}
const log = pino({ level: 'silent' })
const left = statement<object, { id: string }>(knex => knex('jobs').whereNot('kind', 'sweep').select('id').limit(1))
const sender = DELIVERY === 'direct' ? await direct() : smtpSender(SMTP_URL!, { connections: AT_ONCE })
const unknown = UNKNOWN_OUTCOME === 'hold' ? 'hold' : 'resend'
const jobs = {
  ...everyJob(),
  deliver_email: deliverEmail({ sender, chance: Math.random, policy: { unknown, expiry_ms: 3_600_000 } }),
}
const queue = createQueue(database, jobs, { now, log, concurrency: { deliver_email: AT_ONCE } })
await queue.start()
// the queue's own timers do not keep the process alive
setInterval(() => {}, 60_000)
process.stdout.write('ready\n')
if (DRAIN) {
  // on PostgreSQL, this includes the jobs of dead processes
  while ((await database.read(tx => tx.get(left, {}))) !== undefined) await pause(50)
  await queue.idle()
  process.stdout.write('done\n')
}

async function direct() {
  const config = readConfig(process.env)
  const dns = dnsClient({ servers: config.dns_servers })
  const http = httpClient({ allowed: config.private_networks, dns })
  return (await openMailRoutes(config, { database, dns, http, now, log }))!
}
