// Converts the errors of a validator to a refusal that names the field and its requirement.
import type { ErrorObject } from 'ajv'
import { type Refusal, type RefusalName, refusal } from '../../base/text/refusal.ts'
import type { UnreadableLocation } from '../../base/text/readable.ts'
import { safeName } from '../../base/text/secrets.ts'
import { describeValue } from '../../base/text/describe-value.ts'
import { AT_LEAST_ONE_OF } from '../contract/keywords.ts'
import { nameInRef, type Schema } from '../contract/schemas.ts'
import { readSchemas } from '../contract/document.ts'

/** The refusal for one failed validation: for its most informative error. */
export function refusalOf(errors: readonly ErrorObject[]): Refusal {
  const error = mostInformative(errors)
  const [, part, ...path] = error.instancePath.split('/').map(unescaped)
  if (part === 'path') return pathRefusal(path.join('/'), error)
  if (part === 'query') return queryRefusal(fieldName(path), error, errors)
  if (part === 'header')
    return refusal(
      'validation_error',
      `Invalid \`${path.join('/')}\` header: ${asked(error, errors)}${received(error, path)}.`,
    )
  return bodyRefusal(path, error, errors)
}

/** The fault of a value, and the path of the field within it. */
export function fieldFaultIn(errors: readonly ErrorObject[]): { path: string[]; message: string } {
  const error = mostInformative(errors)
  const path = error.instancePath.split('/').slice(1).map(unescaped)
  if (error.keyword === 'required') return { path: [...path, error.params.missingProperty], message: 'is missing' }
  return { path, message: error.keyword === 'minItems' ? 'must have at least one entry' : asked(error, errors) }
}

function mostInformative(errors: readonly ErrorObject[]): ErrorObject {
  const choice = errors.findLast(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  return choice ? (meantBranch(choice, errors) ?? choice) : errors[0]!
}

/**
 * The error of the branch that the value was intended for; `undefined` if that is uncertain. A failed `anyOf` is
 * reported after its branches and is the better error, unless all other branches failed because of the type.
 */
function meantBranch(choice: ErrorObject, errors: readonly ErrorObject[]): ErrorObject | undefined {
  // within a branch, a value of the wrong type also fails the other keywords of its schema, which adds no information
  const repeats = (error: ErrorObject, before: ErrorObject | undefined): boolean =>
    before?.keyword === 'type' &&
    before.instancePath === error.instancePath &&
    error.instancePath !== choice.instancePath
  const others = errors.filter((error, index) => error !== choice && !repeats(error, errors[index - 1]))
  const meant = others.filter(({ keyword, instancePath }) => keyword !== 'type' || instancePath !== choice.instancePath)
  return meant.length === 1 && others.length > 1 ? meant[0] : undefined
}

function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** `['to', '0']` → `to[0]`. */
export function fieldName(path: string[]): string {
  return path
    .map((part, index) => {
      if (/^\d+$/.test(part)) return `[${part}]`
      const name = path[index - 1] === 'headers' && !HEADER_NAME.test(part) ? '(hidden)' : safeName(part)
      return index === 0 ? name : `.${name}`
    })
    .join('')
}

/** Another name in `headers` may be a value that was sent as a name by mistake. Unreadable characters are escaped. */
const HEADER_NAME = /^[\w\\-]{1,64}$/

function pathRefusal(name: string, error: ErrorObject): Refusal {
  const must = error.params.format === 'uuid' ? 'must be a valid UUID' : error.message
  return refusal('invalid_parameter', `The \`${name}\` ${must}${received(error, [name])}.`)
}

function queryRefusal(name: string, error: ErrorObject, errors: readonly ErrorObject[]): Refusal {
  if (error.keyword === 'required')
    return refusal('missing_required_parameter', `Missing \`${error.params.missingProperty}\` parameter.`)
  const got = received(error, [name])
  if (name === 'limit')
    return refusal('validation_error', `The pagination limit must be a number between 1 and 100${got}.`)
  return refusal('validation_error', `Invalid \`${name}\` parameter: ${asked(error, errors)}${got}.`)
}

function bodyRefusal(path: string[], error: ErrorObject, errors: readonly ErrorObject[]): Refusal {
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
    case AT_LEAST_ONE_OF:
      if (path.length === 0) return refusal('validation_error', `Send at least one of: ${choices(error)}.`)
  }
  // an item of a list of bodies may not be an object at all
  const which = path.length === 0 ? 'body' : `\`${fieldName(path)}\` field`
  const words = `Invalid ${which}: ${asked(error, errors)}${received(error, path)}.`
  return refusal(errorName(error), words)
}

