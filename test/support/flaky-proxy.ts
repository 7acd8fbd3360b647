// A proxy before a real server that fails on demand.
import http, { type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * `reset`: the connection fails before the server receives the request; `lost`: after it; `broken off`: in the middle
 * of the response; `silent`: no response; otherwise this response is sent and the server receives nothing.
 */
export type Fault =
  | 'reset'
  | 'lost'
  | 'broken off'
  | 'silent'
  | { status: number; headers?: Record<string, string>; body?: string }

export interface Seen {
  method: string
  path: string
  headers: IncomingHttpHeaders
  at: number
}

export interface FlakyProxy {
  url: string
  /** All requests, including the failed ones. */
  seen: Seen[]
  /** The faults of the next requests, in order; later requests succeed. */
  faults: (Fault | undefined)[]
  stop: () => Promise<void>
}

export async function flakyProxy(target: string): Promise<FlakyProxy> {
  const seen: Seen[] = []
  const faults: (Fault | undefined)[] = []
  const server = http.createServer((request, response) => {
    void answer(request, response)
  })
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request
    seen.push({ method, path: url, headers, at: performance.now() })
    const fault = faults.shift()
    if (fault === 'reset') return void request.socket.destroy()
    const body = await buffer(request)
    if (fault === 'silent') return
    if (typeof fault === 'object') return void response.writeHead(fault.status, fault.headers).end(fault.body)
    const sent = { method, headers: headersFor(headers), ...(body.length > 0 && { body }) }
    const answered = await fetch(target + url, sent)
    const bytes = Buffer.from(await answered.arrayBuffer())
    if (fault === 'lost') return void request.socket.destroy()
    const { 'transfer-encoding': _, 'content-encoding': __, ...told } = Object.fromEntries(answered.headers)
    response.writeHead(answered.status, { ...told, 'content-length': String(bytes.length) })
    if (fault === 'broken off') response.write(bytes.subarray(0, 5), () => request.socket.destroy())
    else response.end(bytes)
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    faults,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The headers without those of the connection. */
function headersFor(headers: IncomingHttpHeaders): Record<string, string> {
  const own = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding']
  const entries = Object.entries(headers).filter(([name, value]) => !own.includes(name) && typeof value === 'string')
  return Object.fromEntries(entries) as Record<string, string>
}
