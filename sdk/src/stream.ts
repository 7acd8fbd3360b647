// Events of the team as server-sent events (HTML standard), on a connection that is reopened when it ends. It continues
// after the last event.
import type { WebhookEvent, WebhookEventType } from './generated/types.gen.js'
import { wait } from './retry.js'
import type { Identified } from './webhook.js'

export interface StreamQuery {
  /** Only events of these types; all by default. */
  types?: readonly WebhookEventType[]
  /** The `webhook_id` of the last event of an earlier run: the stream continues after it. */
  after?: string
}

/** An event and its id, which is the same if the event repeats. */
export type StreamedEvent = Identified<WebhookEvent>

/** Opens the stream after an event. Throws the same errors as other requests. */
export type OpenStream = (
  query: { types: readonly WebhookEventType[]; after: string | undefined },
  signal: AbortSignal | undefined,
) => Promise<Response>

const AGAIN_MS = 1000
/** The server sends something at least every 15 seconds. */
const SILENCE_MS = 45_000

export async function* streamEvents(
  open: OpenStream,
  { types = [], after }: StreamQuery,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamedEvent, void, undefined> {
  for (let last = after; ; await wait(AGAIN_MS, signal)) {
    const { body } = await open({ types, after: last }, signal)
    for await (const { id, data } of messagesIn(body!, signal)) {
      last = id ?? last
      if (data !== undefined) yield { ...(JSON.parse(data) as WebhookEvent), webhook_id: last! }
    }
    signal?.throwIfAborted()
  }
}

interface Message {
  id: string | undefined
  data: string | undefined
}

/** The messages of one connection until it ends, with or without an error. */
async function* messagesIn(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Message, void, undefined> {
  const reader = body.getReader()
  const end = (): void => void reader.cancel().catch(() => {})
  signal?.addEventListener('abort', end, { once: true })
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const silence = setTimeout(end, SILENCE_MS)
      // an error only ends the connection: the next one continues
      const { value } = await reader.read().catch(() => ({ value: undefined }))
      clearTimeout(silence)
      if (!value || signal?.aborted) return
      const messages = (text + decoder.decode(value, { stream: true })).split('\n\n')
      text = messages.pop()!
      for (const message of messages) yield messageOf(message)
    }
  } finally {
    signal?.removeEventListener('abort', end)
    end()
  }
}

/** The server ends lines with LF, and writes the data of an event in one line. */
function messageOf(text: string): Message {
  const lines = text.split('\n')
  const fieldOf = (name: string): string | undefined => lines.find(each => each.startsWith(name))?.slice(name.length)
  return { id: fieldOf('id: '), data: fieldOf('data: ') }
}
