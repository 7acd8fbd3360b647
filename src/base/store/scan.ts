// Going through many rows a part at a time: a unit of work blocks all others, so none looks at or removes more than a few
// milliseconds are enough for. A long read lets others go on between its parts; who removes comes back for the rest.
import type { Codec } from './column.ts'
import type { Tx } from './database.ts'
import { type Builder, type Callable, Statement } from './statement.ts'

/** Rows that are read without letting others go on, which takes a millisecond or two. */
export const READ_AT_ONCE = 500
/** Rows of an index that are counted without letting others go on, which takes a millisecond or two. */
export const COUNTED_AT_ONCE = 5_000

/** Removes some rows, `limit` at the most. */
export class PartialRemoval<In extends object> extends Statement<In, never> {
  readonly #limit: number

  constructor(build: Builder<In>, codec: Codec, limit: number) {
    super(build, '', codec)
    this.#limit = limit
  }

  /** As a function that removes some and says whether more may be left. */
  get more(): Callable<In, boolean> {
    return async (tx, values) => (await tx.run(this, values)) >= this.#limit
  }
}

/** What was found, and behind which place to go on, if there may be more. */
export interface Found<Row, Place = string> {
  rows: Row[]
  behind: Place | undefined
}

interface Search<Row, Place> {
  after: Place | undefined
  most: number
  /** How many the first part looks at; each one after it at twice as many, up to `part_max`. */
  part: number
  part_max?: number
  /** Ends when so many were looked at. */
  looked_max?: number
  cursorOf: (row: Row) => Place
}

/**
 * For a read: looks at parts until it has found `most` and one more, or looked at enough. `look` gives those that are meant
 * among the next `size`, of which `wanted` are enough, and `looked` if that is not `size`.
 */
export async function search<Row, Place>(
  tx: Pick<Tx, 'pause'>,
  { after, most, part, part_max = part, looked_max = Infinity, cursorOf }: Search<Row, Place>,
  look: (after: Place | undefined, size: number, wanted: number) => Promise<Found<Row, Place> & { looked?: number }>,
): Promise<Found<Row, Place>> {
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
