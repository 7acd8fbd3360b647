// Describes, for the operator's terminal, which access to an account a command removed, and which access besides the
// password remains.
import type { AccessKind, AccountAccess } from '../../identity/login/account-access/actions.ts'

const NOUNS: Record<AccessKind, string> = {
  passkeys: 'Passkeys',
  provider_links: 'OpenID provider links',
  api_keys: 'API keys created by this user',
}

/** The email address and the flags of a command. Throws with `usage` unless there is exactly one address. */
export function emailAndFlags(options: string[], usage: string): { email: string; flags: string[] } {
  const flags = options.filter(option => option.startsWith('-'))
  const [given, ...others] = options.filter(option => !option.startsWith('-'))
  if (given === undefined || others.length > 0) throw new Error(usage)
  return { email: given.trim().toLowerCase(), flags }
}

/** A line for each kind of access that the account had: removed, or still valid. Empty if it had none. */
export function accessLines(access: AccountAccess, removed: readonly AccessKind[]): string {
  const names: Record<AccessKind, string[]> = {
    passkeys: access.passkeys.map(({ name }) => name),
    provider_links: access.provider_links.map(({ issuer }) => issuer),
    api_keys: access.api_keys.map(({ name }) => name),
  }
  return (Object.keys(NOUNS) as AccessKind[])
    .filter(kind => names[kind].length > 0)
    .map(kind => `\n${NOUNS[kind]} ${removed.includes(kind) ? 'removed' : 'still valid'}: ${names[kind].join(', ')}.`)
    .join('')
}
