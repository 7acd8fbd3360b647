// Counts the pages in SQLite's write-ahead log by table and index.
import { readFileSync } from 'node:fs'
import SQLite from 'better-sqlite3'

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
/** The offset of the page size in the log header. */
const PAGE_SIZE_AT = 8

/** One page in the log. */
interface Frame {
  page: number
  /** Whether it ends a transaction. */
  commits: boolean
}

export interface LogPages {
  frames: Frame[]
  /** The size of one frame in the log. */
  frame_bytes: number
}

/** The frames of a log that was not restarted since it was created. */
export function readLog(filename: string): LogPages {
  const log = readFileSync(`${filename}-wal`)
  const frame_bytes = FRAME_HEADER_BYTES + log.readUInt32BE(PAGE_SIZE_AT)
  const frames: Frame[] = []
  for (let at = HEADER_BYTES; at + frame_bytes <= log.length; at += frame_bytes)
    frames.push({ page: log.readUInt32BE(at), commits: log.readUInt32BE(at + 4) > 0 })
  return { frames, frame_bytes }
}

/** The number of frames for each table and index; pages of no tree, such as those for vacuuming, are in `other`. */
export function framesByTree(filename: string, frames: readonly Frame[]): Record<string, number> {
  const driver = new SQLite(filename, { readonly: true })
  try {
    const pages = driver.prepare('select pageno, name from dbstat').raw().all() as [number, string][]
    const treeOf = new Map(pages)
    const groups = Map.groupBy(frames, ({ page }) => treeOf.get(page) ?? 'other')
    return Object.fromEntries([...groups].map(([tree, { length }]) => [tree, length]))
  } finally {
    driver.close()
  }
}
