// The result of testing each tool, and its input: stored in results.json. docs/sdks.md is generated only from that, so
// the page claims no more than a run has shown.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Linter, Tool } from './tools.ts'
import type { Outcome } from './trial.ts'

export interface Tried {
  version: string
  command: string
  /** The first digits of the SHA-256 of openapi.json. */
  contract: string
  /** The same digits for our files that the tool was tested with. */
  files: string
  on: string
  /** The reason for a failure in a few words; `null` if it passed. */
  fault: string | null
}

export type Results = Record<string, Tried>

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export function readResults(): Results {
  return JSON.parse(readFileSync(here('results.json'), 'utf8'))
}

/** The result of the tool, unless it is of another version or command. */
export function resultOf({ id, version, command }: Linter | Tool, results: Results): Tried | undefined {
  const tried = results[id]
  return tried?.version === version && tried.command === command ? tried : undefined
}

/** Whether the tool must be tested again: its input has changed, or it failed. */
export function isDue(tool: Linter | Tool, results: Results): boolean {
  const tried = resultOf(tool, results)
  const now = triedWith(tool)
  return !tried || tried.fault !== null || tried.contract !== now.contract || tried.files !== now.files
}

/** Stores the result and the input of a tool, unless both are unchanged. Returns whether they were stored. */
export function noteResult(tool: Linter | Tool, outcome: Outcome, read: ReturnType<typeof triedWith>): boolean {
  const before = readResults()
  const { version, command } = tool
  const on = new Date().toISOString().slice(0, 10)
  const tried: Tried = { version, command, ...read, on, fault: faultOf(tool, outcome) }
  const known = before[tool.id]
  if (known && JSON.stringify({ ...known, on }) === JSON.stringify(tried)) return false
  const after = Object.entries({ ...before, [tool.id]: tried }).toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(here('results.json'), `${JSON.stringify(Object.fromEntries(after), null, 2)}\n`)
  return true
}

function faultOf(tool: Linter | Tool, { fault, compiles, calls }: Outcome): string | null {
  if (fault === undefined) return null
  if (!('run' in tool)) return 'reports problems'
  if (calls) {
    const wrong = Object.entries(calls).filter(([, is_right]) => !is_right)
    return `compiles, but wrong: ${wrong.map(([call]) => call).join(', ')}`
  }
  return compiles === undefined ? 'writes no client' : compiles ? 'compiles, and its calls fail' : 'does not compile'
}

/** The current input of the tool. */
export function triedWith(tool: Linter | Tool): Pick<Tried, 'contract' | 'files'> {
  const folder = (name: string): string[] =>
    readdirSync(here(name), { recursive: true, encoding: 'utf8' })
      .map(file => `${name}/${file}`)
      .filter(file => statSync(here(file)).isFile())
  const files = 'files' in tool ? tool.files : folder(tool.id)
  return { contract: digestOf(['../generated/openapi.json']), files: digestOf(files.toSorted()) }
}

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(here(file)))
  return hash.digest('hex').slice(0, 12)
}
