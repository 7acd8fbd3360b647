// `npm run contract [-- --all | --changed] [-- <tool> …]`: tests third-party tools with the contract, prints the
// results and writes them to docs/sdks.md. Exits with 1 if a result is not as expected.
import { writeFileSync } from 'node:fs'
import { CALLS } from './calls.ts'
import { foreignTools } from './foreign.ts'
import { install } from './install.ts'
import { sdksPage } from './page.ts'
import { isDue, noteResult, readResults, triedWith } from './results.ts'
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

const OPTIONS = new Set(['--all', '--changed'])

/**
 * The named tools; by default all tools from npm. `--all` includes the others, `--changed` those of the others whose
 * input has changed since their last test.
 */
function chosen(words: string[]): { linters: Linter[]; tools: Tool[] } {
  const names = words.filter(word => !OPTIONS.has(word))
  const known = [...linters, ...npmTools, ...foreignTools].map(({ id }) => id)
  const unknown = names.filter(name => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `Unknown tool: ${unknown.join(', ')}. Allowed: ${known.join(', ')}, --all (all tools) or --changed (tools with changed inputs).`,
    )
  const wanted = ({ id }: { id: string }): boolean => names.length === 0 || names.includes(id)
  const results = readResults()
  const is_all = names.length > 0 || words.includes('--all')
  const others = foreignTools.filter(tool => is_all || (words.includes('--changed') && isDue(tool, results)))
  return { linters: linters.filter(wanted), tools: [...npmTools, ...others].filter(wanted) }
}

try {
  const asked = chosen(process.argv.slice(2))
  install('.')
  const outcomes: Outcome[] = []
  const skipped: string[] = []
  let isNew = false
  const tryOne = async <T extends Linter | Tool>(tool: T, attempt: (tool: T) => Promise<Outcome>): Promise<void> => {
    // before reading it, because another process may rewrite it
    const read = triedWith(tool)
    const outcome = await attempt(tool)
    outcomes.push(outcome)
    if (noteResult(tool, outcome, read)) isNew = true
  }
  for (const linter of asked.linters) await tryOne(linter, tryLinter)
  for (const tool of asked.tools) {
    const absent = missing(tool.needs)
    if (absent.length > 0) skipped.push(`SKIPPED ${tool.id}: missing ${absent.join(', ')}`)
    else await tryOne(tool, tryTool)
  }
  for (const { id, fault } of outcomes) if (fault !== undefined) console.error(`\n--- ${id}\n${fault.slice(0, 8000)}`)
  print([['tool', 'version', 'result', 'compiles', ...CALLS, 'took'], ...outcomes.map(rowOf)])
  if (skipped.length > 0) console.log(skipped.join('\n'))
  if (isNew) console.log('contract/results.json and docs/sdks.md were updated: commit them')
  writeFileSync(new URL('../docs/sdks.md', import.meta.url), sdksPage())
  if (outcomes.some(({ fault }) => fault !== undefined)) process.exit(1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
