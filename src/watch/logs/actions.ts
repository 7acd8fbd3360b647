// The request log. Entries are gathered in memory and written once per second, many requests of a team in one row, so
// that a request costs almost nothing. A crash loses the entries that are still in memory.
import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database, Tx } from '../../base/store/database.ts'
import { OrderedIds } from '../../base/store/ids.ts'
import { smallestIdAt } from '../../base/text/uuids.ts'
import { type CompletedRequest, LogBlocks, logEntriesOf, type LogEntry } from './entry.ts'
import { type LogPart, logPartsOf, logPartWithoutAny } from './part.ts'
import { insertLogPart, removeLogPartsUntil } from './store.ts'

const WRITTEN_EVERY_MS = 1_000
/** Bytes after which entries are written before the second is over: large batches require few transactions. */
const WRITTEN_BYTES = 2_097_152
/** Bytes of compressed entries in one unit of work, which takes a millisecond. */
const UNIT_BYTES = 524_288
/**
 * Maximum bytes of all entries in memory. A team may use as much as is still free, so that the busiest team loses
 * entries first.
 */
const LOGS_BYTES_MAX = 16_777_216
/** Bytes that are counted for an entry in addition to its bodies. */
export const LOG_ENTRY_BYTES = 1_000

interface RecordingContext {
  database: Pick<Database, 'unit'>
  now: () => Date
  log: Pick<Logger, 'warn'>
  /** `false`: requests are not logged. */
  keeps: boolean
  bytes_max?: number
}

interface OfTeam {
  entries: LogEntry[]
  bytes: number
  /** Requests without an entry since the last row. */
  not_kept: number
}

export class RequestLogs {
  readonly #with: Required<RecordingContext>
  readonly #ids = new OrderedIds()
  readonly #blocks = new LogBlocks()
  #teams = new Map<string, OfTeam>()
  /** Bytes of all entries in memory, including those being written. */
  #bytes = 0
  /** Bytes of the entries whose writing has not begun. */
  #gathered = 0
  #dropped = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined

  constructor({ bytes_max = LOGS_BYTES_MAX, ...recording }: RecordingContext) {
    this.#with = { ...recording, bytes_max }
    this.#ids.followClock(recording.now)
  }

  /** A new id for a request, which is also the id of its entry. */
  readonly newId = (): string => this.#ids.next()

  readonly record = (request: CompletedRequest): void => {
    if (!this.#with.keeps) return
    const team = this.#of(request.caller.team_id)
    this.#timer ??= setTimeout(() => void this.#write(), WRITTEN_EVERY_MS)
    const bytes = sizeOf(request)
    if (team.bytes + bytes > this.#with.bytes_max - this.#bytes) {
      team.not_kept++
      this.#dropped++
      return
    }
    team.entries.push(this.#blocks.entryOf(request))
    team.bytes += bytes
    this.#bytes += bytes
    this.#gathered += bytes
    if (this.#gathered >= WRITTEN_BYTES) void this.#write()
  }

  /** Resolves when all earlier entries are written or lost. */
  async written(): Promise<void> {
    await this.#writing
    await this.#write()
  }

  /** Writes one batch at a time; entries gathered meanwhile become part of the next one. */
  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined))
    return this.#writing
  }

  async #writeAll(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const [teams, bytes, blocks] = [this.#teams, this.#gathered, this.#blocks.takeFull()]
    this.#teams = new Map()
    this.#gathered = 0
    const { log } = this.#with
    if (this.#dropped > 0) log.warn({ dropped: this.#dropped }, 'request log entries dropped')
    this.#dropped = 0
    await this.#writeTeams(teams)
    this.#blocks.reuse(blocks)
    this.#bytes -= bytes
  }

  async #writeTeams(teams: ReadonlyMap<string, OfTeam>): Promise<void> {
    let some: LogPart[] = []
    let size = 0
    for (const [team_id, { entries, not_kept }] of teams) {
      const parts =
        entries.length > 0
          ? logPartsOf(team_id, entries, not_kept)
          : [logPartWithoutAny(team_id, this.newId(), not_kept)]
      for (const part of parts) {
        some.push(part)
        size += part.lines.length + part.bodies.length
        if (size >= UNIT_BYTES) {
          await this.#writeParts(some)
          some = []
          size = 0
        }
        // requests are answered between two parts, which take some tenths of a millisecond each
        else await setImmediate()
      }
    }
    await this.#writeParts(some)
  }

  async #writeParts(parts: readonly LogPart[]): Promise<void> {
    if (parts.length === 0) return
    const { database, log } = this.#with
    try {
      await database.unit(async tx => {
        for (const part of parts) insertLogPart(tx, part)
      })
    } catch (error) {
      let lost = 0
      for (const { team_id, count, not_kept } of parts) {
        this.#of(team_id).not_kept += count + not_kept
        lost += count
      }
      log.warn({ err: error, lost }, 'request log write failed')
    }
  }

  #of(team_id: string): OfTeam {
    let team = this.#teams.get(team_id)
    if (!team) this.#teams.set(team_id, (team = { entries: [], bytes: 0, not_kept: 0 }))
    return team
  }
}

function sizeOf({ sent, answered }: CompletedRequest): number {
  const of_answer = typeof answered === 'object' ? answered.json.length : 0
  return LOG_ENTRY_BYTES + (typeof sent === 'object' ? sent.length : 0) + of_answer
}

/** Removes some entries of requests from before that time; returns whether more may remain. */
export function removeOldLogs(tx: Tx, before: Date): Promise<boolean> {
  return removeLogPartsUntil(tx, { until_id: smallestIdAt(before.getTime()) })
}

/** Writes entries of a team in the given unit. */
export function insertLogs(tx: Tx, team_id: string, requests: readonly CompletedRequest[]): void {
  for (const part of logPartsOf(team_id, logEntriesOf(requests), 0)) insertLogPart(tx, part)
}
