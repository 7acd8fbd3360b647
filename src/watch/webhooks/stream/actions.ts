// Streams of events: those who cannot receive posts hold a connection open and are told what happens. Each stream reads the
// events behind its place, a few at a time, as soon as its client has taken those before. All that this keeps of it is that
// there are some to read: it is found out with one question for all streams, after a commit here and otherwise each second.
import type { Committed } from '../../../base/operation/operation.ts'
import type { Database, InTeam } from '../../../base/store/database.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { shown } from '../../../base/text/shown.ts'
import { uuidOf } from '../public-ids.ts'
import { BEAT, BEGINNING, streamed } from './rules.ts'
import * as store from './store.ts'
import type { EventPlace } from './store.ts'

export { removeUnopened } from './store.ts'

export interface StreamTimes {
  /** A comment comes, and the caller is looked at, as often. */
  beat_ms: number
  /** Then the client has to come again. */
  life_ms: number
  /** How often is looked for events of other processes. */
  look_ms: number
}

const TIMES: StreamTimes = { beat_ms: 15_000, life_ms: 3_600_000, look_ms: 1000 }
/** Between two looks. */
const LOOK_AFTER_MS = 50

/** One stream, as long as it lasts. */
interface Reader {
  team_id: string
  /** There may be events that it has not read. */
  isBehind: boolean
  isOver: boolean
  wake: () => void
}

export interface WantedEvents {
  team_id: string
  types: ReadonlySet<string> | undefined
  /** Behind which event; from now on without. */
  place: EventPlace | undefined
  now: Date
}

/** Where an event stands that a client has got. Refuses (422) one that is not kept. */
export async function placeBehind({ tx, team_id }: InTeam, public_id: string): Promise<EventPlace> {
  const id = uuidOf('msg', public_id)
  const place = id === undefined ? undefined : await store.findPlace(tx, { team_id, id })
  if (place) return place
  const words = 'The last event that you name is not, or no longer, kept'
  throw refusal(
    'validation_error',
    `${words}; received ${shown(public_id)}. Begin without \`Last-Event-ID\` and \`after\`, and read what changed meanwhile.`,
  )
}

export class EventStreams {
  readonly #database: Database
  readonly #times: StreamTimes
  readonly #readers = new Set<Reader>()
  /** The last event of each team, as far as it was looked for. */
  #last = new Map<string, number | null>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isStopped = false

  constructor(database: Database, times: Partial<StreamTimes> = {}) {
    this.#database = database
    this.#times = { ...TIMES, ...times }
  }

  /** From now on hears of commits, beside the queue: a unit that leaves an event wakes the lanes of webhooks. */
  start(): void {
    const { onWake } = this.#database
    this.#database.onWake = (kinds, from) => {
      onWake(kinds, from)
      if (kinds.has('post_webhooks')) this.#look()
    }
  }

  /** Ends all streams; their clients come again, to another process or after the start. */
  stop(): void {
    this.#isStopped = true
    clearInterval(this.#timer)
    for (const reader of this.#readers) end(reader)
  }

  /** What happens in the team is kept from now on. Gives the text of the stream. */
  async open(committed: Committed, { team_id, types, place, now }: WantedEvents): Promise<AsyncIterable<string>> {
    await committed.unit(async tx => {
      tx.settings.listening.add(team_id)
      store.saveOpened(tx, { team_id, opened_at: now.toISOString() })
    })
    const from = place ?? (await committed.read(tx => store.findEnd(tx, { team_id })))!
    return this.#texts(committed, { team_id, types, from })
  }

  async *#texts(
    { read, mayStill, whenGone }: Committed,
    { team_id, types, from }: Pick<WantedEvents, 'team_id' | 'types'> & { from: EventPlace },
  ): AsyncGenerator<string> {
    const reader: Reader = { team_id, isBehind: true, isOver: this.#isStopped, wake: () => {} }
    this.#join(reader)
    whenGone(() => end(reader))
    const began_ms = performance.now()
    let [{ xid, seq }, beats] = [from, 1]
    const { seen } = from
    try {
      yield BEGINNING
      while (!reader.isOver) {
        const lasted_ms = performance.now() - began_ms
        if (lasted_ms >= beats * this.#times.beat_ms) {
          if (lasted_ms >= this.#times.life_ms || !(await mayStill())) return
          beats = Math.floor(lasted_ms / this.#times.beat_ms) + 1
          yield BEAT
        } else if (!reader.isBehind) {
          await news(reader, beats * this.#times.beat_ms - lasted_ms)
        } else {
          reader.isBehind = false
          const events = await read(tx => store.listBehindPlace(tx, { team_id, xid, seq, seen }))
          if (events.length === 0) continue
          reader.isBehind ||= events.length === store.PART
          ;({ xid, seq } = events.at(-1)!)
          yield streamed(events, types)
        }
      }
    } finally {
      this.#leave(reader)
    }
  }

  #join(reader: Reader): void {
    this.#readers.add(reader)
    this.#timer ??= this.#database.several ? setInterval(() => this.#look(), this.#times.look_ms).unref() : undefined
  }

  #leave(reader: Reader): void {
    this.#readers.delete(reader)
    if (this.#readers.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#last.clear()
  }

  /** Once for all that ask for it while it waits. */
  #look(): void {
    if (this.#looking || this.#readers.size === 0) return
    this.#looking = new Promise<void>(resolve => setTimeout(resolve, LOOK_AFTER_MS))
      .then(() => {
        // from here on a commit asks for another look
        this.#looking = undefined
        return this.#lookAround()
      })
      // the next look finds it
      .catch(() => {})
  }

  async #lookAround(): Promise<void> {
    const teams = [...new Set([...this.#readers].map(({ team_id }) => team_id))]
    if (teams.length === 0) return
    const rows = await this.#database.read(tx => store.listLast(tx, {}, teams))
    const last = new Map(rows.map(row => [row.team_id, row.last]))
    for (const reader of this.#readers) {
      const { team_id } = reader
      if (last.get(team_id) === this.#last.get(team_id)) continue
      reader.isBehind = true
      reader.wake()
    }
    this.#last = last
  }
}

function end(reader: Reader): void {
  reader.isOver = true
  reader.wake()
}

/** Resolves when there is something for it, or after that time. */
function news(reader: Reader, wait_ms: number): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, wait_ms)
    reader.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}
