// Keywords that replace standard JSON Schema keywords in the contract, because SDK generators fail on the standard ones.

/** Groups of fields of which one group must be complete. Represents `anyOf` of `required`. */
export const AT_LEAST_ONE_OF = 'x-at-least-one-of'

/** The value of a field that was not sent. Represents `default`, which makes a field required in generated types. */
const DEFAULT = 'x-default'

/**
 * The schema of all other fields of an object. Represents `additionalProperties`, for which types can only express that
 * other fields exist.
 */
const ADDITIONAL_PROPERTIES = 'x-additional-properties'

const IN_JSON_SCHEMA = [
  [DEFAULT, 'default'],
  [ADDITIONAL_PROPERTIES, 'additionalProperties'],
] as const

/** Keywords of a schema that a module checks itself, because its messages or error names differ. */
const OWN_RULES = 'x-own-rules'

/** Used with `format: uuid`: the id is converted to lower case, as ids are stored. */
export const IN_LOWER_CASE = 'x-in-lower-case'

/** The value that replaces `null` if `null` counts as absent and the schema has a default. */
export const INSTEAD_OF_NULL = 'x-instead-of-null'

/** Marks a member of a request whose `null` has no meaning of its own and counts as absent. */
export const NULL_IS_ABSENT = 'x-null-is-absent'

/** The names of the marked members of an object, for a validator, which deletes those that are `null`. */
export const ABSENT_IF_NULL = 'x-absent-if-null'

/**
 * Renames these keywords to those of JSON Schema, and removes the keywords that modules check themselves. Changes the
 * schema, whose inner schemas already have this form.
 */
export function inJsonSchema(schema: Record<string, unknown>): Record<string, unknown> {
  if (schema.format === 'uuid') schema[IN_LOWER_CASE] = true
  for (const keyword of (schema[OWN_RULES] as string[] | undefined) ?? []) delete schema[keyword]
  delete schema[OWN_RULES]
  for (const [ours, theirs] of IN_JSON_SCHEMA) {
    if (!(ours in schema)) continue
    schema[theirs] = schema[ours]
    delete schema[ours]
  }
  if ('default' in schema && Array.isArray(schema.type) && schema.type.includes('null'))
    schema[INSTEAD_OF_NULL] = schema.default
  const members = Object.entries((schema.properties ?? {}) as Record<string, Member>)
  const absent = members.flatMap(([name, member]) => (member[NULL_IS_ABSENT] === true ? [name] : []))
  if (absent.length === 0) return schema
  schema.properties = Object.fromEntries(members.map(([name, member]) => [name, withoutNull(member)]))
  schema[ABSENT_IF_NULL] = absent
  return schema
}

type Member = Record<string, unknown> & { anyOf?: Record<string, unknown>[] }

/** The schema of a marked member without its `null`, which the validator has deleted; any other schema unchanged. */
function withoutNull(member: Member): Member {
  const { [NULL_IS_ABSENT]: is_marked, [INSTEAD_OF_NULL]: _, anyOf, ...schema } = member
  if (is_marked !== true) return member
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter(type => type !== 'null')
    schema.type = types.length === 1 ? types[0] : types
  }
  if (Array.isArray(schema.enum)) schema.enum = schema.enum.filter(value => value !== null)
  if (!anyOf) return schema
  const branches = anyOf.filter(({ type }) => type !== 'null')
  return branches.length === 1 ? { ...branches[0], ...schema } : { ...schema, anyOf: branches }
}
