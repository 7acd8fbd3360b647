// A webhook endpoint in a separate process, which reports how fast requests arrived.
import http from 'node:http'
import type { AddressInfo } from 'node:net'

const times_ms: number[] = []
const server = http.createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    times_ms.push(performance.now())
    response.end('ok')
  })
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`

process.on('message', message => {
  if (message === 'url') process.send?.({ url })
  const span_ms = times_ms.length < 2 ? 0 : times_ms.at(-1)! - times_ms[0]!
  if (message === 'arrivals') process.send?.({ arrivals: { count: times_ms.length, span_ms } })
})
