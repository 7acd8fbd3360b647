// Formats a stream of events as server-sent events of the HTML standard.
import { publicId } from '../public-ids.ts'
import type { WebhookEventType } from '../rules.ts'

interface PulledEvent {
  id: string
  type: WebhookEventType
  about: string
  payload: string
}

/** An event about itself is a test of one endpoint or was emptied by an erasure; neither is streamed. */
const isWanted = ({ id, about, type }: PulledEvent, types: ReadonlySet<string> | undefined): boolean =>
  about !== id && (types?.has(type) ?? true)

const idLine = ({ id }: PulledEvent): string => `id: ${publicId('msg', id)}\n`

/** Tells the client to reconnect one second after it has lost its connection. */
export const STREAM_START = 'retry: 1000\n\n'
/** A comment, sent periodically, so that no proxy considers the connection dead. */
export const HEARTBEAT = ':\n\n'

/**
 * The text of some events. If the last one is not wanted, its id is sent alone: otherwise a client that reconnects
 * would start before events that it does not want.
 */
export function formatEventStream(events: readonly PulledEvent[], types?: ReadonlySet<string>): string {
  const wanted = events.filter(event => isWanted(event, types))
  // a line break would end `data`; `JSON.stringify` writes none
  const texts = wanted.map(event => `${idLine(event)}event: ${event.type}\ndata: ${event.payload}\n\n`)
  const last = events.at(-1)
  if (last !== undefined && last !== wanted.at(-1)) texts.push(`${idLine(last)}\n`)
  return texts.join('')
}
