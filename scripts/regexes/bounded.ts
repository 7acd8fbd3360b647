// Regular expressions that take time with the square of their input, where what they read has a known, small bound. A new
// one is cured rather than listed; the check says which of these it no longer needs.

export interface Bounded {
  file: string
  source: string
  /** What bounds the input, and to how many characters. */
  bound: string
}

export const BOUNDED: readonly Bounded[] = []
