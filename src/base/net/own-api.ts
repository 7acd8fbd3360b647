// Calls our own API like any client, for requests from another interface that must follow the same rules.
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FileContent } from '../text/extract-contents.ts'

export interface OwnApiResponse {
  status: number
  body: { id?: string; message?: string }
}

export type OwnApiClient = (request: {
  path: string
  api_key: string
  body: Uint8Array
  headers: Record<string, string>
  /** The MIME content of a submitted message. Clients of the API cannot send it. */
  submitted?: FileContent | undefined
}) => Promise<OwnApiResponse>

/** Identifies the submitted content of an internal request. */
const SUBMITTED = 'x-submitted-content'

/** The submitted contents of pending requests, by random token. */
const submissions = new Map<string, FileContent>()

/** The submitted content of a request; `undefined` for a request of a client. */
export function submittedWith(headers: IncomingHttpHeaders): FileContent | undefined {
  const token = headers[SUBMITTED]
  return typeof token === 'string' ? submissions.get(token) : undefined
}

const PATIENCE_MS = 60_000

/** `address`: the URL of the API. It is read for each call, because the server may not be listening yet. */
export function ownApi(address: () => string): OwnApiClient {
  return async ({ path, api_key, body, headers, submitted }) => {
    const token = randomUUID()
    if (submitted) submissions.set(token, submitted)
    try {
      const answer = await fetch(address() + path, {
        method: 'POST',
        headers: {
          ...headers,
          ...(submitted && { [SUBMITTED]: token }),
          authorization: `Bearer ${api_key}`,
          'content-type': 'application/json',
        },
        body: Buffer.from(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      return { status: answer.status, body: (await answer.json()) as OwnApiResponse['body'] }
    } finally {
      submissions.delete(token)
    }
  }
}
