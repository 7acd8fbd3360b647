// Calls our own API like any client, for requests that come in through another door and must follow the same rules.

export interface OwnAnswer {
  status: number
  body: { id?: string; message?: string }
}

export type AskOwnApi = (request: {
  path: string
  api_key: string
  body: Uint8Array
  headers: Record<string, string>
}) => Promise<OwnAnswer>

const PATIENCE_MS = 60_000

/** `address`: the URL of the API; it is read with each call, as the server may not listen yet. */
export function ownApi(address: () => string): AskOwnApi {
  return async ({ path, api_key, body, headers }) => {
    const answer = await fetch(address() + path, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
      body: Buffer.from(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return { status: answer.status, body: (await answer.json()) as OwnAnswer['body'] }
  }
}
