// Asks a language model at the configured endpoint, with the chat completions API of OpenAI.
import { readFileSync } from 'node:fs'
import type { AgentConfig } from '../../../../base/config/agent-settings.ts'

interface ModelQuestion {
  messages: readonly { role: 'system' | 'user'; content: string }[]
  /** The JSON Schema of the response. */
  schema: object
}

/** The response, or a fault for the log, without content of the email. `again`: a retry may succeed. */
type ModelAnswer = { text: string } | { fault: string; again: boolean }

export type ModelClient = (question: ModelQuestion) => Promise<ModelAnswer>

/** Maximum bytes of a response that are read into memory. */
const ANSWER_BYTES_MAX = 500_000

/** Throws if the file with the key cannot be read. */
export function openModel({ url, model, key, key_file, limit_ms }: AgentConfig): ModelClient {
  const token = key_file === undefined ? key : readFileSync(key_file, 'utf8').trim()
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return async ({ messages, schema }) => {
    const json_schema = { name: 'decision', strict: true, schema }
    const asked = {
      ...(model !== undefined && { model }),
      messages,
      response_format: { type: 'json_schema', json_schema },
    }
    try {
      const signal = AbortSignal.timeout(limit_ms)
      // no redirects: they would send the email and the key to another host
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(asked),
        redirect: 'error',
        signal,
      })
      const body = await textOf(answer)
      if (!answer.ok) return { fault: `status ${answer.status}`, again: isPassing(answer.status) }
      if (body === undefined) return { fault: `the response has more than ${ANSWER_BYTES_MAX} bytes`, again: false }
      return contentOf(body)
    } catch (error) {
      const late = (error as Error).name === 'TimeoutError'
      return {
        fault: late ? `no response within ${limit_ms / 1000} seconds` : 'the request failed',
        again: true,
      }
    }
  }
}

const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429

/** `undefined`: the body is too long. */
async function textOf({ body }: Response): Promise<string | undefined> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.length
    if (bytes > ANSWER_BYTES_MAX) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

function contentOf(body: string): ModelAnswer {
  const broken = { fault: 'the response is not a chat completion', again: false }
  try {
    const { choices } = JSON.parse(body) as { choices?: { message?: { content?: unknown } }[] }
    const content = choices?.[0]?.message?.content
    return typeof content === 'string' ? { text: content } : broken
  } catch {
    return broken
  }
}
