// The migrations: files in the folder migrations/, in the order of their numbers. A step for one database does nothing on the
// other. Each is loaded only when it is applied.
import { readdirSync } from 'node:fs'
import type { Knex } from 'knex'

interface Step {
  up: (knex: Knex) => Promise<void>
}

const FOLDER = new URL('./migrations/', import.meta.url)

/** The names of all steps, oldest first. */
export const STEP_NAMES: readonly string[] = readdirSync(FOLDER)
  .filter(file => /^\d{4}_\w+\.ts$/.test(file))
  .map(file => file.slice(0, -'.ts'.length))
  .toSorted()

export async function loadStep(name: string): Promise<Step> {
  return (await import(new URL(`${name}.ts`, FOLDER).href)) as Step
}
