// What the contract says in words of its own, because generators of SDKs stumble over the words that JSON Schema has.

/** Groups of fields; one group must be there with all of its fields. JSON Schema has `anyOf` made of `required`. */
export const AT_LEAST_ONE_OF = 'x-at-least-one-of'

/** The value of a field that was not sent. JSON Schema has `default`, which makes a field required in generated types. */
const DEFAULT = 'x-default'

/** What the other fields of an object must be, where types can only say that there are others. */
const ADDITIONAL_PROPERTIES = 'x-additional-properties'

const IN_JSON_SCHEMA = [
  [DEFAULT, 'default'],
  [ADDITIONAL_PROPERTIES, 'additionalProperties'],
] as const

/** Keywords of a schema that the rules of a room look after: in words of their own, or where an error has another name. */
const OWN_RULES = 'x-own-rules'

/** Put beside `format: uuid`: what is read there comes to the rooms as we write ids ourselves. */
export const IN_LOWER_CASE = 'x-in-lower-case'

/** What stands for `null` where that counts as absent and something is read for what is absent. */
export const INSTEAD_OF_NULL = 'x-instead-of-null'

/**
 * Gives them the names that JSON Schema has, in the place of what the document says under these, and leaves to the rooms
 * what they look after; changes the schema.
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
  return schema
}
