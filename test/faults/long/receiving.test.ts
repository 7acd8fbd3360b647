// An hour of malformed emails and malformed SMTP (FUZZ_MINUTES for less): the server accepts or rejects each, stays
// responsive, and its memory does not grow.
import net from 'node:net'
import { expect, it } from 'vitest'
import { listReceivedItems } from '../../../src/inbound/receiving/store.ts'
import { firstTeamOf } from '../../support/people.ts'
import { chanceOf, oddMail } from '../../support/odd-mails.ts'
import { aReceivingDomain } from '../../support/receiving.ts'
import { startServer } from '../../support/server.ts'
import { deliverMessage } from '../../support/smtp-talk.ts'

const MINUTES = Number(process.env.FUZZ_MINUTES ?? 60)
const SEED = Number(process.env.SEED ?? Date.now() % 1e9)
const TO = 'in@rx.example.org'
const SAID = [
  'EHLO x',
  'HELO',
  'MAIL FROM:<>',
  'MAIL FROM:<a@b.example> SIZE=1',
  `RCPT TO:<${TO}>`,
  'RCPT TO:<>',
  'DATA',
  'RSET',
  'NOOP',
  'QUIT',
  '.',
  '\0',
  'STARTTLS',
  'AUTH PLAIN x',
  'BDAT 5',
]

/** Sends random commands and ignores the replies. */
function chatter(port: number, chance: (below: number) => number): Promise<void> {
  return new Promise(resolve => {
    const socket = net.connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.once('data', () => {
      const lines = Array.from({ length: chance(30) }, () => SAID[chance(SAID.length)]!)
      socket.write(lines.join(chance(5) === 0 ? '\n' : '\r\n'))
      socket.write(oddMail(chance))
      if (chance(2) === 0) socket.destroy()
      else socket.end()
    })
    setTimeout(() => socket.destroy(), 2_000)
  })
}

it(
  'accepts or rejects all input, and does not grow',
  async () => {
    console.log({ seed: SEED, minutes: MINUTES })
    const server = await startServer({ SMTP_IN_PORT: '0', DNS_SERVERS: '127.0.0.1:9' })
    const team_id = await firstTeamOf(server, server.admin.email)
    await aReceivingDomain(server.database, team_id, 'rx.example.org', new Date())
    const port = server.mail_ports.reports!
    const chance = chanceOf(SEED)
    const until_ms = performance.now() + MINUTES * 60_000
    const rss: number[] = []
    let taken = 0
    const replies = new Map<string, number>()
    while (performance.now() < until_ms) {
      const mails = Array.from({ length: 20 }, () => deliverMessage(port, TO, oddMail(chance).toString('latin1')))
      const said = await Promise.all([...mails, ...Array.from({ length: 10 }, () => chatter(port, chance))])
      for (const reply of said)
        if (reply !== undefined) replies.set(reply.slice(0, 3), (replies.get(reply.slice(0, 3)) ?? 0) + 1)
      taken += said.filter(reply => reply?.startsWith('250')).length
      await server.queue.idle()
      expect((await server.call('GET', '/emails')).status).toBe(200)
      rss.push(process.memoryUsage.rss())
    }
    const { rows } = await server.database.read(tx => listReceivedItems(tx, { team_id }, { limit: 10 }))
    console.log({
      taken,
      replies: Object.fromEntries(replies),
      rss_mb: [rss[0]!, Math.max(...rss), rss.at(-1)!].map(each => Math.round(each / 1e6)),
    })
    expect([...replies.keys()].filter(code => !/^[25]\d\d$/.test(code))).toEqual([])
    expect(rows.length).toBeGreaterThan(0)
    expect(Math.max(...rss)).toBeLessThan(900_000_000)
    await server.stop()
  },
  (MINUTES + 5) * 60_000,
)
