// Installs the tools of others: a package of their own, so that the project's `npm ci` stays light.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const SEEN = here('node_modules/.lock-seen')

const lock = (): string => readFileSync(here('package-lock.json'), 'utf8')

/** As the lock file says, and not as an earlier one said. */
export function toolsAreInstalled(): boolean {
  return existsSync(SEEN) && readFileSync(SEEN, 'utf8') === lock()
}

export function installTools(): void {
  if (toolsAreInstalled()) return
  console.log('installing the tools (npm ci --prefix contract)')
  const { status } = spawnSync('npm', ['ci', '--prefix', here('.')], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The tools could not be installed: npm ci --prefix contract says why.')
  writeFileSync(SEEN, lock())
}
