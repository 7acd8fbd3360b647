// Streams of events (server-sent events) for programs that cannot receive webhook requests. A stream reads the events
// after its position from the database, a few at a time, when its client has received the previous ones; no event is
// queued in memory. One query for all streams finds out which teams have new events: after each commit in this process,
// and each second for commits of others.
import type { CommittedDatabase } from '../../../base/operation/operation.ts'
import type { Database, TeamTx } from '../../../base/store/database.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { describeValue } from '../../../base/text/describe-value.ts'
import { uuidOf } from '../public-ids.ts'
import { HEARTBEAT, STREAM_START, formatEventStream } from './rules.ts'
import * as store from './store.ts'
import type { StreamPosition } from './store.ts'

export interface StreamTimes {
  /** How often a comment is sent, and the caller's access is checked. */
  beat_ms: number
  /** After this time the stream ends, and the client has to reconnect. */
  life_ms: number
  /** How often the database is queried for events of other processes. */
  look_ms: number
}

const TIMES: StreamTimes = { beat_ms: 15_000, life_ms: 3_600_000, look_ms: 1000 }
/** Minimum time between two such queries. */
const LOOK_AFTER_MS = 50

/** An open stream. */
interface Reader {
  team_id: string
  /** Whether there may be events that it has not read yet. */
  isBehind: boolean
  isOver: boolean
  wake: () => void
}

interface WantedEvents {
  team_id: string
  types: ReadonlySet<string> | undefined
  /** The position to start after; `undefined`: start with events from now on. */
  place: StreamPosition | undefined
  now: Date
}

/** The position of the last event that a client has received. Refuses (422) an event that is no longer stored. */
export async function findPositionAfter({ tx, team_id }: TeamTx, public_id: string): Promise<StreamPosition> {
  const id = uuidOf('msg', public_id)
  const place = id === undefined ? undefined : await store.findPosition(tx, { team_id, id })
  if (place) return place
  const words = 'The last event is unknown or was deleted'
  throw refusal(
    'validation_error',
    `${words}; received ${describeValue(public_id)}. Start without \`Last-Event-ID\` and \`after\`, and read the changes with the API.`,
  )
}

export class EventStreams {
  readonly #database: Database
  readonly #times: StreamTimes
  readonly #readers = new Set<Reader>()
  /** The last event of each team with a stream, at the last query. */
  #last = new Map<string, number | null>()
  #timer: NodeJS.Timeout | undefined
  #polling: Promise<void> | undefined
  #isStopped = false

  constructor(database: Database, times: Partial<StreamTimes> = {}) {
    this.#database = database
    this.#times = { ...TIMES, ...times }
  }

  /** Starts to watch commits: a unit that writes an event wakes jobs of the kind `post_webhooks`. */
  start(): void {
    const { onWake } = this.#database
    this.#database.onWake = (kinds, from) => {
      onWake(kinds, from)
      if (kinds.has('post_webhooks')) this.#readNew()
    }
  }

  /** Ends all streams. Clients reconnect to another process, or after the restart. */
  stop(): void {
    this.#isStopped = true
    clearInterval(this.#timer)
    for (const reader of this.#readers) end(reader)
  }

  /** Opens a stream and returns its text. From now on events are stored for the team. */
  async open(
    committed: CommittedDatabase,
    { team_id, types, place, now }: WantedEvents,
  ): Promise<AsyncIterable<string>> {
    await committed.unit(async tx => {
      tx.settings.listening.add(team_id)
      store.saveStreamOpened(tx, { team_id, opened_at: now.toISOString() })
    })
    const from = place ?? (await committed.read(tx => store.findLastPosition(tx, { team_id })))!
    return this.#texts(committed, { team_id, types, from })
  }

  async *#texts(
    { read, isStillAuthorized, whenGone }: CommittedDatabase,
    { team_id, types, from }: Pick<WantedEvents, 'team_id' | 'types'> & { from: StreamPosition },
  ): AsyncGenerator<string> {
    const reader: Reader = { team_id, isBehind: true, isOver: this.#isStopped, wake: () => {} }
    this.#join(reader)
    whenGone(() => end(reader))
    const began_ms = performance.now()
    let [{ xid, seq }, beats] = [from, 1]
    const { seen } = from
    try {
      yield STREAM_START
      while (!reader.isOver) {
        const lasted_ms = performance.now() - began_ms
        if (lasted_ms >= beats * this.#times.beat_ms) {
          if (lasted_ms >= this.#times.life_ms || !(await isStillAuthorized())) return
          beats = Math.floor(lasted_ms / this.#times.beat_ms) + 1
          yield HEARTBEAT
        } else if (!reader.isBehind) {
          await news(reader, beats * this.#times.beat_ms - lasted_ms)
        } else {
          reader.isBehind = false
          const events = await read(tx => store.listEventsAfter(tx, { team_id, xid, seq, seen }))
          if (events.length === 0) continue
          reader.isBehind ||= events.length === store.STREAM_PART_EVENTS
          ;({ xid, seq } = events.at(-1)!)
          yield formatEventStream(events, types)
        }
      }
    } finally {
      this.#leave(reader)
    }
  }

  #join(reader: Reader): void {
    this.#readers.add(reader)
    this.#timer ??= this.#database.several ? setInterval(() => this.#readNew(), this.#times.look_ms).unref() : undefined
  }

  #leave(reader: Reader): void {
    this.#readers.delete(reader)
    if (this.#readers.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#last.clear()
  }

  /** Schedules one query; calls while it is scheduled add none. */
  #readNew(): void {
    if (this.#polling || this.#readers.size === 0) return
    this.#polling = new Promise<void>(resolve => setTimeout(resolve, LOOK_AFTER_MS))
      .then(() => {
        // a commit from here on requires another query, because this one may miss it
        this.#polling = undefined
        return this.#poll()
      })
      // after a failure the next query finds the events
      .catch(() => {})
  }

  async #poll(): Promise<void> {
    const teams = [...new Set([...this.#readers].map(({ team_id }) => team_id))]
    if (teams.length === 0) return
    const rows = await this.#database.read(tx => store.listLastEvents(tx, {}, teams))
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

/** Resolves when the reader is woken, or after `wait_ms`. */
function news(reader: Reader, wait_ms: number): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, wait_ms)
    reader.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}
