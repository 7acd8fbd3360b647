// Decodes the escapes of ASCII characters in URLs, HTML, JSON and JavaScript, to compare a text regardless of its spelling.

const ESCAPED =
  /%([2-7][\dA-F])|\\(?:u00|x)([2-7][\dA-F])|&#x0{0,9}([2-7][\dA-F]);?|&#0{0,9}(\d{2,3});?|&([a-z]{3,8});|\\([\\/])/gi
const NAMES: Readonly<Record<string, string>> = {
  amp: '&',
  colon: ':',
  commat: '@',
  dash: '-',
  equals: '=',
  hyphen: '-',
  lowbar: '_',
  num: '#',
  percnt: '%',
  period: '.',
  quest: '?',
  semi: ';',
  sol: '/',
}
/** Escapes of escapes: a URL in a parameter of a URL in HTML in JSON has fewer levels. */
const LEVELS_MAX = 6

/** The text with all escapes decoded, also those of escapes; `undefined`: it has too many levels of them. */
export function fullyDecoded(text: string): string | undefined {
  let decoded = text
  for (let level = 0; level <= LEVELS_MAX; level++) {
    const next = decoded.replaceAll(ESCAPED, character)
    if (next === decoded) return decoded
    decoded = next
  }
  return undefined
}

type Part = string | undefined

function character(escape: string, percent: Part, js: Part, hex: Part, decimal: Part, name: Part, plain: Part): string {
  const code = percent ?? js ?? hex
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
  if (decimal !== undefined) return Number(decimal) < 0x80 ? String.fromCharCode(Number(decimal)) : escape
  return name === undefined ? plain! : (NAMES[name.toLowerCase()] ?? escape)
}
