// Shortens text in a drawing, which does not wrap, to a width that certainly fits. The width of characters is estimated.

const NARROW = /^[-\s!'(),.:;I[\]fijlrt|]$/
const WIDE = /^[%@MWmw—…]$/
const CAPITAL = /^\p{Lu}$/u
// East Asian characters and emoji are about as wide as they are high
const SQUARE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u
const NARROWEST = 0.4
// an emoji can consist of several code units
const MOST_UNITS = 16

/** Created at first use: that takes 10 ms, which would delay the start of the server. */
let segmenter: Intl.Segmenter | undefined

/** In units of the font size; overestimated rather than underestimated. */
function widthOf(character: string): number {
  if (SQUARE.test(character)) return 1.1
  if (NARROW.test(character)) return NARROWEST
  if (WIDE.test(character)) return 0.95
  return CAPITAL.test(character) ? 0.75 : 0.6
}

/** The text, cut to the width with an ellipsis if it is too long. */
export function fitting(text: string, width: number, font_size: number): string {
  const room = width / font_size
  const most = text.slice(0, Math.ceil(room / NARROWEST) * MOST_UNITS)
  segmenter ??= new Intl.Segmenter('en')
  const characters = Array.from(segmenter.segment(most), ({ segment }) => segment)
  const whole = characters.reduce((sum, character) => sum + widthOf(character), 0)
  if (whole <= room && most === text) return text
  let used = widthOf('…')
  const kept = characters.filter(character => (used += widthOf(character)) <= room)
  return `${kept.join('').trimEnd()}…`
}
