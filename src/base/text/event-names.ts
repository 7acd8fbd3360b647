// The rules for event names, in every place that accepts one: definitions, sent events, and steps that wait for events.

import { isLongerThan } from './length.ts'

/** The prefix of the service's own events, which teams cannot send. */
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
  return `must have at most ${LONGEST_EVENT_NAME_CHARACTERS} characters and no control characters`
}
