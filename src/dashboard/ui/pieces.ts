// What a scope lets a client do, in words for a person.
import type { Scope } from '../../operation.ts'

export const SCOPE_WORDS: Record<Scope, { title: string; detail: string }> = {
  full_access: {
    title: 'Full access',
    detail:
      'Everything an API key of the team can do: send, read and change emails, automations, templates, contacts and API keys.',
  },
  'emails:send': {
    title: 'Send emails',
    detail: 'Send emails in the name of the team. Nothing can be read or changed.',
  },
}

/** Full access contains the rest. */
export function shownScopes(scopes: readonly Scope[]): readonly Scope[] {
  return scopes.includes('full_access') ? ['full_access'] : scopes
}
