// Rotation among teams: the next job belongs to the waiting team whose last job was longest ago.
import { teamShareName } from './waiting-names.ts'

/** Maximum number of teams whose last job is remembered. */
const KNOWN_MAX = 10_000

export class TeamRotation {
  /** By name, a number that increases with each job. */
  readonly #served = new Map<string, number>()
  #count = 0

  served(team_id: string): void {
    if (this.#served.size >= KNOWN_MAX) this.#served.clear()
    this.#served.set(teamShareName(team_id), ++this.#count)
  }

  /** Teams without a remembered job come first, in the order given. */
  inOrder(names: readonly string[]): string[] {
    const at = (name: string): number => this.#served.get(name) ?? 0
    return [...new Set(names)].toSorted((one, other) => at(one) - at(other))
  }
}
