// Splits the filter of a list into index ranges of folder and read state, and merges their sorted results into one
// page.
import type { Folder } from '../rules.ts'

export const FOLDERS: readonly Folder[] = ['inbox', 'archive', 'spam', 'sent', 'trash']

export interface ThreadFilter {
  folders?: readonly Folder[] | undefined
  labels?: readonly string[] | undefined
  read?: boolean | undefined
}

interface Sorted {
  folder: Folder
  is_read: boolean
}

/** The combinations of folder and read state that match a filter; `undefined`: all. */
export function sortedParts({ folders = [], read }: ThreadFilter): Sorted[] | undefined {
  if (folders.length === 0 && read === undefined) return undefined
  const among = folders.length === 0 ? FOLDERS : [...new Set(folders)]
  const states = read === undefined ? [true, false] : [read]
  return among.flatMap(folder => states.map(is_read => ({ folder, is_read })))
}

export function matchesThreadFilter({ folder, is_read }: Sorted, { folders = [], read }: ThreadFilter): boolean {
  return (folders.length === 0 || folders.includes(folder)) && (read === undefined || read === is_read)
}

export type ListDirection = 'older' | 'newer'

/** Merges sorted lists: the distinct threads nearest to the cursor. */
export function mergeNearest<Row extends { id: string; newest_id: string }>(
  lists: readonly (readonly Row[])[],
  way: ListDirection,
  most: number,
): Row[] {
  const rows = [...new Map(lists.flat().map(row => [row.id, row])).values()]
  const sign = way === 'older' ? -1 : 1
  return rows.toSorted((one, other) => (one.newest_id > other.newest_id ? sign : -sign)).slice(0, most)
}
