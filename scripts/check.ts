// `npm run check`: formatting, lint, generated files, breaking changes, types, tests, and third-party tools.
// Independent steps run in parallel. Their output is printed step by step, and the command stops at the first failure.
// With `--fast` it ends after the tests that need no server, and generates only if an input file has changed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { optionsOf } from './options.ts'

const SOURCES = ['src', 'test', 'scripts', 'contract', 'sdk/src', 'sdk/test', 'generated/api.ts', 'generated/scopes.ts']

const GENERATED_ELSEWHERE = [
  'contract/flat.overlay.yaml',
  'docs/coverage.md',
  'docs/decisions/architecture.md',
  'docs/oauth.md',
  'docs/sdks.md',
  'docs/team.md',
  'docs/settings.md',
]
/**
 * The inputs of `generate`. It reads only a part of src, but a finer list is not worth it: generating everything takes
 * 8 s of CPU time.
 */
const GENERATED_FROM = ['spec', 'scripts', 'contract', 'docs', 'src']
/** Stores the hash of all inputs and outputs when the generated files were last verified. */
const SEEN_FRESH = 'node_modules/.cache/lettermill/seen-fresh'

function run(title: string, command: string, args: string[]): void {
  console.log(`\n--- ${title}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) {
    console.error(`${title}: failed`)
    process.exit(1)
  }
}

/**
 * Prints the output of each step when it has ended. As many steps run in parallel as there are cores, the longest
 * first.
 */
async function sideBySide(steps: [title: string, command: string, args: string[]][]): Promise<void> {
  const waiting = [...steps]
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await finished(...step)
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
}

async function finished(title: string, command: string, args: string[]): Promise<void> {
  const began = performance.now()
  const { status, output } = await outcomeOf(command, args)
  console.log(`\n--- ${title} (${((performance.now() - began) / 1000).toFixed(1)} s)\n${output}`)
  if (status === 0) return
  console.error(`${title}: failed`)
  for (const child of running) child.kill()
  process.exit(1)
}

const running = new Set<ReturnType<typeof spawn>>()

async function outcomeOf(command: string, args: string[]): Promise<{ status: number | null; output: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
  running.add(child)
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk))
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.on('error', reject).on('close', resolve)
  const status = await promise
  running.delete(child)
  return { status, output: Buffer.concat(said).toString() }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))

const contentOf = (files: string[]): string =>
  files
    .toSorted()
    .map(file => `${file}\0${readFileSync(file, 'utf8')}`)
    .join('\0')

const generated = (): string => contentOf([...filesIn('generated'), ...GENERATED_ELSEWHERE])

/** Hashes the generated files and all of their inputs. */
const fingerprint = (): string =>
  createHash('sha256')
    .update(contentOf([...GENERATED_FROM.flatMap(filesIn), 'package-lock.json', 'tspconfig.yaml']))
    .update(generated())
    .digest('hex')

function wasFresh(): boolean {
  try {
    return readFileSync(SEEN_FRESH, 'utf8') === fingerprint()
  } catch {
    return false
  }
}

function generateFresh(): void {
  const before = generated()
  run('generate', 'npm', ['run', '-s', 'generate'])
  if (generated() !== before) {
    console.error('generated files were outdated and have been updated: review and commit them')
    process.exit(1)
  }
  mkdirSync(path.dirname(SEEN_FRESH), { recursive: true })
  writeFileSync(SEEN_FRESH, fingerprint())
}

/** Modules of the base layer without side effects. */
const THINKING = ['test/limits/', 'test/secrets/', 'test/text/', 'test/threads/']

const fast = optionsOf(['--fast']).includes('--fast')
// first, because it writes files that all others read
if (!fast || !wasFresh()) generateFresh()
const NO_SERVER = ['run', '--project', '!*postgres', 'test/architecture.test.ts', '/rules', ...THINKING]
await sideBySide([
  ...(fast ? [['tests that need no server', 'vitest', NO_SERVER] satisfies [string, string, string[]]] : []),
  ['lint', 'npm', ['run', '-s', 'lint']],
  ['types', 'npm', ['run', '-s', 'types']],
  ['format', 'oxfmt', ['--check', ...SOURCES]],
  ['format of the contract', 'tsp', ['format', '--check', 'spec/**/*.tsp']],
  ['what breaks clients', 'npm', ['run', '-s', 'contract:diff']],
])
if (fast) process.exit(0)
run('tests', 'npm', ['run', '-s', 'test:all'])
// tools for other languages, if their input has changed since the test in contract/results.json
run('contract', 'npm', ['run', '-s', 'contract', '--', '--changed'])
// tools from npm; one that needs more than the machine has is skipped with a message
run('partners', 'npm', ['run', '-s', 'partners', '--', 'prism', 'dredd', 'specmatic'])
