// The rules for names of events, wherever one is given: when it is defined or sent, and in steps that wait for it.

import { isLongerThan } from './length.ts'

/** The beginning of the service's own events, which teams cannot send. */
export const OWN_PREFIX = 'resend:'
const LONGEST_EVENT_NAME_CHARACTERS = 255
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/

export function isOwnEvent(name: string): boolean {
  return name.toLowerCase().startsWith(OWN_PREFIX)
}

/** Why no event can have this name, as the end of a sentence. Own events are not checked here. */
export function eventNameFault(name: string): string | undefined {
  if (name.trim() === '') return 'must not be blank'
  if (!isLongerThan(name, LONGEST_EVENT_NAME_CHARACTERS) && !CONTROL.test(name)) return undefined
  return `can have ${LONGEST_EVENT_NAME_CHARACTERS} characters at the most, none of them a control character`
}
