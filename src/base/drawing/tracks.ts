// Assigns parallel lines to tracks: lines that never overlap can share one.

interface Span<Name> {
  name: Name
  from: number
  to: number
}

export interface Tracks<Name> {
  count: number
  of: Map<Name, number>
}

/** Assigns each span to the first track on which it is at least `distance` from all others. */
export function tracksOf<Name>(spans: readonly Span<Name>[], distance: number): Tracks<Name> {
  const ends: number[] = []
  const of = new Map<Name, number>()
  for (const { name, from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    const free = ends.findIndex(end => end + distance < from)
    const track = free < 0 ? ends.length : free
    ends[track] = to
    of.set(name, track)
  }
  return { count: ends.length, of }
}
