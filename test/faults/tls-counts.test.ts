// Counts of TLS connections survive a kill -9, except those of the last moment, as documented in the guide.
import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { zoneServer } from '../support/dns.ts'
import { mailSink } from '../support/mail-sink.ts'
import { type ServerProcess, serverProcess } from '../support/process.ts'
import { callAt } from '../support/server.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

const KEY = 're_faults00_aaaaaaaaaaaaaaaaaaaaaaaa'
const MAILS = 60
const ALL = { 'one.example successful': MAILS / 2, 'two.example starttls-not-supported': MAILS / 2 }
/** They are written twice a second; this allows for a busy machine. */
const WRITTEN_WITHIN_MS = 10_000

it('counts of TLS connections survive a kill -9', async () => {
  const names = await zoneServer({ 'one.example': { A: ['127.0.0.91'] }, 'two.example': { A: ['127.0.0.92'] } })
  const port = await freePort()
  const encrypted = await mailSink({ host: '127.0.0.91', port, starttls: true })
  const clear = await mailSink({ host: '127.0.0.92', port })
  const DATA_DIR = temporaryFolder()
  const env = {
    PORT: String(await freePort()),
    DATA_DIR,
    BOOTSTRAP_API_KEY: KEY,
    DELIVERY: 'direct',
    UNVERIFIED_DOMAINS: 'allow',
    DNS_SERVERS: names.address,
    MX_PORT: String(port),
    ALLOW_PRIVATE_ADDRESSES: 'true',
    LOG_LEVEL: 'error',
  }
  const mail = (domain: string): object => ({ from: 'a@from.example', to: `x@${domain}`, subject: 'S', text: 'T' })
  const send = async ({ url }: ServerProcess): Promise<void> => {
    const body = Array.from({ length: MAILS }, (_, index) => mail(index % 2 === 0 ? 'one.example' : 'two.example'))
    expect((await callAt(url, KEY, 'POST', '/emails/batch', { body })).status).toBe(200)
  }
  const counted = async ({ url }: ServerProcess): Promise<Record<string, number>> => {
    const { data } = (await callAt(url, KEY, 'GET', '/delivery/tls-reports', {})).body as { data: Counted[] }
    return Object.fromEntries(data.map(({ destination, result, sessions }) => [`${destination} ${result}`, sessions]))
  }
  let server = await serverProcess(env)
  try {
    await send(server)
    await expect.poll(() => counted(server), { timeout: WRITTEN_WITHIN_MS }).toEqual(ALL)
    await server.kill()
    server = await serverProcess(env)
    expect(await counted(server)).toEqual(ALL)
    expect([encrypted.messages.length, clear.messages.length]).toEqual([MAILS / 2, MAILS / 2])
  } finally {
    await server.kill()
    await Promise.all([encrypted.close(), clear.close(), names.close()])
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
})

interface Counted {
  destination: string
  result: string
  sessions: number
}
