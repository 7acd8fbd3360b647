// A client of an event stream that reads one event at a time.
import http from 'node:http'
import type { TestServer } from './server.ts'

export interface Streamed {
  id?: string
  event?: string
  data?: string
}

export interface OpenedStream {
  status: number
  headers: http.IncomingHttpHeaders
  /** The error if the response is not a stream. */
  refused?: { name: string; message: string }
  /** The next event, without comments; `undefined` at the end of the stream. */
  next(): Promise<Streamed | undefined>
  /** The next part between two empty lines, including comments. */
  part(): Promise<string | undefined>
  close(): void
}

export function openStream(
  { url, key }: Pick<TestServer, 'url' | 'key'>,
  query = '',
  { headers = {}, key: other = key }: { headers?: Record<string, string>; key?: string } = {},
): Promise<OpenedStream> {
  return new Promise((resolve, reject) => {
    const sent = { authorization: `Bearer ${other}`, accept: 'text/event-stream', ...headers }
    // each stream uses a new connection
    const request = http.get(`${url}/events/stream${query}`, { headers: sent, agent: false }, response => {
      const parts = partsOf(response)
      const part = async (): Promise<string | undefined> => (await parts.next()).value ?? undefined
      const next = async (): Promise<Streamed | undefined> => {
        for (let text = await part(); text !== undefined; text = await part()) {
          const event = parsed(text)
          if (event.data !== undefined) return event
        }
        return undefined
      }
      const { statusCode: status = 0 } = response
      const opened = { status, headers: response.headers, next, part, close: () => void request.destroy() }
      if (status === 200) resolve(opened)
      else part().then(text => resolve({ ...opened, refused: JSON.parse(text!) }), reject)
    })
    request.once('error', reject)
  })
}

async function* partsOf(response: http.IncomingMessage): AsyncGenerator<string> {
  let text = ''
  try {
    for await (const piece of response.setEncoding('utf8')) {
      const parts = (text + piece).split('\n\n')
      text = parts.pop()!
      yield* parts
    }
  } catch {
    // the connection was cut
  }
  if (text !== '') yield text
}

function parsed(text: string): Streamed {
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith(':'))
  return Object.fromEntries(lines.map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))
}
