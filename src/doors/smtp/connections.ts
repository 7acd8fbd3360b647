// Who is connected: so many from one network before they have logged in, so many of one team after it.
import { networkOf } from '../../base/net/caller-ip.ts'

interface Connected {
  id: string
  remoteAddress: string
}

export class Connections {
  readonly #of_one_max: number
  readonly #counts = new Map<string, number>()
  /** Under what each of them counts. */
  readonly #keys = new Map<string, string>()

  constructor(of_one_max: number) {
    this.#of_one_max = of_one_max
  }

  /** Whether one more may come from there; it counts until it has gone. */
  add({ id, remoteAddress }: Connected): boolean {
    return this.#count(id, `network ${networkOf(remoteAddress)}`)
  }

  /** Whether this team may have one more. It counts for the team then, and no longer for where it came from. */
  logIn({ id }: Connected, team_id: string): boolean {
    return this.#count(id, `team ${team_id}`)
  }

  /** Whose share of what is in hand a connection takes. */
  ownerOf({ id }: Connected): string | undefined {
    return this.#keys.get(id)
  }

  remove({ id }: Connected): void {
    const key = this.#keys.get(id)
    if (key === undefined) return
    this.#keys.delete(id)
    const count = this.#counts.get(key)! - 1
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }

  #count(id: string, key: string): boolean {
    const count = (this.#counts.get(key) ?? 0) + 1
    if (count > this.#of_one_max) return false
    this.remove({ id, remoteAddress: '' })
    this.#counts.set(key, count)
    this.#keys.set(id, key)
    return true
  }
}
