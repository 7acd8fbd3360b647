// Reads or removes many rows in parts. A unit of work blocks all others, so each part takes a few milliseconds at most.
// A long read yields to other work between its parts; a removal is repeated by its caller.
import type { Codec } from './column.ts'
import type { Tx } from './database.ts'
import { type Builder, type StatementFunction, Statement } from './statement.ts'

/** Maximum number of rows read without a pause: a millisecond or two. */
export const ROWS_PER_READ = 500
/** Maximum number of index rows counted without a pause: a millisecond or two. */
export const ROWS_PER_COUNT = 5_000

/** A statement that removes at most `limit` rows. */
export class PartialRemoval<In extends object> extends Statement<In, never> {
  readonly #limit: number

  constructor(build: Builder<In>, codec: Codec, limit: number) {
    super(build, '', codec)
    this.#limit = limit
  }

  /** The statement as a function that removes some rows and returns whether more may remain. */
  get more(): StatementFunction<In, boolean> {
    return async (tx, values) => (await tx.run(this, values)) >= this.#limit
  }
}

/** The rows found, and the position after which to continue if there may be more. */
export interface SearchPage<Row, Place = string> {
  rows: Row[]
  behind: Place | undefined
}

interface SearchOptions<Row, Place> {
  after: Place | undefined
  most: number
  /** Rows examined in the first part; each part examines twice as many as the previous one, up to `part_max`. */
  part: number
  part_max?: number
  /** The search ends after this many examined rows. */
  looked_max?: number
  cursorOf: (row: Row) => Place
}

/**
 * Searches in parts until it has found `most` rows and one more, or has examined `looked_max`. `look` examines the next `size`
 * rows and returns the matching ones, of which `wanted` suffice, and `looked` if it examined another number than `size`.
 */
export async function searchInParts<Row, Place>(
  tx: Pick<Tx, 'pause'>,
  { after, most, part, part_max = part, looked_max = Infinity, cursorOf }: SearchOptions<Row, Place>,
  look: (
    after: Place | undefined,
    size: number,
    wanted: number,
  ) => Promise<SearchPage<Row, Place> & { looked?: number }>,
): Promise<SearchPage<Row, Place>> {
  const found: Row[] = []
  let [size, looked, place] = [part, 0, after]
  for (;;) {
    const next = await look(place, size, most + 1 - found.length)
    found.push(...next.rows)
    looked += next.looked ?? size
    if (found.length > most) return { rows: found.slice(0, most), behind: cursorOf(found[most - 1]!) }
    if (next.behind === undefined || looked >= looked_max) return { rows: found, behind: next.behind }
    size = Math.min(2 * size, part_max)
    place = next.behind
    await tx.pause()
  }
}
