// A proxy that changes requests and responses, to simulate a deployment that almost matches the contract.
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Passing {
  method: string
  path: string
  status: number
  headers: Record<string, string>
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  body: any
}

export interface Tampering {
  url: string
  close: () => Promise<void>
}

export interface Tamperer {
  /** Changes a response in place. */
  answer?: (passing: Passing) => void
  /** Additional headers for the request. */
  request?: (method: string, path: string) => Record<string, string>
}

export async function tamperingProxy(target: string, { answer, request }: Tamperer): Promise<Tampering> {
  const server = http.createServer((incoming, outgoing) => {
    const { method = '', url: path = '' } = incoming
    const headers = { ...incoming.headers, ...request?.(method, path) }
    const onward = http.request(target + path, { method, headers }, response => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => void parts.push(part))
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const json = text !== '' && /json/.test(response.headers['content-type'] ?? '')
        const passing: Passing = {
          method,
          path,
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
          body: json ? JSON.parse(text) : text,
        }
        answer?.(passing)
        const { 'content-length': _, 'transfer-encoding': __, ...rest } = passing.headers
        outgoing.writeHead(passing.status, rest).end(json ? JSON.stringify(passing.body) : passing.body)
      })
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = (): Promise<void> =>
    new Promise(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
