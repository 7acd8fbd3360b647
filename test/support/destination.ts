// A local server that receives requests and records them.
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  method: string
  url: string
  headers: http.IncomingHttpHeaders
  body: string
}

export interface Destination {
  port: number
  url: string
  received: ReceivedRequest[]
  close(): Promise<void>
}

export type RequestHandler = (request: ReceivedRequest, response: http.ServerResponse) => void | Promise<void>

export const withJson =
  (status: number, body: unknown, headers: http.OutgoingHttpHeaders = {}): RequestHandler =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

export async function destination(answer: RequestHandler, host = '127.0.0.1', at_port = 0): Promise<Destination> {
  const received: ReceivedRequest[] = []
  const server = http.createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', piece => pieces.push(piece))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, url, headers, body: Buffer.concat(pieces).toString() }
      received.push(one)
      void answer(one, response)
    })
    request.on('error', () => {})
  })
  await new Promise<void>(resolve => server.listen(at_port, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://${host}:${port}`,
    received,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
