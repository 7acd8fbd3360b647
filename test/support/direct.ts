// A server that delivers directly to the mail servers of domains, which the test runs on this machine.
import { expect } from 'vitest'
import { type Names, type NameServer, zoneServer } from './dns.ts'
import { type MailSink, mailSink, type SinkOptions } from './mail-sink.ts'
import { startServer, type TestServer } from './server.ts'
import { freePort } from './port.ts'

export interface DirectServer {
  server: TestServer
  /** The port of all mail servers. */
  port: number
  /** The DNS records of each name; the test may change them. */
  zone: Record<string, Names | 'SERVFAIL' | 'silent'>
  names: NameServer
  /** Starts a mail server at one of the loopback addresses; it runs until `closeSinks`. */
  sinkAt(host: string, options?: SinkOptions): Promise<MailSink>
  closeSinks(): Promise<void>
  /** Accepts an email and returns its id. */
  send(to: string | string[], fields?: object): Promise<string>
  stop(): Promise<void>
}

export async function directServer(): Promise<DirectServer> {
  const zone: DirectServer['zone'] = {}
  const names = await zoneServer(zone)
  const port = await freePort()
  const sinks: MailSink[] = []
  const server = await startServer({
    DELIVERY: 'direct',
    UNVERIFIED_DOMAINS: 'allow',
    DNS_SERVERS: names.address,
    MX_PORT: String(port),
    ALLOW_PRIVATE_ADDRESSES: 'true',
    STOP_SECONDS: '1',
  })
  return {
    zone,
    names,
    server,
    port,
    async sinkAt(host, options = {}) {
      const sink = await mailSink({ ...options, host, port })
      sinks.push(sink)
      return sink
    },
    async closeSinks() {
      await Promise.all(sinks.splice(0).map(sink => sink.close()))
    },
    async send(to, fields = {}) {
      const body = { from: 'me@from.example', to, subject: 'S', text: 'T', ...fields }
      const { status, body: made } = await server.call('POST', '/emails', { body })
      expect(status, JSON.stringify(made)).toBe(200)
      return made.id
    },
    async stop() {
      await server.stop()
      await names.close()
    },
  }
}

/** Polls with a timeout for a busy machine. */
export const pollUntil = <T>(look: () => T): ReturnType<typeof expect.poll<T>> => expect.poll(look)
