// Letters and signs that look like another letter: what a person cannot tell apart in a name. The usual ones of Unicode's
// list of confusables (UTS 39), after compatibility normalization, which already makes `Ｌ`, `ⅼ` and `𝐋` plain.

/** Each letter with what looks like it. Capitals stand apart where their small letter looks like another one. */
const LOOK_ALIKES: Record<string, string> = {
  a: 'аαаɑᴀᎪΑАаӓ@ａ',
  b: 'ЬьвВβΒᏴɓʙᛒꓐƄ',
  c: 'сСϲϹᏟςⅽᴄꓚƈ¢',
  d: 'ԁԀᎠⅾɖɗđðᴅꓓ',
  e: 'еЕεΕᎬҽєЄɛᴇꓰ℮',
  f: 'ƒғҒϝᖴꓝꞙ',
  g: 'ɡցԍᏀɢǥꓖ',
  h: 'һҺнНΗᎻհʜħꓧ',
  i: 'іІιΙɩıɪӀӏᎥ',
  j: 'јЈϳᎫʝᴊꓙ',
  k: 'кКκΚᏦᴋƙꓗқҚ',
  l: 'ⅼłʟᏞłƚɫǀ|!1ןוا١۱ꓡ∣',
  m: 'мМμΜᎷᴍⅿꓟ',
  n: 'пηΝոռɴꓠƞ',
  o: 'оОοΟօσംסه٥۵०০ᴏøꓳ0ѳӨө',
  p: 'рРρΡᏢᴘƿꓑ',
  q: 'ԛԚգզ',
  r: 'гᴦᏒʀɾꓣᎡ',
  s: 'ѕЅᏚꜱʂꓢ$',
  t: 'тТτΤᎢᴛŧꓔ',
  u: 'υսʋᴜꓴ',
  v: 'ѵѴνᏙᴠꓦ٧۷',
  w: 'ԝԜωѡᎳաᴡꓪ',
  x: 'хХχΧ×ⅹꓫ',
  y: 'уУүҮγΥʏყꓬ',
  z: 'ζΖᏃᴢƶꓜ',
}

/** Letters in a circle, a square or a flag that normalization leaves as they are: 26 in a row from each of these. */
const ALPHABETS = [0x1_f150, 0x1_f170, 0x1_f1e6]

const PLAIN = new Map([
  ...Object.entries(LOOK_ALIKES).flatMap(([plain, others]) => [...others].map(other => [other, plain] as const)),
  ...ALPHABETS.flatMap(first =>
    Array.from(
      { length: 26 },
      (_, index) => [String.fromCodePoint(first + index), String.fromCharCode(97 + index)] as const,
    ),
  ),
])

const plainOf = (text: string): string => Array.from(text, character => PLAIN.get(character) ?? character).join('')

/**
 * What is left of a name when everything is taken away that a person may overlook: case, accents, spaces and signs,
 * which alphabet a letter is from. Two names with the same rest can be taken for each other.
 */
export function folded(name: string): string {
  // before the case, for Η looks like H and its small letter like n; and after it, for the accents are gone only then
  const letters = plainOf(plainOf(name.normalize('NFKC')).toLowerCase().normalize('NFKD'))
  const rest = letters
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('i', 'l')
  // a name of signs alone is what it is
  return rest === '' ? name.normalize('NFKC') : rest
}
