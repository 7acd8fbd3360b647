// The form of a contract value, derived from its schema: determines the fields, and how a form is read.
import { readSchemas } from '../../../contract/document.ts'
import { once } from '../../../../base/runtime/lazy.ts'

export interface FieldSchema {
  $ref?: string
  type?: string | string[]
  enum?: string[]
  properties?: Record<string, FieldSchema>
  required?: string[]
  additionalProperties?: FieldSchema
  items?: FieldSchema
  anyOf?: FieldSchema[]
  oneOf?: FieldSchema[]
  discriminator?: { propertyName: string }
  minLength?: number
  maxLength?: number
  maxItems?: number
  description?: string
  'x-secret'?: boolean
}

/** The possible types of a value if the contract permits several. */
export const VALUE_KINDS = {
  text: 'Text',
  reference: 'Value of',
  number: 'Number',
  flag: 'True or false',
  nothing: 'Nothing (null)',
  json: 'JSON',
} as const

export type ValueKind = keyof typeof VALUE_KINDS

export type Shape =
  | { is: 'text'; length_max: number | undefined }
  | { is: 'choice'; values: readonly string[] }
  | { is: 'many'; values: readonly string[] }
  | { is: 'value'; kinds: readonly ValueKind[] }
  | { is: 'group'; fields: readonly GroupField[] }
  | { is: 'map'; of: FieldSchema; is_secret: boolean }
  | { is: 'list'; of: FieldSchema }
  | { is: 'variants'; tag: string; of: ReadonlyMap<string, FieldSchema> }
  | { is: 'json' }

export interface GroupField {
  name: string
  schema: FieldSchema
  isNeeded: boolean
}

const schemas = once(() => readSchemas() as Readonly<Record<string, FieldSchema>>)

export function schemaNamed(name: string): FieldSchema {
  const schema = schemas()[name]
  if (!schema) throw new Error(`the contract has no schema ${name}`)
  return schema
}

/** The resolved schema. Members next to a reference take precedence over it. */
export function resolvedSchema(schema: FieldSchema): FieldSchema {
  if (schema.$ref === undefined) return schema
  const { $ref, ...beside } = schema
  return { ...resolvedSchema(schemaNamed($ref.split('/').at(-1)!)), ...beside }
}

export function shapeOf(given: FieldSchema): Shape {
  const schema = resolvedSchema(given)
  if (schema.oneOf && schema.discriminator) return variantsOf(schema.oneOf, schema.discriminator.propertyName)
  if (schema.anyOf) {
    const kinds = schema.anyOf.flatMap(kindsOf)
    // an object without fields or an empty list: there is nothing to fill in
    return kinds.length > 0 ? { is: 'value', kinds } : { is: 'group', fields: [] }
  }
  if (schema.enum) return { is: 'choice', values: schema.enum }
  const { type, items, properties, additionalProperties } = schema
  if (type === 'array' && items) {
    const item = resolvedSchema(items)
    return item.enum ? { is: 'many', values: item.enum } : { is: 'list', of: items }
  }
  if (properties) return { is: 'group', fields: fieldsOf(schema) }
  if (additionalProperties && Object.keys(additionalProperties).length > 0) {
    return { is: 'map', of: additionalProperties, is_secret: schema['x-secret'] === true }
  }
  if (type === 'string') return { is: 'text', length_max: schema.maxLength }
  if (type === 'object' && !additionalProperties) return { is: 'group', fields: [] }
  const kinds = kindsOf(schema)
  return kinds.length > 0 && kinds[0] !== 'json' ? { is: 'value', kinds } : { is: 'json' }
}

function fieldsOf({ properties = {}, required = [] }: FieldSchema): GroupField[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, schema, isNeeded: required.includes(name) }))
}

function variantsOf(schemas: readonly FieldSchema[], tag: string): Shape {
  const tagged = schemas.map((each): [string, FieldSchema] => [resolvedSchema(each).properties![tag]!.enum![0]!, each])
  return { is: 'variants', tag, of: new Map(tagged) }
}

const OF_TYPES: Record<string, ValueKind> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'flag',
  null: 'nothing',
}

/** An object with a text in `var` is a reference; another object or a list is JSON. */
function kindsOf(given: FieldSchema): ValueKind[] {
  const { type = [], properties, additionalProperties, items } = resolvedSchema(given)
  const simple = [type].flat().flatMap(each => OF_TYPES[each] ?? [])
  if (properties?.var) return ['reference']
  return items || additionalProperties ? [...simple, ...(items && !items.$ref ? [] : (['json'] as const))] : simple
}

/** The kind of a value. */
export function valueKindOf(value: unknown): ValueKind {
  if (value === null) return 'nothing'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'flag'
  return isVar(value) ? 'reference' : 'json'
}

/** The value with each secret text replaced by an empty one, as in a form. */
export function withBlankSecrets(schema: FieldSchema, value: unknown): unknown {
  return mapSecrets(schema, value, secret => (typeof secret === 'string' ? '' : secret))
}

/** The value with empty secrets replaced by those of `before`. */
export function withStoredSecrets(schema: FieldSchema, value: unknown, before: unknown): unknown {
  return mapSecrets(schema, value, (secret, path) => (secret === '' ? (valueAt(before, path) ?? secret) : secret))
}

type SecretMapper = (secret: unknown, path: readonly string[]) => unknown

function mapSecrets(schema: FieldSchema, value: unknown, map: SecretMapper, path: readonly string[] = []): unknown {
  if (!isRecord(value)) return value
  const shape = shapeOf(schema)
  if (shape.is === 'map' && shape.is_secret) {
    return Object.fromEntries(Object.entries(value).map(([name, secret]) => [name, map(secret, [...path, name])]))
  }
  if (shape.is !== 'group') return value
  const fields = new Map(shape.fields.map(field => [field.name, field.schema]))
  const mapped = ([name, inner]: [string, unknown]): [string, unknown] => {
    const own = fields.get(name)
    return [name, own ? mapSecrets(own, inner, map, [...path, name]) : inner]
  }
  return Object.fromEntries(Object.entries(value).map(mapped))
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  )
}

export function isVar(value: unknown): value is { var: string } {
  return isRecord(value) && typeof value.var === 'string' && Object.keys(value).length === 1
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
