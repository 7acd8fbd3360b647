// Rotation among teams: the next job is of the waiting team that has waited longest since its last one.
import { teamName } from './aside.ts'

/** Of so many teams it is remembered when they had their last job. */
const KNOWN_MAX = 10_000

export class TeamRotation {
  /** In the order in which they had their last jobs. */
  readonly #served = new Map<string, number>()
  #count = 0

  served(team_id: string): void {
    if (this.#served.size >= KNOWN_MAX) this.#served.clear()
    this.#served.set(teamName(team_id), ++this.#count)
  }

  /** Those of teams that had none first, as they come. */
  inOrder(names: readonly string[]): string[] {
    const at = (name: string): number => this.#served.get(name) ?? 0
    return [...new Set(names)].toSorted((one, other) => at(one) - at(other))
  }
}
