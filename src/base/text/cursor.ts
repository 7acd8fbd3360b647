// Checks the cursors of a list: at most one in a request, and it must be the id of an item of the list.
import { refusal } from './refusal.ts'
import { describeValue } from './describe-value.ts'

interface Cursors {
  after?: string | undefined
  before?: string | undefined
}

export function refuseBothCursors({ after, before }: Cursors): void {
  if (after === undefined || before === undefined) return
  throw refusal('validation_error', 'Give either `after` or `before`, not both.')
}

export function noCursor(name: string, cursor: string): Error {
  return refusal(
    'validation_error',
    `The \`${name}\` cursor is not an item of this list; received ${describeValue(cursor)}.`,
  )
}
