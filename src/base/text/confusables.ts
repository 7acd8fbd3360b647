// Characters that look like another letter, so that people cannot distinguish two names. The usual ones of Unicode's list
// of confusables (UTS 39); compatibility normalization runs first and already turns `Ｌ`, `ⅼ` and `𝐋` into plain letters.

/** Each letter with its look-alikes. A capital is listed separately if its small letter looks like another one. */
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

/** Letters in circles, squares and flags, which normalization does not change: the first of 26 consecutive ones. */
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
 * A name without everything that a person may overlook: case, accents, spaces, signs, and the alphabet of its letters. Two
 * names with the same result can be mistaken for each other.
 */
export function foldConfusables(name: string): string {
  // before lowercasing, because Η looks like H but its small letter like n; and again after accents were removed
  const letters = plainOf(plainOf(name.normalize('NFKC')).toLowerCase().normalize('NFKD'))
  const rest = letters
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('i', 'l')
  // a name that consists only of signs is unchanged
  return rest === '' ? name.normalize('NFKC') : rest
}
