// Checks of a template's name, alias, sender, subject and reply addresses before they are stored.
import { refusal } from '../../base/text/refusal.ts'
import { addressFault, parseAddress } from '../../base/text/addresses.ts'
import { describeValue } from '../../base/text/describe-value.ts'

// control characters: a line break in a name or an address could end a header (RFC 5322 2.2)
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/
export const TEMPLATE_NAME_CHARACTERS_MAX = 255
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const MOST_REPLY_ADDRESSES = 50

export function checkTemplateName(name: string): string {
  if (name.trim() === '') throw refusal('missing_required_field', 'Missing `name` field.')
  return checkOneLine('name', name)
}

export function checkTemplateAlias(alias: string | null): string | null {
  if (alias === null) return null
  if (alias.trim() === '') throw refusal('validation_error', 'The alias must not be empty. Send null to remove it.')
  // a template is looked up by id first, so such an alias could never be found
  if (UUID.test(alias))
    throw refusal('validation_error', `The alias must not have the form of an id; received ${describeValue(alias)}`)
  return checkOneLine('alias', alias)
}

export function checkTemplateReplyTo(value: string | string[] | null): string[] | null {
  const addresses = value === null ? [] : [value].flat()
  if (addresses.length > MOST_REPLY_ADDRESSES) {
    throw refusal(
      'validation_error',
      `The reply_to field must have at most ${MOST_REPLY_ADDRESSES} addresses; received ${addresses.length}`,
    )
  }
  for (const address of addresses) checkTemplateAddress('reply_to', address)
  return addresses.length > 0 ? addresses : null
}

/** Refuses text that is not a single address, plain or with a name: sending an email from the template would fail later. */
export function checkTemplateAddress<Value extends string | null>(field: string, value: Value): Value {
  checkOneLine(field, value)
  if (value !== null && !parseAddress(value)) {
    const fault = addressFault(value, 'write addresses like `name@example.com` or `Name <name@example.com>`')
    throw refusal('validation_error', `Invalid \`${field}\` field: ${fault}; received ${describeValue(value)}`)
  }
  return value
}

export function checkOneLine<Value extends string | null>(field: string, value: Value): Value {
  if (value !== null && CONTROL.test(value)) {
    throw refusal(
      'validation_error',
      `The ${field} field must be one line without control characters; received ${describeValue(value)}`,
    )
  }
  return value
}
