// Measures how soon an unsubscribe takes effect while a broadcast is sent at full speed: contacts unsubscribe one at a
// time with one click. Counts the emails to them that started after the confirmation.
import { setTimeout as pause } from 'node:timers/promises'
import { unsubscribeUrl } from '../../src/mail/content/unsubscribe-link/actions.ts'
import { contactsOf } from '../support/contacts.ts'
import { aTeam, startServer } from '../support/server.ts'
import { seed } from './broadcast.ts'
import { child } from './child.ts'

export interface MeasuredLeaving {
  /** Emails that the sink received before the first unsubscribe, and all of them. */
  before: number
  mails: number
  left: number
  /** Contacts who unsubscribed and received no email. */
  spared: number
  /** Emails to them that started after the response, and the longest delay after it. */
  late: number
  latest_ms: number
  /** Median and maximum time of the responses. */
  half_ms: number
  most_ms: number
}

/** Of `count` contacts, `leaving` unsubscribe, starting with those who are sent to last. */
export async function measuredLeaving(count: number, leaving: number): Promise<MeasuredLeaving> {
  const sink = child('./sink.ts', { LATENCY_MS: '0' })
  const server = await startServer({ SMTP_URL: await sink.ask('url', 'url'), BACKLOG_MAX: '1000000' })
  const { team_id, key } = await aTeam(server)
  const segment_id = await seed(server.database, team_id, count)
  const addresses = Array.from({ length: leaving }, (_each, index) => `person${count - 1 - index}@example.net`)
  const links = await server.database.read(async tx =>
    addresses.map(address => unsubscribeUrl(tx, { team_id, address }, new Date())),
  )
  const content = { from: 'news@acme.example', subject: 'News', html: '<p>News</p>' }
  const { ask } = contactsOf(server, key)
  const { id } = (await ask('POST', '/broadcasts', { segment_id, ...content })).body
  await ask('POST', `/broadcasts/${id}/send`)
  const arrived = async (): Promise<number> => ((await sink.ask('arrivals', 'arrivals')) as { count: number }).count
  while ((await arrived()) < count / 20) await pause(5)
  const before = await arrived()
  const left_ms = new Map<string, number>()
  const took_ms: number[] = []
  for (const [index, link] of links.entries()) {
    const began = performance.now()
    const { status } = await fetch(link, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    if (status !== 204) throw new Error(`It was answered ${status}`)
    left_ms.set(addresses[index]!, Date.now())
    took_ms.push(performance.now() - began)
  }
  while ((await ask('GET', `/broadcasts/${id}`)).body.status !== 'sent') await pause(100)
  await server.queue.idle()
  const begun: Record<string, number> = await sink.ask({ begun: addresses }, 'begun')
  const late = [...left_ms].map(([address, at]) => (begun[address] ?? -Infinity) - at).filter(ms => ms > 0)
  const mails = await arrived()
  await server.stop()
  await sink.stop()
  took_ms.sort((a, b) => a - b)
  return {
    before,
    mails,
    left: leaving,
    spared: addresses.filter(address => !(address in begun)).length,
    late: late.length,
    latest_ms: Math.max(0, ...late),
    half_ms: took_ms[Math.floor(took_ms.length / 2)]!,
    most_ms: took_ms.at(-1)!,
  }
}
