// What is written into a stream of events (server-sent events, as the HTML standard has them).
import { publicId } from '../public-ids.ts'
import type { WebhookEventType } from '../rules.ts'

interface Pulled {
  id: string
  type: WebhookEventType
  about: string
  payload: string
}

/** An event of one endpoint alone is a test, which says nothing that happened. */
const isWanted = ({ id, about, type }: Pulled, types: ReadonlySet<string> | undefined): boolean =>
  about !== id && (types?.has(type) ?? true)

const idLine = ({ id }: Pulled): string => `id: ${publicId('msg', id)}\n`

/** A client that has lost its connection comes again after this time. */
export const BEGINNING = 'retry: 1000\n\n'
/** Goes out now and then, so that nothing on the way takes the connection for dead. */
export const BEAT = ':\n\n'

/** The text of some events. Behind those that are not wanted a client has to go on, too, so it is told of the last one. */
export function streamed(events: readonly Pulled[], types?: ReadonlySet<string>): string {
  const wanted = events.filter(event => isWanted(event, types))
  // JSON has no line breaks in it
  const texts = wanted.map(event => `${idLine(event)}event: ${event.type}\ndata: ${event.payload}\n\n`)
  const last = events.at(-1)
  if (last !== undefined && last !== wanted.at(-1)) texts.push(`${idLine(last)}\n`)
  return texts.join('')
}
