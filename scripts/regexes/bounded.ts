// Regular expressions with quadratic time whose input has a known, small limit. Fix a new one instead of listing it.
// The check reports entries that are no longer needed.

export interface Bounded {
  file: string
  source: string
  /** What limits the input, and to how many characters. */
  bound: string
}

export const BOUNDED: readonly Bounded[] = []
