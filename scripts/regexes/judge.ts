// Finds regular expressions that can take exponential, quadratic or higher polynomial time.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Diagnostics } from 'recheck'
import type { Bounded } from './bounded.ts'
import type { Collected, Regex } from './collect.ts'

/** Steps are counted instead of time, so that the result is the same on a busy machine. */
const LIMITS = {
  timeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  recallTimeout: -1,
  attackLimit: 100_000_000,
  maxAttackStringSize: 100_000,
  maxIteration: 3,
}
const AT_ONCE = 4
/** Checking all of them takes some seconds, so each expression is checked once. */
const KNOWN_SAFE = 'node_modules/.cache/lettermill/safe-regexes.json'

/** The problems of the expressions, with a paragraph each. */
export async function regexFaults(
  { regexes, unknown }: Collected,
  bounded: readonly Bounded[],
  known_file = KNOWN_SAFE,
): Promise<string[]> {
  const known = readKnown(known_file)
  const safe = new Set<string>()
  const faults = new Map<Regex, string>()
  // documents share most of their patterns
  const waiting = [...new Map(regexes.map(regex => [nameOf(regex), regex])).values()]
  const work = async (): Promise<void> => {
    for (let regex = waiting.shift(); regex; regex = waiting.shift()) {
      const name = nameOf(regex)
      const fault = known.has(name) ? undefined : await faultOf(regex)
      if (fault === undefined) safe.add(name)
      else faults.set(regex, fault)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  writeKnown(known_file, safe)
  const isBounded = (regex: Regex): boolean => bounded.some(each => isSame(regex, each))
  const unneeded = bounded.filter(each => ![...faults.keys()].some(regex => isSame(regex, each)))
  return [
    ...unknown.map(
      ({ file, line, code }) =>
        `${file}:${line}: ${code}\n  Write it as a literal, or compose it of constants in this file.`,
    ),
    ...[...faults].flatMap(([regex, fault]) => (isBounded(regex) ? [] : [fault])),
    ...unneeded.map(
      ({ file, source }) => `scripts/regexes/bounded.ts lists /${source}/ of ${file}, which is not needed.`,
    ),
  ]
}

const isSame = (regex: Regex, { file, source }: Bounded): boolean => regex.file === file && regex.source === source

async function faultOf({ file, line, source, flags }: Regex): Promise<string | undefined> {
  const { check } = await import('recheck')
  const found = await check(source, flags, LIMITS)
  if (found.status === 'safe') return undefined
  return `${file}:${line}: /${source}/${flags}\n  ${wordsOf(found)}`
}

function wordsOf(found: Exclude<Diagnostics, { status: 'safe' }>): string {
  if (found.status === 'unknown') return `Analysis failed: ${found.error.kind}`
  return `Its running time is ${found.complexity.summary} in the length of the input, for example for ${found.attack.pattern}`
}

function nameOf({ source, flags }: Regex): string {
  return createHash('sha256')
    .update(JSON.stringify([source, flags, LIMITS]))
    .digest('base64url')
    .slice(0, 22)
}

function readKnown(file: string): Set<string> {
  try {
    return new Set(JSON.parse(readFileSync(file, 'utf8')) as string[])
  } catch {
    return new Set()
  }
}

function writeKnown(file: string, safe: ReadonlySet<string>): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify([...safe].toSorted()))
}
