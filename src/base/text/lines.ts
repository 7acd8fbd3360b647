// In which line of a text something stands.

/** Asked for places in their order, as it counts on from the one before. */
export function lineCounter(text: string): (place: number) => number {
  let line = 1
  let counted_until = 0
  return place => {
    for (let at = text.indexOf('\n', counted_until); at !== -1 && at < place; at = text.indexOf('\n', at + 1)) {
      line++
      counted_until = at + 1
    }
    return line
  }
}
