// Schemas in the forms that generators and testers take. TypeSpec writes each of these in a form that is right and that
// many of them turn into `unknown`, into code that does not compile, or refuse.
import { type Json, methodsOf, resolved, visitSchemas } from '../openapi.ts'

/** Puts every schema of the document into its plain form, in place. */
export function plainSchemas(document: Json): void {
  parameterRules(document)
  visitSchemas(document, schema => {
    openMap(schema)
    withoutNullBranch(document, schema)
    singleValue(schema)
    namedDefault(document, schema)
  })
}

/** What is said of a parameter's schema stands in the schema; TypeSpec writes its own words there and ours beside it. */
function parameterRules(document: Json): void {
  const own = methodsOf(document).flatMap(({ operation }) => operation.parameters ?? [])
  for (const parameter of [...own, ...Object.values<Json>(document.components.parameters ?? {})]) {
    const { 'x-own-rules': rules } = parameter
    if (rules) parameter.schema['x-own-rules'] = rules
    delete parameter['x-own-rules']
  }
}

/** A map says `additionalProperties`; `unevaluatedProperties` is the same here, and hardly any tool reads it. */
function openMap(schema: Json): void {
  if (schema.unevaluatedProperties === undefined) return
  schema.additionalProperties = schema.unevaluatedProperties
  delete schema.unevaluatedProperties
}

/**
 * `anyOf: [string, null]` becomes `type: [string, null]`. Of several branches the last that is no object takes the null;
 * an object that may be null stays a choice, as the object has a name.
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

/** `enum: [true]` breaks typed languages, so it is a plain boolean and the value is in words; a number is a constant. */
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
 * A `default` makes generators believe that the field is always there, also in what is sent. So the document says it in
 * words, and the server's validators read it from `x-default`.
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

/** Takes away what nothing refers to: a named scalar that only stood beside null is written out there by now. */
export function withoutUnused(document: Json): void {
  const text = JSON.stringify(document)
  for (const name of Object.keys(document.components.schemas)) {
    if (!text.includes(`"#/components/schemas/${name}"`)) delete document.components.schemas[name]
  }
}
