// Finds the line of a position in a text.

/** The returned function must be called with ascending positions, because it continues counting from the last one. */
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
