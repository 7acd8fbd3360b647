// Field labels in API messages on pages.
import { expect, it } from 'vitest'
import { withLabels } from '../../../src/interfaces/dashboard/ui/field-labels.ts'

it.each([
  ['Missing `from` field.', 'Missing “From”.'],
  ['Missing `html` or `text` field.', 'Missing “HTML” or “Plain text”.'],
  [
    'Invalid `reply_to` field: write `name@example.com`; received "x".',
    'Invalid “Reply-to”: write `name@example.com`; received "x".',
  ],
  ['Set `UNVERIFIED_DOMAINS` or `unknown_field`', 'Set `UNVERIFIED_DOMAINS` or `unknown_field`'],
])('replaces field names of %j by labels', (message, shown) => {
  expect(withLabels(message)).toBe(shown)
})
