// Sends a request to the verified deployment, and reads the response.
import http from 'node:http'
import https from 'node:https'

const TIMEOUT_MS = 30_000

export interface Request {
  method: string
  /** Path and query. */
  path: string
  headers: Record<string, string>
  body?: string | undefined
  /** Declares and sends this number of bytes instead of a body, until a response arrives. */
  oversize?: number | undefined
}

export interface Answer {
  status: number
  headers: Headers
  /** Without its parameters. */
  content_type: string
  text: string
  /** `undefined`: not JSON. */
  body: unknown
}

/** Sends to `base_url`, which may include a path. Rejects without a response. */
export async function send(base_url: string, request: Request): Promise<Answer> {
  const url = base_url.replace(/\/+$/, '') + request.path
  if (request.oversize !== undefined) return sendOversized(url, request, request.oversize)
  const { method, headers, body } = request
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    signal,
    ...(body !== undefined && { body }),
  })
  return answerOf(response.status, response.headers, await response.text())
}

function answerOf(status: number, headers: Headers, text: string): Answer {
  const content_type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return { status, headers, content_type, text, body: content_type.endsWith('json') ? parsed(text) : undefined }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const PART = Buffer.alloc(64 * 1024, ' ')
/** Most servers reject by Content-Length, and close the connection soon after. */
const FIRST_PART_MS = 2000

/**
 * A server may respond before it has read the body, which `fetch` treats as a failure. So the client pauses after the
 * first part: a response that is not read before the server closes the connection is lost to a client that still
 * writes.
 */
function sendOversized(url: string, { method, headers }: Request, bytes: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const open = url.startsWith('https:') ? https.request : http.request
    const request = open(url, { method, headers: { ...headers, 'content-length': bytes }, timeout: TIMEOUT_MS })
    let answered = false
    let stopWaiting = (): void => undefined
    const pour = (left: number): void => {
      if (answered) return
      if (left <= 0) return void request.end()
      const part = PART.subarray(0, Math.min(left, PART.length))
      request.write(part, error => {
        if (error) return
        if (left < bytes) return pour(left - part.length)
        const timer = setTimeout(() => pour(left - part.length), FIRST_PART_MS)
        stopWaiting = () => clearTimeout(timer)
      })
    }
    request.on('timeout', () => request.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)))
    // a write error after the response is a consequence of it
    request.on('error', error => answered || setTimeout(() => answered || reject(error), 500))
    request.on('response', response => {
      answered = true
      stopWaiting()
      const parts: Buffer[] = []
      const done = (): void => {
        const names = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
        resolve(answerOf(response.statusCode ?? 0, new Headers(names), Buffer.concat(parts).toString()))
        request.destroy()
      }
      response.on('data', (part: Buffer) => void parts.push(part))
      response.on('end', done).on('error', done)
    })
    pour(bytes)
  })
}
