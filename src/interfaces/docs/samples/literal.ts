// Formats JSON as a handwritten literal of JavaScript or Python.

export interface LiteralStyle {
  tab: string
  /** Between a brace and the fields of an object on one line. */
  space: string
  key: (name: string) => string
  text: (value: string) => string
  /** A number, a boolean or `null`. */
  atom: (value: unknown) => string
}

const LINE_LENGTH_MAX = 80

export const JAVASCRIPT: LiteralStyle = {
  tab: '  ',
  space: ' ',
  key: name => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : singleQuoted(name)),
  text: singleQuoted,
  atom: value => JSON.stringify(value),
}

const CONSTANTS = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
])

/** A string of JSON is also one of Python. */
export const PYTHON: LiteralStyle = {
  tab: '    ',
  space: '',
  key: name => JSON.stringify(name),
  text: value => JSON.stringify(value),
  atom: value => CONSTANTS.get(value) ?? JSON.stringify(value),
}

/** `indent`: of the line on which the value begins. */
export function literal(value: unknown, indent: string, style = JAVASCRIPT): string {
  if (typeof value === 'string') return style.text(value)
  if (typeof value !== 'object' || value === null) return style.atom(value)
  const inner = indent + style.tab
  const parts = Array.isArray(value)
    ? value.map(each => literal(each, inner, style))
    : Object.entries(value).map(([key, each]) => `${style.key(key)}: ${literal(each, inner, style)}`)
  const [open, close, space] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', style.space]
  if (parts.length === 0) return open + close
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (indent.length + line.length <= LINE_LENGTH_MAX && !line.includes('\n')) return line
  return `${open}\n${parts.map(part => `${inner}${part},\n`).join('')}${indent}${close}`
}

function singleQuoted(value: string): string {
  const inner = JSON.stringify(value)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
  return `'${inner.replaceAll("'", String.raw`\'`)}'`
}
