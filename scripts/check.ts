// `npm run check`: format, lint, generated files fresh, nothing that breaks clients unannounced, types, the tests, then the
// tools of others. Steps that do not read what another one writes run side by side; what they say is shown step by step, and
// it stops at the first that fails. With `--fast` it ends after the tests that need no server, and generates only when a file
// that is read for it has changed.
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
/** What `generate` reads. Of src it is a part, which is not worth telling apart: all of generating takes 8 s of a core. */
const GENERATED_FROM = ['spec', 'scripts', 'contract', 'docs', 'src']
/** What all of that came to when generated files were last seen to be fresh. */
const SEEN_FRESH = 'node_modules/.cache/lettermill/seen-fresh'

function run(title: string, command: string, args: string[]): void {
  console.log(`\n--- ${title}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) {
    console.error(`${title}: failed`)
    process.exit(1)
  }
}

/** Each as its output says once it has ended, as many at a time as there are cores: the longest first. */
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

/** Says what generated files and all that they are made of come to. */
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
    console.error(
      'generated/ or a file in docs/ or contract/ was not what its sources make; it is now: look at it and commit it',
    )
    process.exit(1)
  }
  mkdirSync(path.dirname(SEEN_FRESH), { recursive: true })
  writeFileSync(SEEN_FRESH, fingerprint())
}

/** Rooms of the cellar that only think. */
const THINKING = ['test/limits/', 'test/secrets/', 'test/text/', 'test/threads/']

const fast = optionsOf(['--fast']).includes('--fast')
// first, as it writes what all others read
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
// those for other languages when what they read has changed since they were tried, as contract/results.json has it
run('contract', 'npm', ['run', '-s', 'contract', '--', '--changed'])
// those that npm brings; one that needs more than the machine has is skipped aloud
run('partners', 'npm', ['run', '-s', 'partners', '--', 'prism', 'dredd', 'specmatic'])
