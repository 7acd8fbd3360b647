// Schemas in the forms that generators and testers support. TypeSpec writes them in valid forms that many tools turn
// into `unknown`, turn into code that does not compile, or reject.
import { type Json, methodsOf, resolved, visitSchemas } from '../openapi.ts'

/** Converts every schema of the document into its plain form, in place. */
export function plainSchemas(document: Json): void {
  parameterRules(document)
  visitSchemas(document, schema => {
    openMap(schema)
    withoutNullBranch(document, schema)
    singleValue(schema)
    namedDefault(document, schema)
  })
}

/**
 * Moves the description of a parameter's schema into the schema; TypeSpec writes its own description there and ours
 * next to it.
 */
function parameterRules(document: Json): void {
  const own = methodsOf(document).flatMap(({ operation }) => operation.parameters ?? [])
  for (const parameter of [...own, ...Object.values<Json>(document.components.parameters ?? {})]) {
    const { 'x-own-rules': rules } = parameter
    if (rules) parameter.schema['x-own-rules'] = rules
    delete parameter['x-own-rules']
  }
}

/**
 * Declares a map with `additionalProperties`; `unevaluatedProperties` is equivalent here, and hardly any tool supports
 * it.
 */
function openMap(schema: Json): void {
  if (schema.unevaluatedProperties === undefined) return
  schema.additionalProperties = schema.unevaluatedProperties
  delete schema.unevaluatedProperties
}

/**
 * `anyOf: [string, null]` becomes `type: [string, null]`. With several branches, the last one that is not an object
 * accepts null; a nullable object stays a choice, because the object has a name.
 */
export function withoutNullBranch(document: Json, schema: Json): void {
  const branches: Json[] | undefined = schema.anyOf
  if (!branches?.some(isNull)) return
  const others = branches.filter(branch => !isNull(branch))
  const taker = others.findLastIndex(branch => nullable(document, branch))
  if (taker < 0) return
  others[taker] = withNull(resolved(document, others[taker]))
  if (others.length > 1) schema.anyOf = others
  else {
    delete schema.anyOf
    const { description } = schema
    Object.assign(schema, others[0], description === undefined ? {} : { description })
  }
}

const isNull = (schema: Json): boolean => schema.type === 'null'

function nullable(document: Json, branch: Json): boolean {
  const { type, properties } = resolved(document, branch)
  return typeof type === 'string' && properties === undefined && (branch.$ref === undefined || type !== 'object')
}

function withNull(schema: Json): Json {
  const copy = structuredClone(schema)
  return { ...copy, type: [copy.type, 'null'], ...(copy.enum ? { enum: [...copy.enum, null] } : {}) }
}

/**
 * `enum: [true]` breaks typed languages, so it becomes a plain boolean with the value in the description; a number
 * becomes a constant.
 */
function singleValue(schema: Json): void {
  const [value, ...others] = schema.enum ?? []
  if (others.length > 0 || value === undefined || typeof value === 'string') return
  delete schema.enum
  if (typeof value === 'number') Object.assign(schema, { type: 'integer', const: value })
  else schema.description = sentences(schema.description, `Always \`${value}\`.`)
}

function sentences(...all: (string | undefined)[]): string {
  return all.filter(each => each !== undefined).join(' ')
}

/**
 * A `default` makes generators assume that the field is always present, also in requests. So the document has it in the
 * description, and the validators of the server read it from `x-default`.
 */
function namedDefault(document: Json, schema: Json): void {
  for (const [name, property] of Object.entries<Json>(schema.properties ?? {})) {
    if (!('default' in property)) continue
    const { default: value, ...plain } = property
    const said = plain.description ?? resolved(document, plain).description
    schema.properties[name] = {
      ...plain,
      description: sentences(said, `\`${value}\` when absent.`),
      'x-default': value,
    }
  }
}
