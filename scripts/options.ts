// What stands behind a command of this project: what it does not know ends it in words, before anything is done.

/** The given words; ends the process when one of them is not known. */
export function optionsOf(known: readonly string[]): string[] {
  const given = process.argv.slice(2)
  const unknown = given.find(option => !known.includes(option))
  if (unknown === undefined) return given
  const there = known.length > 0 ? `only ${known.join(', ')}` : 'none'
  console.error(`${unknown} is not an option here; there is ${there}.`)
  return process.exit(1)
}
