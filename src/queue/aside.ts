// The kind that a job has while it is put aside: nobody looks at it but who put it there.
import type { Kind } from './kinds.ts'

/** Between a kind and the name that its jobs wait under. */
export const ASIDE = '@'

export function asideKind(kind: Kind, name: string): string {
  return kind + ASIDE + name
}
