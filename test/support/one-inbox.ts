// Many emails to one inbox, received by one or several servers on one database.
import type { Database } from '../../src/base/store/database.ts'
import { findReceivingDomain } from '../../src/identity/domains/actions.ts'
import { IncomingMail } from '../../src/inbound/receiving/arrivals/actions.ts'
import { statement } from '../../src/base/store/statement.ts'
import { inboxesOf } from './inboxes.ts'
import { startServer, type TestServer } from './server.ts'
import { waitUntil } from './wait-until.ts'

const DOMAIN = 'busy.example.com'
const RECEIVED_WITHIN_MS = 300_000
/** The number of emails in one conversation. */
export const CONVERSATION = 10

export interface ReceivedInOneInbox {
  took_ms: number
  /** The number of transactions that ran again after a conflict: in total, and the maximum for one transaction. */
  retries: { all: number; most: number }
  /** Log lines at level `error`. */
  errors: string[]
  /** The inbox in the API. */
  inbox: { unread: number; email_counts: number[] }
}

/**
 * Starts a server for each environment and accepts `emails` emails in one transaction, in conversations of
 * `CONVERSATION`. Waits until all of them are in the inbox.
 */
export async function receiveInOneInbox(
  envs: readonly Record<string, string>[],
  emails: number,
): Promise<ReceivedInOneInbox> {
  const servers: TestServer[] = []
  const runs: number[] = []
  try {
    for (const env of envs) {
      const onDatabase = (database: Database): void => countRuns(database, runs)
      servers.push(await startServer({ DNS_SERVERS: '127.0.0.1:9', ...env }, { onDatabase }))
    }
    const [first] = servers as [TestServer]
    const { anInbox, ask } = await inboxesOf(first, DOMAIN)
    const path = `/inboxes/${await anInbox()}`
    runs.length = 0
    const from_ms = performance.now()
    await accept(first, emails)
    await waitUntil(
      async () => (await first.database.read(tx => tx.get(countArrivals, {})))!.count === 0,
      RECEIVED_WITHIN_MS,
    )
    const took_ms = performance.now() - from_ms
    const again = runs.map(count => count - 1)
    const { data } = (await ask('GET', `${path}/threads?limit=100`)).body
    return {
      took_ms,
      retries: { all: again.reduce((sum, count) => sum + count, 0), most: Math.max(...again) },
      errors: servers.flatMap(({ logged }) =>
        logged()
          .split('\n')
          .filter(line => line.includes('"level":50')),
      ),
      inbox: {
        unread: (await ask('GET', path)).body.unread,
        email_counts: data.map((thread: { email_count: number }) => thread.email_count),
      },
    }
  } finally {
    for (const server of servers.toReversed()) await server.stop()
  }
}

/** The number of emails that are not received yet. */
const countArrivals = statement<object, { count: number }>(knex => knex('received_arrivals').count({ count: '*' }))

async function accept({ database, now }: TestServer, emails: number): Promise<void> {
  await database.unit(async tx => {
    const receiver = (await findReceivingDomain(tx, DOMAIN))!
    const recipients = [{ address: `help@${DOMAIN}`, receiver }]
    const peer = { ip: '192.0.2.1', helo: 'mx.example.net', protocol: 'ESMTP' }
    for (let number = 0; number < emails; number++) {
      const envelope = { from: `person${number}@example.net`, recipients, peer }
      const mail = new IncomingMail({ database: { unit: body => body(tx) }, now }, envelope)
      await mail.finish(Buffer.from(messageOf(number)))
    }
  })
}

function messageOf(number: number): string {
  const conversation = Math.floor(number / CONVERSATION)
  return [
    `From: person${number}@example.net`,
    `Message-ID: <${number}@example.net>`,
    `References: <conversation-${conversation}@example.net>`,
    `Subject: Conversation ${conversation}`,
    '',
    `Email ${number}`,
  ].join('\r\n')
}

function countRuns(database: Database, runs: number[]): void {
  const unit = database.unit.bind(database)
  database.unit = (body, from) => {
    let index: number | undefined
    return unit(tx => {
      index ??= runs.push(0) - 1
      runs[index]!++
      return body(tx)
    }, from)
  }
}
