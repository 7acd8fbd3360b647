// The migrations: files in the folder migrations/, in the order of their numbers. The first one creates all tables of its
// time. A step for one database does nothing on the other. Each is loaded only when it is applied.
import { readdirSync } from 'node:fs'
import type { Knex } from 'knex'

interface Step {
  up: (knex: Knex) => Promise<void>
}

const FOLDER = new URL('./migrations/', import.meta.url)

/** The names of all steps, oldest first. */
export const MIGRATION_NAMES: readonly string[] = readdirSync(FOLDER)
  .filter(file => /^\d{4}_\w+\.ts$/.test(file))
  .map(file => file.slice(0, -'.ts'.length))
  .toSorted()

/** The first step of earlier versions: they created in several steps what now is the first step. */
const FIRST_EVER = '0001_teams'

/** The steps that a database with these ones lacks. */
export const missingSteps = (done: readonly string[]): string[] => MIGRATION_NAMES.filter(name => !done.includes(name))

/** The steps of a newer version. */
export const unknownSteps = (done: readonly string[]): string[] =>
  done.filter(name => name > MIGRATION_NAMES[0]! && !MIGRATION_NAMES.includes(name))

/** Throws if a database with these steps is older than the first step of this version. `which` names the database. */
export function refuseTooOld(done: readonly string[], which: string): void {
  if (!done.includes(FIRST_EVER) || done.includes(MIGRATION_NAMES[0]!)) return
  throw new Error(
    `${which} is too old for this version of Lettermill: its last migration is ${done.toSorted().at(-1)}. First start ` +
      `the version whose last migration is ${MIGRATION_NAMES[0]}, then start this version.`,
  )
}

export async function loadMigration(name: string): Promise<Step> {
  return (await import(new URL(`${name}.ts`, FOLDER).href)) as Step
}
