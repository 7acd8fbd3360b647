// The kind that a job has while it is put aside: nobody looks at it but who put it there.
import type { Kind } from './kinds.ts'

/** Between a kind and the name that its jobs wait under. */
export const ASIDE = '@'

export function asideKind(kind: Kind, name: string): string {
  return kind + ASIDE + name
}

/** The name that a job of this kind waits under; `undefined`: it was not put aside. */
export function asideName(kind: string): string | undefined {
  const at = kind.indexOf(ASIDE)
  return at < 0 ? undefined : kind.slice(at + ASIDE.length)
}
