// A thread that sends one large email through a server and receives it as the mail server. A separate thread does not
// block the test. It receives the server's URL and returns the result.
import { createHash, randomBytes } from 'node:crypto'
import http from 'node:http'
import { parentPort } from 'node:worker_threads'
import { mailSink } from './mail-sink.ts'

export interface LargeMailInput {
  url: string
  key: string
  file_bytes: number
  form: 'base64' | 'list'
}

export interface LargeMailResult {
  status: number
  body: string
  /** The hashes of the sent file and of the received one. */
  sent: string
  arrived: string
  /** Whether a line of the message exceeds the allowed length. */
  hasLongLine: boolean
}

const sink = await mailSink()
parentPort!.postMessage({ url: sink.url })
parentPort!.on('message', (asked: LargeMailInput) => {
  void sendLarge(asked).then(told => parentPort!.postMessage(told))
})

async function sendLarge({ url, key, file_bytes, form }: LargeMailInput): Promise<LargeMailResult> {
  const file = randomBytes(file_bytes)
  const content = form === 'base64' ? file.toString('base64') : [...file]
  const email = { from: 'ada@example.org', to: 'grace@example.net', subject: 'Large', html: '<p>Hello</p>' }
  const before = sink.messages.length
  const { status, body } = await post(url, key, JSON.stringify({ ...email, attachments: [{ content }] }))
  if (status !== 200) return { status, body, sent: hashOf(file), arrived: '', hasLongLine: false }
  const { raw } = (await sink.received(before + 1))[before]!
  const encoded = raw.slice(raw.lastIndexOf('\r\n\r\n', raw.lastIndexOf('\r\n--') - 4) + 4, raw.lastIndexOf('\r\n--'))
  const hasLongLine = /[^\r\n]{999}/.test(encoded)
  return { status, body, sent: hashOf(file), arrived: hashOf(Buffer.from(encoded, 'base64')), hasLongLine }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function post(url: string, key: string, body: string): Promise<{ status: number; body: string }> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}/emails`, { method: 'POST', headers }, response => {
      let text = ''
      response.setEncoding('utf8').on('data', part => (text += part))
      response.on('end', () => resolve({ status: response.statusCode!, body: text }))
    })
    request.on('error', reject).end(body)
  })
}
