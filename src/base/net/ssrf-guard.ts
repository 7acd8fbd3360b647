// SSRF guard: resolves the name in a URL or an MX record and refuses private addresses, so that a customer's URL cannot
// reach our network. Operators list exceptions. The caller connects to the addresses that it is given here: a name that
// leads elsewhere when it is looked up once more (DNS rebinding) is not looked up once more. What a URL may look like, and
// which addresses are public, is in text/destination.ts.
import { isAddress, isOwnName, isPublicAddress, plainAddress } from '../text/destination.ts'
import type { Dns } from './dns.ts'

export interface SsrfGuard {
  /** Networks that may be asked although they are not public. */
  allowed: { includes(ip: string): boolean }
  /** Nothing else is asked, public or not. */
  isolated?: boolean
}

export const IS_PRIVATE = 'in a private network or on this machine, which this server does not ask'
const NOT_ALLOWED = 'this server calls only the networks that its operator allows'

export function isAllowed(address: string, { allowed, isolated = false }: SsrfGuard): boolean {
  return allowed.includes(address) || (!isolated && isPublicAddress(address))
}

/** The addresses of a host, all of which may be asked. `trouble`: they are not known, perhaps for now. */
export async function guardedAddresses(
  host: string,
  guard: SsrfGuard & { dns: Pick<Dns, 'addressesOf'> },
  signal: AbortSignal,
): Promise<{ addresses: string[] } | { trouble: string } | { refused: string }> {
  const found = await addressesOf(host, guard.dns, signal)
  if ('trouble' in found) return { trouble: `the name of the host could not be looked up: ${found.trouble}` }
  const { addresses } = found
  if (addresses.length === 0) return { trouble: 'the name of the host leads to no address' }
  // one that is public beside one that is not is how a guard is got round
  if (addresses.every(address => isAllowed(address, guard))) return { addresses }
  return { refused: guard.isolated ? NOT_ALLOWED : `it is ${IS_PRIVATE}` }
}

async function addressesOf(
  host: string,
  dns: Pick<Dns, 'addressesOf'>,
  signal: AbortSignal,
): Promise<{ addresses: string[] } | { trouble: string }> {
  if (isAddress(host)) return { addresses: [plainAddress(host)] }
  if (isOwnName(host)) return { addresses: ['127.0.0.1'] }
  return dns.addressesOf(host, signal)
}
