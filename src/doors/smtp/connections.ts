// Who is connected: so many from one address and from one network before they have logged in, so many of one team after it.
import { networkAround, networkOf } from '../../base/net/caller-ip.ts'

interface Connected {
  id: string
  remoteAddress: string
}

export interface ConnectionBounds {
  /** In all. */
  connections_max: number
  /** From one address (of IPv6, a /64), or of one team. */
  connections_of_one_max: number
  /** From one network (a /24, of IPv6 a /56), if that is bounded, too. */
  connections_of_network_max?: number
}

export class Connections {
  readonly #bounds: ConnectionBounds
  readonly #counts = new Map<string, number>()
  /** Under what each of them counts. */
  readonly #keys = new Map<string, readonly string[]>()

  constructor(bounds: ConnectionBounds) {
    this.#bounds = bounds
  }

  /** Whether those of one network are bounded together: then those of them that are silent make room for others. */
  get areOfNetworks(): boolean {
    return this.#bounds.connections_of_network_max !== undefined
  }

  /** Whether none is taken from anywhere. */
  get isFull(): boolean {
    return this.#keys.size >= this.#bounds.connections_max
  }

  /** Whether one more may come from there; it counts until it has gone. */
  add({ id, remoteAddress }: Connected): boolean {
    const { connections_of_one_max, connections_of_network_max } = this.#bounds
    const [address, network] = [`address ${networkOf(remoteAddress)}`, `network ${networkAround(remoteAddress)}`]
    if (this.isFull || this.#countOf(address) >= connections_of_one_max) return false
    if (connections_of_network_max === undefined) return this.#count(id, [address])
    return this.#countOf(network) < connections_of_network_max && this.#count(id, [network, address])
  }

  /** Whether this team may have one more. It counts for the team then, and no longer for where it came from. */
  logIn({ id }: Connected, team_id: string): boolean {
    const key = `team ${team_id}`
    return this.#countOf(key) < this.#bounds.connections_of_one_max && this.#count(id, [key])
  }

  /** Whose share of what is in hand a connection takes. */
  ownerOf({ id }: Connected): string | undefined {
    return this.#keys.get(id)?.[0]
  }

  remove({ id }: Connected): void {
    for (const key of this.#keys.get(id) ?? []) {
      const count = this.#countOf(key) - 1
      if (count > 0) this.#counts.set(key, count)
      else this.#counts.delete(key)
    }
    this.#keys.delete(id)
  }

  #countOf(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  #count(id: string, keys: readonly string[]): true {
    this.remove({ id, remoteAddress: '' })
    for (const key of keys) this.#counts.set(key, this.#countOf(key) + 1)
    this.#keys.set(id, keys)
    return true
  }
}
