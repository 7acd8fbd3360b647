// Command-line options of this project: unknown options end a command with a message before it does anything.

/** The given options; exits the process if one of them is unknown. */
export function optionsOf(known: readonly string[]): string[] {
  const given = process.argv.slice(2)
  const unknown = given.find(option => !known.includes(option))
  if (unknown === undefined) return given
  const allowed = known.length > 0 ? `Allowed: ${known.join(', ')}.` : 'This command has no options.'
  console.error(`Unknown option: ${unknown}. ${allowed}`)
  return process.exit(1)
}
