// Finds duplicate names in objects of a JSON text. A parser silently keeps one of the values, and another part of a
// system may keep the other one (RFC 8259 4).

/** A name that occurs twice in an object of this valid JSON, if any. */
export function findRepeatedName(json: string): string | undefined {
  /** The names of each open object; `undefined` for a list. */
  const open: (Set<string> | undefined)[] = []
  let nameComes = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '"') {
      const end = endOfText(json, at + 1)
      if (nameComes) {
        // decoded first: `"a"` and `"\u0061"` are the same name
        const name: string = JSON.parse(json.slice(at, end + 1))
        if (open.at(-1)!.has(name)) return name
        open.at(-1)!.add(name)
        nameComes = false
      }
      at = end
    } else if (character === '{') {
      open.push(new Set())
      nameComes = true
    } else if (character === '[') open.push(undefined)
    else if (character === '}' || character === ']') {
      open.pop()
      nameComes = false
    } else if (character === ',') nameComes = open.at(-1) !== undefined
  }
  return undefined
}

function endOfText(json: string, start: number): number {
  let at = start
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
