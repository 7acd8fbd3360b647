// Files that are fetched for an email, from cooperative and from hostile servers.
import { randomBytes } from 'node:crypto'
import net, { type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readContent } from '../../../src/mail/attachments/actions.ts'
import { listAttachments } from '../../../src/mail/attachments/store/attachments.ts'
import { fetchAttachments } from '../../../src/mail/delivery/fetching/jobs.ts'
import { deliverEmail } from '../../../src/mail/delivery/jobs.ts'
import { cancelScheduled } from '../../../src/mail/emails/scheduled/actions.ts'
import { acceptEmail, findEmail } from '../../../src/mail/emails/actions.ts'
import type { EmailDetails } from '../../../src/mail/emails/store.ts'
import { parseProxies } from '../../../src/base/net/client-ip.ts'
import { dnsClient } from '../../../src/base/net/dns.ts'
import { httpClient } from '../../../src/base/net/http-client.ts'
import { createQueue, type Queue } from '../../../src/base/queue/runner.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { addTeam } from '../../../src/identity/teams/actions.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { databases } from '../../support/databases.ts'
import { type RequestHandler, type Destination, destination } from '../../support/destination.ts'
import { nameServer } from '../../support/dns.ts'
import { anEmailBody } from '../../support/emails.ts'
import { everyJob } from '../../support/jobs.ts'

const HOUR_MS = 3_600_000
const log = pino({ level: 'silent' })

