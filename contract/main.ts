// `npm run contract [-- --all] [-- <tool> …]`: tries the tools of others on the contract and prints what came of it.
// It ends with 1 when anything is not as it must be.
import { CALLS } from './calls.ts'
import { foreignTools } from './foreign.ts'
import { install } from './install.ts'
import { missing } from './run.ts'
import { type Linter, type Tool, linters, npmTools } from './tools.ts'
import { type Outcome, tryLinter, tryTool } from './trial.ts'

const yes = (value: boolean | undefined): string => (value === undefined ? '-' : value ? 'yes' : 'NO')

function rowOf({ id, version, fault, compiles, calls, seconds }: Outcome): string[] {
  const called = CALLS.map(call => yes(calls?.[call]))
  return [id, version, fault === undefined ? 'good' : 'FAULT', yes(compiles), ...called, `${seconds.toFixed(1)} s`]
}

function print(rows: string[][]): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
}

/** What was asked for by name; without names all that npm brings, and with `--all` the others, too. */
function chosen(words: string[]): { linters: Linter[]; tools: Tool[] } {
  const names = words.filter(word => word !== '--all')
  const known = [...linters, ...npmTools, ...foreignTools].map(({ id }) => id)
  const unknown = names.filter(name => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(`${unknown.join(', ')}: there are ${known.join(', ')}; --all tries all of them.`)
  const wanted = ({ id }: { id: string }): boolean => names.length === 0 || names.includes(id)
  const others = names.length > 0 || words.includes('--all') ? foreignTools : []
  return { linters: linters.filter(wanted), tools: [...npmTools, ...others].filter(wanted) }
}

try {
  const asked = chosen(process.argv.slice(2))
  install('.')
  const outcomes: Outcome[] = []
  const skipped: string[] = []
  for (const linter of asked.linters) outcomes.push(await tryLinter(linter))
  for (const tool of asked.tools) {
    const absent = missing(tool.needs)
    if (absent.length > 0) skipped.push(`SKIPPED ${tool.id}: this machine has no ${absent.join(', no ')}`)
    else outcomes.push(await tryTool(tool))
  }
  for (const { id, fault } of outcomes) if (fault !== undefined) console.error(`\n--- ${id}\n${fault.slice(0, 8000)}`)
  print([['tool', 'version', 'result', 'compiles', ...CALLS, 'took'], ...outcomes.map(rowOf)])
  if (skipped.length > 0) console.log(skipped.join('\n'))
  if (outcomes.some(({ fault }) => fault !== undefined)) process.exit(1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
