// What a person may see exactly once: a secret of which only the hash is stored. It waits in memory, from the form that
// made it to the page that the browser goes on to, so that a reload neither repeats the form nor shows it again.
import { type Html, html } from '../../html/html.ts'
import { BoundedMap } from '../../limits/bounded-map.ts'

const WAIT_MS = 5 * 60_000
const NOTES_MAX = 1000

export class Flash<Note> {
  readonly #notes = new BoundedMap<string, { note: Note; until: number }>(NOTES_MAX)

  /** For whoever holds `key`; what waited there before is gone. */
  put(key: string, note: Note, now: Date): void {
    this.#notes.set(key, { note, until: now.getTime() + WAIT_MS })
  }

  take(key: string, now: Date): Note | undefined {
    const found = this.#notes.get(key)
    this.#notes.delete(key)
    return found && now.getTime() < found.until ? found.note : undefined
  }
}

/** Says what the form before did; the texts are ours, the address only names one. */
export function doneBox(query: URLSearchParams, texts: Record<string, string>): Html | undefined {
  const done = query.get('done') ?? ''
  return Object.hasOwn(texts, done) ? html`<p class="note done" role="status">${texts[done]}</p>` : undefined
}
