// Email received over SMTP, and the result of parsing it.
import { addVerifiedDomain } from '../../src/identity/domains/actions.ts'
import { listReceivedItems, type ListedReceived } from '../../src/inbound/receiving/store.ts'
import type { Database } from '../../src/base/store/database.ts'
import type { Queue } from '../../src/base/queue/runner.ts'
import { deliverMessage } from './smtp-talk.ts'

interface Receiving {
  database: Database
  queue: Pick<Queue, 'idle'>
  mail_ports: { reports?: number }
}

/** A domain that receives email, as if its DNS records had been found. */
export async function aReceivingDomain(database: Database, team_id: string, name: string, now: Date): Promise<void> {
  await database.unit(tx => addVerifiedDomain(tx, { team_id, name, receiving: true }, now))
}

/** The newest received email of a team. */
export async function newestReceived(database: Database, team_id: string): Promise<ListedReceived> {
  const { rows } = await database.read(tx => listReceivedItems(tx, { team_id }, { limit: 1 }))
  return rows[0]!
}

/** Delivers an email over SMTP, waits until it is parsed, and returns the reply. */
export async function receive(
  { queue, mail_ports }: Receiving,
  to: string | string[],
  message: string,
  from = 'bob@example.net',
): Promise<string> {
  const reply = await deliverMessage(mail_ports.reports!, to, message, from)
  await queue.idle()
  return reply
}
