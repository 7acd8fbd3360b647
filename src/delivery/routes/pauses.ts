// What can be paused: all mail, mail to a domain, from a domain, or by a relay.
import type { InSchemas } from '../../../generated/api.ts'
import { refusal } from '../../refusal.ts'
import { type PausedScope, plainDomain } from './gates.ts'

export interface AskedPause {
  scope: PausedScope
  /** Empty for all. */
  name: string
  reason: string | null
}

/** Throws the refusal that says what is wrong with it. */
export function pauseOf(body: InSchemas['CreateDeliveryPause']): AskedPause {
  const { scope } = body
  const reason = body.reason ?? null
  const given = (body.name ?? '').trim()
  if (scope === 'all') {
    if (given !== '') throw refusal('validation_error', 'Invalid `name` field: `all` mail has no name; leave it out.')
    return { scope, name: '', reason }
  }
  const what = scope === 'relay' ? 'the name of a relay' : 'a domain such as example.com'
  if (given === '') throw refusal('missing_required_field', `Missing \`name\` field: ${what}.`)
  const name = scope === 'relay' ? given : plainDomain(given)
  if (scope !== 'relay' && !/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name))
    throw refusal('validation_error', `Invalid \`name\` field: must be ${what}; received ${JSON.stringify(given)}.`)
  return { scope, name, reason }
}
