// A content that comes in pieces, is as large as it likes, and is stored while it comes: what is in memory of it is one part.
// Several teams may get the same; each has it for itself.
import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Database, TeamUnit, Tx } from '../../../base/store/database.ts'
import * as blobs from './blobs.ts'

/** Written in one unit of work, which blocks all others for a few milliseconds. */
export const STORED_PART_BYTES = 4 * blobs.CHUNK_BYTES

interface Storing {
  database: Pick<Database, 'unit'>
  now: () => Date
}

/** Which blob has it, by the teams. */
export type StoredOf = ReadonlyMap<string, { id: string }>

export class IncomingContent {
  readonly #storing: Storing
  /** The blobs that are written, by the teams. */
  readonly #ids: ReadonlyMap<string, string>
  readonly #hash = createHash('sha256')
  #bytes = 0

  constructor(storing: Storing, team_ids: readonly string[]) {
    this.#storing = storing
    this.#ids = new Map(team_ids.map(team_id => [team_id, randomUUIDv7()]))
  }

  /** How many bytes were stored. */
  get bytes(): number {
    return this.#bytes
  }

  /** Stores a part that others follow: as many bytes as a part has. */
  async addPart(data: Buffer): Promise<void> {
    const first = this.#bytes / blobs.CHUNK_BYTES
    this.#hash.update(data)
    await this.#storing.database.unit(async tx => this.#write(tx, { first, data }))
    this.#bytes += data.length
  }

  /** Stores the last part, in one unit with what refers to it. */
  async finish<Value>(data: Buffer, refer: (tx: Tx, stored: StoredOf) => Promise<Value>): Promise<Value> {
    const first = this.#bytes / blobs.CHUNK_BYTES
    const hash = this.#hash.update(data).digest('hex')
    const content = { hash, bytes: this.#bytes + data.length }
    const done = await this.#storing.database.unit(async tx => {
      const stored = new Map<string, { id: string }>()
      for (const [team_id, id] of this.#ids) {
        const unit: TeamUnit = { tx, team_id, now: this.#storing.now() }
        const known = first === 0 ? await findKept(unit, hash) : undefined
        if (!known) this.#writeOf(unit, id, { first, data })
        stored.set(team_id, known ?? (await blobs.completeBlob(unit, id, content)))
      }
      return refer(tx, stored)
    })
    this.#bytes = content.bytes
    return done
  }

  /** Has what was stored of it removed soon, as the rest does not come. */
  async drop(): Promise<void> {
    if (this.#bytes === 0) return
    const { database, now } = this.#storing
    await database.unit(async tx => {
      for (const [team_id, id] of this.#ids) blobs.dropOpen({ tx, team_id, now: now() }, id)
    })
  }

  #write(tx: Tx, part: { first: number; data: Buffer }): void {
    for (const [team_id, id] of this.#ids) this.#writeOf({ tx, team_id, now: this.#storing.now() }, id, part)
  }

  #writeOf(unit: TeamUnit, id: string, part: { first: number; data: Buffer }): void {
    if (part.first === 0) blobs.openBlob(unit, id)
    blobs.insertChunks(unit.tx, { team_id: unit.team_id, id }, part)
  }
}

async function findKept(unit: TeamUnit, hash: string): Promise<{ id: string } | undefined> {
  if (!(await blobs.keepContent(unit, hash))) return undefined
  return (await blobs.findByHashes(unit.tx, unit.team_id, [hash])).get(hash)
}
