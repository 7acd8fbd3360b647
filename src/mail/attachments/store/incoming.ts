// Stores content of any size as it arrives, with one part in memory at a time. If several teams receive the same content, each
// has its own copy.
import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Database, TeamUnit, Tx } from '../../../base/store/database.ts'
import * as blobs from './blobs.ts'

/** Bytes written in one transaction, which blocks all others on SQLite for a few milliseconds. */
export const STORED_PART_BYTES = 4 * blobs.CHUNK_BYTES

interface BlobWriter {
  database: Pick<Database, 'unit'>
  now: () => Date
}

/** The blob with the content, by team. */
export type BlobsByTeam = ReadonlyMap<string, { id: string }>

export class IncomingContent {
  readonly #storing: BlobWriter
  readonly #isPending: boolean
  /** The blobs being written, by team. */
  readonly #ids: ReadonlyMap<string, string>
  readonly #hash = createHash('sha256')
  #bytes = 0

  /** `isPending`: for a request, which may refer to the content later. Pending content is limited per team. */
  constructor(storing: BlobWriter, team_ids: readonly string[], isPending = false) {
    this.#storing = storing
    this.#isPending = isPending
    this.#ids = new Map(team_ids.map(team_id => [team_id, randomUUIDv7()]))
  }

  /** Bytes stored so far. */
  get bytes(): number {
    return this.#bytes
  }

  /** Stores a part that is not the last one. Its size is a multiple of `CHUNK_BYTES`. */
  async addPart(data: Buffer): Promise<void> {
    const first = this.#bytes / blobs.CHUNK_BYTES
    this.#hash.update(data)
    await this.#storing.database.unit(async tx => this.#write(tx, { first, data }))
    this.#bytes += data.length
  }

  /** Stores the last part, in one transaction with the rows that refer to the content. */
  async finish<Value>(data: Buffer, refer: (tx: Tx, stored: BlobsByTeam) => Promise<Value>): Promise<Value> {
    const first = this.#bytes / blobs.CHUNK_BYTES
    const hash = this.#hash.update(data).digest('hex')
    const content = { hash, bytes: this.#bytes + data.length }
    const done = await this.#storing.database.unit(async tx => {
      const stored = new Map<string, { id: string }>()
      for (const [team_id, id] of this.#ids) {
        const unit: TeamUnit = { tx, team_id, now: this.#storing.now() }
        const known = first === 0 ? await this.#findKept(unit, hash) : undefined
        if (!known) await this.#writeOf(unit, id, { first, data })
        stored.set(team_id, known ?? (await blobs.completeBlob(unit, id, content)))
      }
      return refer(tx, stored)
    })
    this.#bytes = content.bytes
    return done
  }

  /** Marks the stored parts for early removal, because the rest will not arrive. */
  async discard(): Promise<void> {
    if (this.#bytes === 0) return
    const { database, now } = this.#storing
    await database.unit(async tx => {
      for (const [team_id, id] of this.#ids) blobs.discardBlob({ tx, team_id, now: now() }, id)
    })
  }

  async #write(tx: Tx, part: { first: number; data: Buffer }): Promise<void> {
    for (const [team_id, id] of this.#ids) await this.#writeOf({ tx, team_id, now: this.#storing.now() }, id, part)
  }

  async #writeOf(unit: TeamUnit, id: string, part: { first: number; data: Buffer }): Promise<void> {
    const { first, data } = part
    const [before, more] = [first * blobs.CHUNK_BYTES, data.length]
    if (first > 0 && this.#isPending) await blobs.growPendingBlob(unit, id, { bytes: before + more, more })
    else if (this.#isPending) await blobs.openPendingBlob(unit, id, more)
    else if (first === 0) blobs.openBlob(unit, id)
    blobs.insertChunks(unit.tx, { team_id: unit.team_id, id }, part)
  }

  async #findKept(unit: TeamUnit, hash: string): Promise<{ id: string } | undefined> {
    if (!(await blobs.retainContent(unit, hash))) return undefined
    const find = this.#isPending ? blobs.findByHashes : blobs.claimByHashes
    return (await find(unit, [hash])).get(hash)
  }
}
