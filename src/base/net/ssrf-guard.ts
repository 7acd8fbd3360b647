// SSRF guard: resolves the name in a URL or an MX record and refuses private addresses, so that a customer's URL cannot
// reach our network. Operators can list exceptions. The caller connects to the returned addresses and does not look the
// name up again, because it may resolve to another address by then (DNS rebinding). The rules for URLs and public
// addresses are in text/destination.ts.
import { isAddress, isLocalName, isPublicAddress, plainAddress } from '../text/destination.ts'
import type { Dns } from './dns.ts'

export interface SsrfGuard {
  /** Networks that may be called although they are not public. */
  allowed: { includes(ip: string): boolean }
  /** Only the networks in `allowed` may be called, public or not. */
  isolated?: boolean
}

export const IS_PRIVATE = 'in a private network or on this machine, which is not allowed'
const NOT_ALLOWED = 'this server calls only networks that its operator allows'

export function isAllowed(address: string, { allowed, isolated = false }: SsrfGuard): boolean {
  return allowed.includes(address) || (!isolated && isPublicAddress(address))
}

/** The addresses of a host, if all may be called. `trouble`: they are unknown, possibly only temporarily. */
export async function guardedAddresses(
  host: string,
  guard: SsrfGuard & { dns: Pick<Dns, 'addressesOf'> },
  signal: AbortSignal,
): Promise<{ addresses: string[] } | { trouble: string } | { refused: string }> {
  const found = await addressesOf(host, guard.dns, signal)
  if ('trouble' in found) return { trouble: `the DNS lookup of the host failed: ${found.trouble}` }
  const { addresses } = found
  if (addresses.length === 0) return { trouble: 'the host has no IP address' }
  // an attacker could list a private address together with a public one, so all must be allowed
  if (addresses.every(address => isAllowed(address, guard))) return { addresses }
  return { refused: guard.isolated ? NOT_ALLOWED : `it is ${IS_PRIVATE}` }
}

async function addressesOf(
  host: string,
  dns: Pick<Dns, 'addressesOf'>,
  signal: AbortSignal,
): Promise<{ addresses: string[] } | { trouble: string }> {
  if (isAddress(host)) return { addresses: [plainAddress(host)] }
  if (isLocalName(host)) return { addresses: ['127.0.0.1'] }
  return dns.addressesOf(host, signal)
}
