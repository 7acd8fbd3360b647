// Measures lengths like the contract: in code points, so that 200 emoji are 200 characters and none is cut in half.

/** Whether a text has more than `most` code points. It counts them only if the length is not conclusive. */
export function isLongerThan(text: string, most: number): boolean {
  // a code point is one or two units of a string
  if (text.length <= most) return false
  return text.length > 2 * most || unitsOf(text, most) < text.length
}

/** Whether a text has fewer than `least` code points. */
export function isShorterThan(text: string, least: number): boolean {
  return least > 0 && !isLongerThan(text, least - 1)
}

/** The first `most` code points. */
export function truncate(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, unitsOf(text, most))
}

/** The number of string units of the first `most` code points. */
function unitsOf(text: string, most: number): number {
  let units = 0
  for (let count = 0; count < most && units < text.length; count++) units += text.codePointAt(units)! > 0xffff ? 2 : 1
  return units
}
