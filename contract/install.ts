// Installs third-party tools as separate packages in this folder and below, so that `npm ci` of the project stays
// small.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const HERE = fileURLToPath(new URL('.', import.meta.url))

/** `.` or the name of a folder with a package of its own. */
type Place = '.' | 'partners'

const seenIn = (place: Place): string => path.join(HERE, place, 'node_modules/.lock-seen')
const lockOf = (place: Place): string => readFileSync(path.join(HERE, place, 'package-lock.json'), 'utf8')

/** Installs exactly the versions of the current lock file. */
export function isInstalled(place: Place): boolean {
  const seen = seenIn(place)
  return existsSync(seen) && readFileSync(seen, 'utf8') === lockOf(place)
}

export function install(place: Place): void {
  if (isInstalled(place)) return
  const folder = path.join(HERE, place)
  const command = `npm ci --prefix ${path.join('contract', place)}`
  console.log(`installing third-party tools (${command})`)
  const { status } = spawnSync('npm', ['ci', '--prefix', folder], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`Installing the tools failed. Run ${command} for the reason.`)
  writeFileSync(seenIn(place), lockOf(place))
}
