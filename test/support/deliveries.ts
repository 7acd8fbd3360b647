// Delivery without a server: a database, a manual clock, and processes that deliver.
import { pino } from 'pino'
import type { InSchemas } from '../../generated/api.ts'
import { deliverEmail } from '../../src/mail/delivery/jobs.ts'
import type { DeliveryPolicy } from '../../src/base/config/config.ts'
import { DEFAULT_POLICY } from '../../src/mail/delivery/schedule.ts'
import { type Attempt, listAttempts } from '../../src/mail/delivery/store.ts'
import { acceptEmail } from '../../src/mail/emails/actions.ts'
import type { EmailEvent } from '../../src/mail/emails/events.ts'
import { type EmailInDelivery, findEmailInDelivery, listEmailEvents } from '../../src/mail/emails/store.ts'
import { type SmtpLimits, smtpSender } from '../../src/base/net/smtp.ts'
import { type Queue, createQueue } from '../../src/base/queue/runner.ts'
import type { Work } from '../../src/base/queue/claimed-work.ts'
import type { Database } from '../../src/base/store/database.ts'
import { addTeam } from '../../src/identity/teams/actions.ts'
import { type Clock, clock } from './clock.ts'
import { anEmailBody } from './emails.ts'
import { everyJob } from './jobs.ts'

export type DeliveryJob = Work<'deliver_email'>

export interface Deliveries {
  database: Database
  time: Clock
  /** Runs the due jobs after the wait. */
  later(queue: Queue, wait_ms: number): Promise<void>
  /** A process that handles emails with this function. */
  newProcess(deliver_email: (work: DeliveryJob) => Promise<void>): Promise<Queue>
  /** A process that delivers to this server. */
  sendingTo(url: string, policy?: Partial<DeliveryPolicy>, limits?: Partial<SmtpLimits>): Promise<Queue>
  delivering(
    url: string,
    policy?: Partial<DeliveryPolicy>,
    limits?: Partial<SmtpLimits>,
  ): ReturnType<typeof deliverEmail>
  send(fields?: Partial<InSchemas['SendEmail']>): Promise<string>
  find(id: string): Promise<EmailInDelivery>
  events(id: string): Promise<EmailEvent[]>
  attempts(id: string): Promise<Attempt[]>
  close(): Promise<void>
}

/** Removes the randomness of retries. */
const plain = (): number => 0.5

export async function openDeliveries(database: Database): Promise<Deliveries> {
  const time = clock()
  const admin = { email: 'admin@example.com', password_hash: 'none' }
  const { id: team_id } = await database.unit(tx => addTeam(tx, { name: 'Team', ...admin }, time.now()))
  const queues: Queue[] = []
  const closing: (() => Promise<unknown>)[] = []
  const aProcess: Deliveries['newProcess'] = async deliver_email => {
    const queue = createQueue(
      database,
      { ...everyJob(), deliver_email },
      { now: time.now, log: pino({ level: 'silent' }) },
    )
    queues.push(queue)
    await queue.start()
    return queue
  }
  const delivering: Deliveries['delivering'] = (url, policy = {}, limits = {}) => {
    const sender = smtpSender(url, { closing_ms: 100, connect_ms: 2000, ...limits })
    closing.push(() => sender.close())
    return deliverEmail({ sender, chance: plain, policy: { ...DEFAULT_POLICY, ...policy } })
  }
  return {
    database,
    time,
    newProcess: aProcess,
    delivering,
    sendingTo: (url, policy, limits) => aProcess(delivering(url, policy, limits)),
    async later(queue, wait_ms) {
      time.forward(wait_ms)
      await queue.idle()
    },
    async send(fields) {
      return (await database.unit(tx => acceptEmail(tx, { team_id, body: anEmailBody(fields) }, time.now()))).id
    },
    find: async id => (await database.read(tx => findEmailInDelivery(tx, team_id, id)))!,
    events: id => database.read(tx => listEmailEvents(tx, { team_id, email_id: id })),
    attempts: id => database.read(tx => listAttempts(tx, { team_id, email_id: id })),
    async close() {
      await Promise.all(queues.splice(0).map(queue => queue.stop()))
      for (const close of closing.splice(0).toReversed()) await close()
    },
  }
}
