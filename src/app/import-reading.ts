// How a thread reads a run of a file of contacts: by the rules of the rooms that are asked about its values.
import { valueFault } from '../audience/contact-properties/rules.ts'
import { keyOf } from '../audience/contacts/rules.ts'
import { type FileRun, type RunInput, runOf } from '../audience/imports/runs.ts'

export function readContacts(input: RunInput): FileRun {
  return runOf(input, { keyOf, valueFault })
}
