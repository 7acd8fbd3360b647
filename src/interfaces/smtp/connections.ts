// Counts open connections and limits them: by address and network until the login, by team after it. Without these
// limits one host could use all connections of the server.
import { networkAround, networkOf } from '../../base/net/client-ip.ts'

interface SmtpConnection {
  id: string
  remoteAddress: string
}

export interface ConnectionBounds {
  /** In total. */
  connections_max: number
  /** From one address (for IPv6 from one /64) or, after the login, of one team. */
  connections_of_one_max: number
  /** From one network: an IPv4 /24 or an IPv6 /56. Absent: networks have no limit. */
  connections_of_network_max?: number
}

export class Connections {
  readonly #bounds: ConnectionBounds
  readonly #counts = new Map<string, number>()
  /** By connection id, the keys under which the connection counts. */
  readonly #keys = new Map<string, readonly string[]>()

  constructor(bounds: ConnectionBounds) {
    this.#bounds = bounds
  }

  /** Whether networks have a limit. If so, a silent connection is closed when a new one finds no room. */
  get areOfNetworks(): boolean {
    return this.#bounds.connections_of_network_max !== undefined
  }

  /** Whether the server as a whole has no room for another connection. */
  get isFull(): boolean {
    return this.#keys.size >= this.#bounds.connections_max
  }

  /** Counts a connection until it is removed; `false`: a limit is reached, and it does not count. */
  add({ id, remoteAddress }: SmtpConnection): boolean {
    const { connections_of_one_max, connections_of_network_max } = this.#bounds
    const [address, network] = [`address ${networkOf(remoteAddress)}`, `network ${networkAround(remoteAddress)}`]
    if (this.isFull || this.#countOf(address) >= connections_of_one_max) return false
    if (connections_of_network_max === undefined) return this.#count(id, [address])
    return this.#countOf(network) < connections_of_network_max && this.#count(id, [network, address])
  }

  /** From now on the connection counts for the team and not for its address; `false`: the team has no room for it. */
  logIn({ id }: SmtpConnection, team_id: string): boolean {
    const key = `team ${team_id}`
    return this.#countOf(key) < this.#bounds.connections_of_one_max && this.#count(id, [key])
  }

  /** The key of the memory share used by messages of this connection: a network, an address or a team. */
  ownerOf({ id }: SmtpConnection): string | undefined {
    return this.#keys.get(id)?.[0]
  }

  remove({ id }: SmtpConnection): void {
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
