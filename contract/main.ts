// `npm run contract [-- --all] [-- <tool> …]`: tries the tools of others on the contract and prints what came of it.
// It ends with 1 when anything is not as it must be.
import { CALLS } from './calls.ts'
import { installTools } from './install.ts'
import { linters, npmTools } from './tools.ts'
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

try {
  const asked = process.argv.slice(2).filter(word => !word.startsWith('--'))
  const known = [...linters, ...npmTools].map(({ id }) => id)
  const unknown = asked.filter(id => !known.includes(id))
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: there are ${known.join(', ')}.`)
  installTools()
  const wanted = ({ id }: { id: string }): boolean => asked.length === 0 || asked.includes(id)
  const outcomes: Outcome[] = []
  for (const linter of linters.filter(wanted)) outcomes.push(await tryLinter(linter))
  for (const tool of npmTools.filter(wanted)) outcomes.push(await tryTool(tool))
  for (const { id, fault } of outcomes) if (fault !== undefined) console.error(`\n--- ${id}\n${fault.slice(0, 8000)}`)
  print([['tool', 'version', 'result', 'compiles', ...CALLS, 'took'], ...outcomes.map(rowOf)])
  if (outcomes.some(({ fault }) => fault !== undefined)) process.exit(1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
