// Lines that run side by side: which of them can share a track because they never meet.

interface Span<Name> {
  name: Name
  from: number
  to: number
}

export interface Tracks<Name> {
  count: number
  of: Map<Name, number>
}

/** Each span on the first track where it stays clear of all others by more than `distance`. */
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
