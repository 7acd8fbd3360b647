// How a thread reads a part of a file of contacts: by the rules of the rooms that are asked about its values.
import { valueFault } from './contact-properties/rules.ts'
import { keyOf } from './contacts/rules.ts'
import { type FilePage, type FilePart, pageOf } from './imports/page.ts'

export function readContacts(part: FilePart): FilePage {
  return pageOf(part, { keyOf, valueFault })
}
