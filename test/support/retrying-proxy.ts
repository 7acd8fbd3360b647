// A load balancer for several servers: sends each request to the next server, and to another one if that one is
// unreachable, drops the connection or returns 503. It has no health checks.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const TRIES_MAX = 100
const PAUSE_MS = 50
/** Longer than any successful response takes: a suspended server keeps connections open and does not respond. */
const ANSWERS_WITHIN_MS = 3000

export interface RetryingProxy {
  url: string
  /** The number of retries at another server. */
  retries(): number
  close(): Promise<void>
}

interface ForwardedResponse {
  answer: IncomingMessage
  body: Buffer
}

/** `ports` on this machine; read for each request. */
export async function retryingProxy(ports: readonly number[]): Promise<RetryingProxy> {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  let retries = 0
  const server = createServer((asked, answering) => {
    serve(asked, answering).catch(() => answering.writeHead(502).end())
  })

  async function serve(asked: IncomingMessage, answering: ServerResponse): Promise<void> {
    const body = await whole(asked)
    for (let tried = 1; ; tried++) {
      const port = ports[turn++ % ports.length]!
      const taken = await handOn(port, asked, body).catch(() => undefined)
      if (taken && (taken.answer.statusCode !== 503 || tried === TRIES_MAX)) {
        // the maximum number of times that the request may have been executed
        answering.writeHead(taken.answer.statusCode!, { ...taken.answer.headers, 'x-tries': String(tried) })
        return void answering.end(taken.body)
      }
      if (tried === TRIES_MAX) throw new Error('Nobody takes it')
      retries++
      await pause(PAUSE_MS)
    }
  }

  function handOn(port: number, { method, url, headers }: IncomingMessage, body: Buffer): Promise<ForwardedResponse> {
    return new Promise((resolve, reject) => {
      const handed = request({ host: '127.0.0.1', port, method, path: url, headers, agent }, answer => {
        whole(answer).then(content => resolve({ answer, body: content }), reject)
      })
      handed.setTimeout(ANSWERS_WITHIN_MS, () => handed.destroy(new Error('No answer')))
      handed.on('error', reject)
      handed.end(body)
    })
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    retries: () => retries,
    close: async () => {
      agent.destroy()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function whole(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of message) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
