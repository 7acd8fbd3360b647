// Table of contents: what rooms hold of one person, beside what they are as a contact and the emails to them.
import { listEventsOfPerson, listRunsOfPerson } from './automations/personal/actions.ts'
import { listBroadcastsOfPerson } from './broadcasts/personal/actions.ts'
import type { PersonalList } from './privacy/export/actions.ts'

/** In the order in which they are handed out. */
export const PERSONAL_LISTS: readonly PersonalList[] = [
  { name: 'events', list: listEventsOfPerson },
  { name: 'automation_runs', list: listRunsOfPerson },
  { name: 'broadcasts', list: listBroadcastsOfPerson },
]
