// What a validator found wrong, as a refusal that names the field and says what it must be.
import type { ErrorObject } from 'ajv'
import { type Refusal, refusal } from '../refusal.ts'
import { unreadablePlace } from '../text/readable.ts'

/** The refusal for the errors of one failed validation, the most telling one first. */
export function refusalOf(errors: readonly ErrorObject[]): Refusal {
  const choice = errors.findLast(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  const error = choice ? (meantBranch(choice, errors) ?? choice) : errors[0]!
  const [, part, ...path] = error.instancePath.split('/').map(unescaped)
  if (part === 'path') return pathRefusal(path.join('/'), error)
  if (part === 'query') return queryRefusal(fieldName(path), error)
  return bodyRefusal(path, error)
}

/**
 * A failed `anyOf` comes after the failures of its branches, and says more than any of them, unless the value can only
 * have been meant for one branch because the others are of another type.
 */
function meantBranch(choice: ErrorObject, errors: readonly ErrorObject[]): ErrorObject | undefined {
  const others = errors.filter(error => error !== choice)
  const meant = others.filter(({ keyword, instancePath }) => keyword !== 'type' || instancePath !== choice.instancePath)
  return meant.length === 1 && others.length > 1 ? meant[0] : undefined
}

function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

function fieldName(path: string[]): string {
  return path.map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`)).join('')
}

function pathRefusal(name: string, error: ErrorObject): Refusal {
  return error.params.format === 'uuid'
    ? refusal('invalid_parameter', `The \`${name}\` must be a valid UUID.`)
    : refusal('invalid_parameter', `The \`${name}\` ${error.message}.`)
}

function queryRefusal(name: string, error: ErrorObject): Refusal {
  if (name === 'limit') return refusal('validation_error', 'The pagination limit must be a number between 1 and 100.')
  return refusal('validation_error', `Invalid \`${name}\` parameter: ${asked(error)}.`)
}

function bodyRefusal(path: string[], error: ErrorObject): Refusal {
  const at = (name: string): string => fieldName([...path, name])
  switch (error.keyword) {
    case 'required':
      return refusal('missing_required_field', `Missing \`${at(error.params.missingProperty)}\` field.`)
    case 'dependentRequired':
    case 'dependencies':
      return refusal(
        'validation_error',
        `\`${at(error.params.property)}\` and \`${at(error.params.missingProperty)}\` must be sent together.`,
      )
    case 'anyOf':
      if (path.length === 0) return refusal('validation_error', `Send at least one of: ${choices(error)}.`)
  }
  return refusal('validation_error', `Invalid \`${fieldName(path)}\` field: ${asked(error)}.`)
}

/** `anyOf: [{required: [a]}, {required: [b, c]}]` → "`a`; `b` and `c` together". */
function choices(error: ErrorObject): string {
  const branches = error.schema as { required?: string[] }[]
  return branches
    .map(
      ({ required = [] }) =>
        required.map(name => `\`${name}\``).join(' and ') + (required.length > 1 ? ' together' : ''),
    )
    .join('; ')
}

function asked(error: ErrorObject): string {
  switch (error.keyword) {
    case 'enum':
      return `must be one of ${(error.params.allowedValues as unknown[]).map(String).join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(error.params.allowedValue)}`
    case 'discriminator':
      return `unknown \`${error.params.tag}\` ${JSON.stringify(error.params.tagValue)}`
    case 'anyOf':
    case 'oneOf':
      return 'must have one of the documented forms'
    default:
      return error.message ?? 'has a value that is not possible here'
  }
}

/** Refuses a body in which something is no text, wherever it stands. */
export function refuseUnreadable(body: object): void {
  const place = unreadablePlace(body)
  if (!place) return
  const { path, inName } = place
  // the wrong name itself is shown escaped
  const at = fieldName(path.map(part => JSON.stringify(part).slice(1, -1)))
  throw unreadable(inName ? `name of the field \`${at}\`` : `\`${at}\` field`)
}

export function unreadable(what: string): Refusal {
  return refusal(
    'validation_error',
    `Invalid ${what}: it must be text, and has a NUL (\\u0000) or half of a surrogate pair (\\ud800 to \\udfff) in it.`,
  )
}
