// Text in a drawing does not wrap: it is cut to what surely fits, by how wide its characters may be.

const NARROW = /^[-\s!'(),.:;I[\]fijlrt|]$/
const WIDE = /^[%@MWmw—…]$/
const CAPITAL = /^\p{Lu}$/u
// symbols of East Asian scripts and pictures are about as wide as they are high
const SQUARE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u
const NARROWEST = 0.4
// one picture can be made of several
const MOST_UNITS = 16

/** Made at its first use: that takes 10 ms, which the start of the server need not wait for. */
let segmenter: Intl.Segmenter | undefined

/** In parts of the font's size, rather too much than too little. */
function widthOf(character: string): number {
  if (SQUARE.test(character)) return 1.1
  if (NARROW.test(character)) return NARROWEST
  if (WIDE.test(character)) return 0.95
  return CAPITAL.test(character) ? 0.75 : 0.6
}

/** As much of the text as fits, with an ellipsis if that is not all of it. */
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
