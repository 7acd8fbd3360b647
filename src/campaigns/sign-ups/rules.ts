// The fields of a sign-up form, and how often it accepts an address.
import type { AttemptLimit } from '../../base/rate-limits/store.ts'
import { mailboxKey } from '../../base/text/addresses.ts'
import { isMailboxProvider } from './mailbox-providers.ts'

/** A form on a page of this server, with which people sign up for email of a team. */
export interface SignUpForm {
  id: string
  team_id: string
  name: string
  /** The text that people agree to. */
  consent: string
  /** The sender of the email with the link. */
  from: string
  /** The topic that they subscribe to. */
  topic_id: string | null
  /** The segment that they are added to. */
  segment_id: string | null
  created_at: string
}

/** One use of a form: who, when, from where, and for what. Once confirmed, it is the proof of a consent. */
export interface SignUp {
  id: string
  team_id: string
  form_id: string
  email: string
  first_name: string | null
  consent: string
  ip: string
  created_at: string
  confirmed_at: string | null
  confirmed_ip: string | null
}

export const SIGN_UP_FORMS_MAX = 100
export const FORM_NAME_MAX = 100
export const CONSENT_CHARACTERS_MAX = 1_000
export const FIRST_NAME_MAX = 100
export const SIGN_UP_LINK_DAYS = 7

export const TRIES_WITHIN_MS = 3_600_000
const TRIES_OF_ADDRESS = 2
const TRIES_OF_DOMAIN = 100
const TRIES_OF_NETWORK = 20
const TRIES_OF_FORM = 500

/**
 * How often a form may be sent in an hour: a flood would make this server send unsolicited email, which harms the team's
 * reputation. Tags (`name+tag@`) do not count as other recipients. `domain`: the registrable domain of the address; its limit
 * protects an organization with all its mailboxes, so it does not apply to mailbox providers. `network`: of the visitor.
 */
export function signUpLimits(
  { id, team_id }: SignUpForm,
  { email, domain, network }: { email: string; domain: string; network: string },
): AttemptLimit[] {
  return [
    { key: `sign-up address ${team_id} ${mailboxKey(email)}`, tries: TRIES_OF_ADDRESS },
    ...(isMailboxProvider(domain) ? [] : [{ key: `sign-up domain ${team_id} ${domain}`, tries: TRIES_OF_DOMAIN }]),
    { key: `sign-up network ${network}`, tries: TRIES_OF_NETWORK },
    { key: `sign-up form ${id}`, tries: TRIES_OF_FORM },
  ]
}
