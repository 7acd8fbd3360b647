// `npm run check`: format, lint, generated files fresh, nothing that breaks clients unannounced, types, the tests, then the
// tools of others. Stops at the first that fails. With `--fast` it ends after the tests that need no server.
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { optionsOf } from './options.ts'

const SOURCES = ['src', 'test', 'scripts', 'contract', 'sdk/src', 'sdk/test', 'generated/api.ts', 'generated/scopes.ts']

function run(title: string, command: string, args: string[]): void {
  console.log(`\n--- ${title}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) {
    console.error(`${title}: failed`)
    process.exit(1)
  }
}

const generated = (): string =>
  [
    ...readdirSync('generated', { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name)),
    'docs/coverage.md',
    'docs/sdks.md',
    'docs/team.md',
    'docs/settings.md',
  ]
    .toSorted()
    .map(file => `${file}\0${readFileSync(file, 'utf8')}`)
    .join('\0')

/** Rooms of the cellar that only think. */
const THINKING = ['test/limits/', 'test/secrets/', 'test/text/', 'test/threads/']

const fast = optionsOf(['--fast']).includes('--fast')
run('format', 'oxfmt', ['--check', ...SOURCES])
run('format of the contract', 'tsp', ['format', '--check', 'spec/**/*.tsp'])
run('lint', 'npm', ['run', '-s', 'lint'])
const before = generated()
run('generate', 'npm', ['run', '-s', 'generate'])
if (generated() !== before) {
  console.error(
    'generated/, docs/coverage.md, docs/sdks.md, docs/team.md and docs/settings.md were not what their sources make; they are now: look at them and commit them',
  )
  process.exit(1)
}
run('what breaks clients', 'npm', ['run', '-s', 'contract:diff'])
run('types', 'npm', ['run', '-s', 'types'])
if (fast) {
  run('tests that need no server', 'vitest', ['run', 'test/architecture.test.ts', '/rules', ...THINKING])
  process.exit(0)
}
run('tests', 'npm', ['run', '-s', 'test:all'])
// those for other languages when what they read has changed since they were tried, as contract/results.json has it
run('contract', 'npm', ['run', '-s', 'contract', '--', '--changed'])
// those that npm brings; one that needs more than the machine has is skipped aloud
run('partners', 'npm', ['run', '-s', 'partners', '--', 'prism', 'dredd', 'specmatic'])