describe.each(databases)('files that are fetched, on %s', (_, open) => {
  let database: Database
  let team_id: string
  let time: Clock
  const closing: (() => unknown)[] = []

  beforeEach(async () => {
    const opened = await open()
    database = opened.database
    closing.push(opened.remove, () => database.close())
    time = clock()
    const admin = { email: 'admin@example.com', password_hash: 'none' }
    team_id = (await database.unit(tx => addTeam(tx, { name: 'Team', ...admin }, time.now()))).id
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  async function aServer(answer: RequestHandler): Promise<Destination> {
    const made = await destination(answer)
    closing.push(made.close)
    return made
  }
  /** A server that sends the given raw bytes. */
  async function aLiar(...words: string[]): Promise<string> {
    const server = net.createServer(socket => {
      socket.on('error', () => {})
      socket.once('data', () => {
        for (const each of words) socket.write(each.replace('…', ''))
        if (!words.at(-1)!.endsWith('…')) socket.end()
      })
      closing.push(() => socket.destroy())
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`
  }
  /** Fetches from this machine and from no other private address, and captures email. */
  async function aProcess(limit_ms = 5000, servers: string[] = []): Promise<Queue> {
    const http = httpClient({ allowed: parseProxies('127.0.0.1'), dns: dnsClient({ servers, try_ms: 200 }) })
    const jobs = { deliver_email: deliverEmail(), fetch_attachments: fetchAttachments({ http, limit_ms }) }
    const queue = createQueue(database, { ...everyJob(), ...jobs }, { now: time.now, log })
    closing.push(
      () => http.close(),
      () => queue.stop(),
    )
    await queue.start()
    return queue
  }
  const send = async (attachments: object[]): Promise<string> => {
    const body = anEmailBody({ attachments })
    return (await database.unit(tx => acceptEmail(tx, { team_id, body }, time.now()))).id
  }
  const emailOf = async (id: string): Promise<EmailDetails> => (await database.read(tx => findEmail(tx, team_id, id)))!
  const reasonOf = async (id: string): Promise<unknown> => {
    const { last_event, recipients } = await emailOf(id)
    return [last_event, recipients[0]?.reply]
  }
  const files = async (email_id: string): Promise<{ filename: string | null; type: string; bytes: Buffer }[]> => {
    const all = await database.read(tx => listAttachments(tx, { team_id, email_id }))
    const read = all.map(async ({ filename, content_type, blob_id, bytes }) => {
      const pieces: Buffer[] = []
      const of = { team_id, blob_id: blob_id!, bytes: bytes! }
      for await (const piece of readContent(body => database.read(body), of)) pieces.push(piece)
      return { filename, type: content_type, bytes: Buffer.concat(pieces) }
    })
    return Promise.all(read)
  }
  /** The attempts within an hour. */
  const anHour = async (queue: Queue): Promise<void> => {
    for (let past_ms = 0; past_ms < HOUR_MS; past_ms += HOUR_MS / 6) {
      await queue.idle()
      time.forward(HOUR_MS / 6)
    }
    await queue.idle()
  }

  it('are fetched before the email is delivered, with the name and type that the email specifies', async () => {
    const bytes = randomBytes(1_200_000)
    const server = await aServer(
      (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(bytes),
    )
    const queue = await aProcess()
    const id = await send([
      { path: `${server.url}/photo.png` },
      { path: `${server.url}/b`, filename: 'b.pdf' },
      { content: '', path: `${server.url}/c`, content_type: 'text/csv', content_id: 'c' },
    ])
    expect((await emailOf(id)).last_event).toBe('queued')
    await queue.idle()
    expect((await emailOf(id)).last_event).toBe('delivered')
    const all = await files(id)
    expect(all.map(({ filename, type }) => [filename, type])).toEqual([
      ['attachment-0', 'application/octet-stream'],
      ['b.pdf', 'application/pdf'],
      ['attachment-2', 'text/csv'],
    ])
    for (const file of all) expect(file.bytes.equals(bytes)).toBe(true)
    expect(server.received.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /photo.png', 'GET /b', 'GET /c'])
    expect(server.received[0]!.headers).toMatchObject({ 'user-agent': 'lettermill', 'accept-encoding': 'identity' })
  })

  it('may be empty, or have no content length', async () => {
    const server = await aServer(({ url }, response) => {
      response.writeHead(200)
      if (url === '/pieces') response.write('a')
      response.end(url === '/pieces' ? 'b' : '')
    })
    const queue = await aProcess()
    const id = await send([{ path: `${server.url}/empty` }, { path: `${server.url}/pieces` }])
    await queue.idle()
    expect((await files(id)).map(({ bytes }) => bytes.toString())).toEqual(['', 'ab'])
  })

  it('are retried after temporary failures, and completed files are not fetched again', async () => {
    let tries = 0
    const server = await aServer(({ url }, response) => {
      const isGood = url === '/good' || ++tries > 2
      response.writeHead(isGood ? 200 : tries === 1 ? 503 : 429, { 'retry-after': '120' }).end(isGood ? 'x' : '')
    })
    const queue = await aProcess()
    const id = await send([{ path: `${server.url}/good` }, { path: `${server.url}/bad` }])
    await queue.idle()
    expect(await reasonOf(id)).toEqual(['queued', undefined])
    time.forward(119_000)
    await queue.idle()
    expect(tries).toBe(1)
    time.forward(1000)
    await queue.idle()
    time.forward(HOUR_MS / 2)
    await queue.idle()
    expect([(await emailOf(id)).last_event, tries]).toEqual(['delivered', 3])
    expect(server.received.filter(({ url }) => url === '/good')).toHaveLength(1)
  })

  it('that are slow make room for others, and the remaining ones are fetched in the next attempt', async () => {
    const server = await aServer(({ url }, response) => {
      time.forward(200_000)
      response.end(url)
    })
    const queue = await aProcess()
    const id = await send(['/1', '/2', '/3', '/4'].map(path => ({ path: server.url + path })))
    await queue.idle()
    expect(server.received.map(({ url }) => url)).toEqual(['/1', '/2'])
    expect((await emailOf(id)).last_event).toBe('queued')
    await anHour(queue)
    expect(server.received.map(({ url }) => url)).toEqual(['/1', '/2', '/3', '/4'])
    expect((await files(id)).map(({ bytes }) => bytes.toString())).toEqual(['/1', '/2', '/3', '/4'])
    expect((await emailOf(id)).last_event).toBe('delivered')
  })

  it('fail after five attempts within an hour, with the reason', async () => {
    const server = await aServer((_, response) => void response.writeHead(500).end())
    const queue = await aProcess()
    const id = await send([{ path: server.url }])
    await anHour(queue)
    expect(server.received).toHaveLength(5)
    expect(await reasonOf(id)).toEqual([
      'failed',
      'attachments[0] could not be fetched: the server returned 500; failed after 5 attempts',
    ])
  })

  it.each<[string, number, RequestHandler]>([
    ['the server returned 404', 1, (_, response) => void response.writeHead(404).end('no')],
    ['the server returned 204', 1, (_, response) => void response.writeHead(204).end()],
    ['the server returned 206', 1, (_, response) => void response.writeHead(206).end('a')],
    [
      'the response has the content encoding gzip, which was not requested',
      1,
      (_, response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000))),
    ],
    [
      'it is in a private network or on this machine, which is not allowed',
      1,
      (_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    ],
    [
      'it is in a private network or on this machine, which is not allowed',
      1,
      (_, response) => void response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    ],
    [
      'the server returned a redirect (301) whose URL must begin with https:// or http://',
      1,
      (_, response) => void response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
    ],
    [
      'the server returned a redirect (302) whose URL must have the port 80, 443, 1024 or higher, or no port',
      1,
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:25/' }).end(),
    ],
    [
      'the server returned a redirect (302) whose URL is missing',
      1,
      (_, response) => void response.writeHead(302).end(),
    ],
    ['more than 5 redirects', 6, (_, response) => void response.writeHead(302, { location: '/on' }).end()],
    [
      'the file is larger than the remaining 31457265 bytes of this email',
      1,
      (_, response) => void response.writeHead(200, { 'content-length': 31_457_266 }).end('a'),
    ],
  ])('make the email fail permanently: %s', async (reason, asked, answer) => {
    const server = await aServer(answer)
    const queue = await aProcess()
    const id = await send([{ content: null, path: `${server.url}/file` }])
    await anHour(queue)
    expect(await reasonOf(id)).toEqual(['failed', `attachments[0] could not be fetched: ${reason}`])
    expect(server.received).toHaveLength(asked)
  })

  it('follow redirects', async () => {
    const other = await aServer((_, response) => void response.writeHead(200).end('here'))
    const server = await aServer(({ url }, response) => {
      response.writeHead(302, { location: url === '/a' ? '/b' : `${other.url}/c` }).end()
    })
    const queue = await aProcess()
    const id = await send([{ path: `${server.url}/a` }])
    await queue.idle()
    expect((await files(id))[0]!.bytes.toString()).toBe('here')
  })

  it('that never end are aborted when the email has no room left', async () => {
    let sent = 0
    const piece = Buffer.alloc(262_144, 'x')
    const server = await aServer((_, response) => {
      response.writeHead(200)
      const more = (): void => {
        while (!response.destroyed) {
          sent += piece.length
          if (!response.write(piece)) return void response.once('drain', more)
        }
      }
      more()
    })
    const queue = await aProcess(60_000)
    const id = await send([{ path: server.url }])
    await queue.idle()
    expect(await reasonOf(id)).toEqual(['failed', expect.stringContaining('larger than the remaining 31457265 bytes')])
    expect(sent).toBeLessThan(60_000_000)
  })

  it.each<[string, string[]]>([
    ['the connection failed: ECONNRESET', ['HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nshort']],
    ['no complete response within 0.3 seconds', ['HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nslow…']],
    ['no complete response within 0.3 seconds', ['HTTP/1.1 200 OK\r\n…']],
    ['the connection failed: HPE_INVALID_CONSTANT', ['220 mail.example.com ESMTP\r\n']],
    [
      'the connection failed: HPE_INVALID_TRANSFER_ENCODING',
      ['HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'],
    ],
  ])('from a server that misbehaves or hangs fail with a reason: %s', async (reason, words) => {
    const path = await aLiar(...words)
    const queue = await aProcess(300)
    const id = await send([{ path }])
    await anHour(queue)
    const whole = `attachments[0] could not be fetched: ${reason}; failed after 5 attempts`
    expect(await reasonOf(id)).toEqual(['failed', whole])
  })

  it('are requested from the address that was checked, even if the name resolves to another one later', async () => {
    const server = await aServer((_, response) => void response.writeHead(200).end('a'))
    let looked = 0
    const names = await nameServer((name, kind) => {
      if (kind !== 'A') return []
      if (name === 'both.example.com') return ['127.0.0.1', '10.0.0.1']
      return looked++ === 0 ? ['127.0.0.1'] : ['10.0.0.1']
    })
    closing.push(names.close)
    const queue = await aProcess(2000, [names.address])
    const good = await send([{ path: `http://rebinding.example.com:${server.port}/` }])
    await queue.idle()
    expect([(await emailOf(good)).last_event, looked]).toEqual(['delivered', 1])
    for (const name of ['rebinding', 'both']) {
      const id = await send([{ path: `http://${name}.example.com:${server.port}/` }])
      await queue.idle()
      expect(await reasonOf(id)).toEqual(['failed', expect.stringContaining('private network')])
    }
    expect(server.received).toHaveLength(1)
  })

  it('for a scheduled email are fetched when it is due, and not after it was canceled', async () => {
    let isUp = false
    const server = await aServer((_, response) => void response.writeHead(isUp ? 200 : 503).end('a'))
    const queue = await aProcess()
    const schedule = async (): Promise<string> => {
      const body = anEmailBody({ attachments: [{ path: server.url }], scheduled_at: 'in 1 hour' })
      return (await database.unit(tx => acceptEmail(tx, { team_id, body }, time.now()))).id
    }
    const [canceled, sent] = [await schedule(), await schedule()]
    await queue.idle()
    expect(server.received).toEqual([])
    time.forward(HOUR_MS)
    await queue.idle()
    expect(server.received).toHaveLength(2)
    await database.unit(tx => cancelScheduled({ tx, team_id, now: time.now() }, canceled))
    isUp = true
    time.forward(60_000)
    await queue.idle()
    expect(server.received).toHaveLength(3)
    expect([(await emailOf(canceled)).last_event, (await emailOf(sent)).last_event]).toEqual(['canceled', 'delivered'])
  })

  it('are retried if the host name cannot be resolved', async () => {
    const names = await nameServer(() => 'SERVFAIL')
    closing.push(names.close)
    const queue = await aProcess(2000, [names.address])
    const id = await send([{ path: 'http://unknown.example.com/' }])
    await queue.idle()
    expect(await reasonOf(id)).toEqual(['queued', undefined])
    await anHour(queue)
    expect(await reasonOf(id)).toEqual(['failed', expect.stringContaining('the DNS lookup of the host failed')])
  })
})
