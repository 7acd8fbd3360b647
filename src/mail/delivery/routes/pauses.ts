// What can be paused: all email, email to a domain, from a domain, or through a relay.
import type { InSchemas } from '../../../../generated/api.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { parseWaitName, type PausedScope, plainDomain } from './gates.ts'

export interface PauseRequest {
  scope: PausedScope
  /** Empty for the scope `all`. */
  name: string
  reason: string | null
}

/** Checks a request for a pause. Refuses an invalid or missing name. */
export function parsePause(body: InSchemas['CreateDeliveryPause']): PauseRequest {
  const { scope } = body
  const reason = body.reason ?? null
  const given = (body.name ?? '').trim()
  if (scope === 'all') {
    if (given !== '') throw refusal('validation_error', 'Invalid `name` field: omit it for `all`.')
    return { scope, name: '', reason }
  }
  const what = scope === 'relay' ? 'the name of a relay' : 'a domain such as example.com'
  if (given === '') throw refusal('missing_required_field', `Missing \`name\` field: ${what}.`)
  const name = scope === 'relay' ? given : plainDomain(given)
  if (scope !== 'relay' && !/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name))
    throw refusal('validation_error', `Invalid \`name\` field: must be ${what}; received ${JSON.stringify(given)}.`)
  return { scope, name, reason }
}

const PAUSED: Record<PausedScope, (name: string) => string> = {
  all: () => 'all email is paused',
  destination: name => `email to ${name} is paused`,
  sender: name => `email from ${name} is paused`,
  relay: name => `the relay ${name} is paused`,
}

/**
 * The pause that blocks an email, with its reason; `undefined` if none does. `name`: the name that the email waits for. Email
 * for several relays is blocked only if all of them are paused.
 */
export function findPauseReason(pauses: readonly PauseRequest[], name: string | undefined): string | undefined {
  const held = name === undefined ? undefined : parseWaitName(name)
  const own = held?.names.map(each => pauses.find(pause => pause.scope === held.scope && pause.name === each)) ?? []
  const pause = pauses.find(({ scope }) => scope === 'all') ?? (own.includes(undefined) ? undefined : own[0])
  return pause && describePause(pause)
}

/** What a pause blocks, with its reason. */
export function describePause({ scope, name, reason }: PauseRequest): string {
  const words = PAUSED[scope](name)
  return reason === null ? words : `${words}: ${reason}`
}
