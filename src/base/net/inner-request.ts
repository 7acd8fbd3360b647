// A request and response that are not sent over a network, for an interface that calls another one in the same process.
import { type IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'

interface InnerRequestOptions {
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
}

/** Uses the connection and address of `outer`. */
export function innerRequest(
  outer: IncomingMessage,
  asked: InnerRequestOptions,
): { req: IncomingMessage; res: ServerResponse } {
  const req = new InnerRequest(outer, asked) as unknown as IncomingMessage
  return { req, res: new ServerResponse(req) }
}

/** The properties of a request that are read. */
class InnerRequest extends Readable {
  readonly complete = true
  readonly httpVersionMajor = 1
  readonly httpVersionMinor = 1
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly socket: IncomingMessage['socket']
  readonly #body: Buffer

  constructor(outer: IncomingMessage, { method, url, headers, body }: InnerRequestOptions) {
    super()
    const forwarded = outer.headers['x-forwarded-for']
    this.#body = Buffer.from(body ?? '')
    this.method = method
    this.url = url
    this.socket = outer.socket
    this.headers = {
      ...headers,
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
      ...(body !== undefined && { 'content-length': String(this.#body.length) }),
    }
  }

  override _read(): void {
    if (this.#body.length > 0) this.push(this.#body)
    this.push(null)
  }
}