/** A few fields have their own error names; the contract lists them. */
function errorName(error: ErrorObject): RefusalName {
  const { 'x-error-name': name } = error.parentSchema as { 'x-error-name'?: RefusalName }
  return name ?? 'validation_error'
}

/** A value that may be a secret is not repeated, not even to its sender, because responses end up in logs. */
const SECRET = /pass|secret|token|credential|authorization/i

/** The received value, as the end of a sentence. */
function received(error: ErrorObject, path: string[]): string {
  if (error.keyword === 'discriminator' || path.some(part => SECRET.test(part))) return ''
  return `; received ${describeValue(error.data)}`
}

/** `[[a], [b, c]]` → "`a`; `b` and `c` together". */
function choices(error: ErrorObject): string {
  const groups = error.schema as string[][]
  return groups
    .map(names => names.map(name => `\`${name}\``).join(' and ') + (names.length > 1 ? ' together' : ''))
    .join('; ')
}

/** The values of a discriminator. */
function tags({ params, parentSchema }: ErrorObject): string {
  const { oneOf: branches } = parentSchema as { oneOf?: Schema[] }
  const known = (branches ?? []).flatMap(branch => {
    const { properties } = branch.$ref === undefined ? branch : (readSchemas()[nameInRef(branch.$ref)] as Schema)
    const tag = properties?.[params.tag as string] as { const?: unknown; enum?: unknown[] } | undefined
    return tag?.enum ?? (tag?.const === undefined ? [] : [tag.const])
  })
  return known.length > 0 ? `, must be one of ${known.join(', ')}` : ''
}

/** For a choice in which all branches failed because of the type: "must be string or null". */
function forms(choice: ErrorObject, errors: readonly ErrorObject[]): string {
  const failed = errors.filter(
    ({ keyword, instancePath }) => keyword === 'type' && instancePath === choice.instancePath,
  )
  if (failed.length < (choice.schema as unknown[]).length) return 'must have one of the documented forms'
  return `must be ${[...new Set(failed.flatMap(({ params }) => params.type as string))].join(' or ')}`
}

function asked(error: ErrorObject, errors: readonly ErrorObject[]): string {
  switch (error.keyword) {
    case 'enum':
      return `must be one of ${(error.params.allowedValues as unknown[]).map(String).join(', ')}`
    case 'type':
      return `must be ${[error.params.type as string | string[]].flat().join(' or ')}`
    case 'const':
      return `must be ${JSON.stringify(error.params.allowedValue)}`
    case 'discriminator':
      return `unknown \`${error.params.tag}\` ${describeValue(error.params.tagValue)}${tags(error)}`
    case 'anyOf':
    case 'oneOf':
      return forms(error, errors)
    default:
      return error.message ?? 'has an invalid value'
  }
}

/** Refuses a body with unreadable text at `place`; does nothing without a place. */
export function refuseUnreadable(place: UnreadableLocation | undefined): void {
  if (!place) return
  const { path, inName } = place
  // the unreadable name is shown escaped
  const at = fieldName(path.map(part => JSON.stringify(part).slice(1, -1)))
  throw unreadable(inName ? `name of the field \`${at}\`` : `\`${at}\` field`)
}

export function unreadable(what: string): Refusal {
  return refusal(
    'validation_error',
    `Invalid ${what}: it must not contain a NUL (\\u0000) or half of a surrogate pair (\\ud800 to \\udfff).`,
  )
}
