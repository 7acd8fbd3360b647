// The contract as TypeScript: schemas of responses, schemas as handlers read them (with default values), and one entry
// per operation. Common generators mistype the output of TypeSpec or require another compiler.
import { withAliases } from '../src/interfaces/contract/schemas.ts'
import { type Json, methodsOf, resolved } from './openapi.ts'

const typeName = (ref: string): string => ref.split('/').at(-1)!.replaceAll('.', '_')
const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

/** `input`: the value was validated, so a property with a default value is always present. */
function typeOf(schema: Json, input: boolean): string {
  if (!schema || Object.keys(schema).length === 0) return 'unknown'
  if (schema.$ref) return `${input ? 'InSchemas' : 'Schemas'}['${typeName(schema.$ref)}']`
  if (schema.enum) return schema.enum.map((value: unknown) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  const parts = ownType(schema, input)
  const choices = [...typed(schema.oneOf), ...typed(schema.anyOf)].map(choice => typeOf(choice, input))
  if (choices.length > 0) {
    if (parts.at(-1) === 'Record<string, unknown>') parts.pop()
    parts.push(`(${[...new Set(choices)].join(' | ')})`)
  }
  parts.push(...typed(schema.allOf).map(part => typeOf(part, input)))
  return parts.length > 0 ? parts.join(' & ') : 'unknown'
}

/** `anyOf: [{ required: [...] }]` restricts values without adding a type. */
function typed(list: Json[] | undefined): Json[] {
  return (list ?? []).filter(item => item.$ref ?? item.type ?? item.enum ?? item.properties ?? item.anyOf ?? item.oneOf)
}

function ownType(schema: Json, input: boolean): string[] {
  if (Array.isArray(schema.type)) {
    return [`(${schema.type.map((type: string) => typeOf({ ...schema, type }, input)).join(' | ')})`]
  }
  if (schema.properties || schema.type === 'object') return objectType(schema, input)
  if (schema.type === 'array') return [`Array<${typeOf(schema.items, input)}>`]
  if (schema.type === 'integer') return ['number']
  return schema.type ? [schema.type] : []
}

function objectType(schema: Json, input: boolean): string[] {
  const required = new Set<string>(schema.required)
  const fields = schema.properties ?? {}
  const properties = Object.entries<Json>(input ? withAliases(fields) : fields).map(([name, value]) => {
    const always = required.has(name) || (input && 'x-default' in value)
    return `${key(name)}${always ? '' : '?'}: ${typeOf(input ? filledIn(value) : value, input)}`
  })
  const parts = properties.length > 0 ? [`{ ${properties.join('; ')} }`] : []
  const others = schema.additionalProperties
  if (others !== undefined && others !== false && !others.not) {
    parts.push(`Record<string, ${others === true ? 'unknown' : typeOf(others, input)}>`)
  } else if (properties.length === 0 && !schema.oneOf && !schema.anyOf && !schema.allOf) {
    parts.push(others === undefined ? 'Record<string, unknown>' : 'Record<string, never>')
  }
  return parts
}

/** A default value replaces null, too. */
function filledIn(schema: Json): Json {
  if (!('x-default' in schema) || !Array.isArray(schema.type)) return schema
  const type = schema.type.find((each: string) => each !== 'null')
  return { ...schema, type, ...(schema.enum && { enum: schema.enum.filter((value: unknown) => value !== null) }) }
}

function operationType(document: Json, { method, path, operation }: Json): string {
  const parameters: Json[] = (operation.parameters ?? []).map((parameter: Json) => resolved(document, parameter))
  const group = (where: string): string => {
    const members = parameters
      .filter(parameter => parameter.in === where)
      .map(({ name, required, schema }) => {
        const always = required || 'default' in resolved(document, schema)
        return `${key(where === 'header' ? name.toLowerCase() : name)}${always ? '' : '?'}: ${typeOf(schema, true)}`
      })
    return members.length > 0 ? `{ ${members.join('; ')} }` : '{}'
  }
  const content: Json = operation.requestBody?.content
  const bodies = content ? [...new Set(Object.values<Json>(content).map(item => typeOf(item.schema, true)))] : []
  const body = bodies.length > 0 ? bodies.join(' | ') : 'undefined'
  const responses = Object.entries<Json>(operation.responses).map(([status, answer]) => {
    const content = resolved(document, answer).content
    const json = content?.['application/json']
    const in_pieces = status < '300' && (operation['x-in-pieces'] ?? (content !== undefined && !json))
    if (in_pieces === true) return `${status}: AsyncIterable<string>`
    // `large`: only a large response is streamed
    return `${status}: ${json ? typeOf(json.schema, false) : 'undefined'}${in_pieces ? ' | AsyncIterable<string>' : ''}`
  })
  const open = operation.security.some((item: Json) => Object.keys(item).length === 0)
  const known = operation.security.some((item: Json) => item.ApiKey)
  const who = open && known ? "'optional'" : open
  return `  ${operation.operationId}: {
    method: '${method}'; path: '${path}'; public: ${who}; rules: '${operation['x-rules'] ?? 'contract'}'
    params: ${group('path')}; query: ${group('query')}; headers: ${group('header')}
    body: ${operation.requestBody?.required === false ? `(${body}) | undefined` : body}
    responses: { ${responses.join('; ')} }
  }`
}

/** The text of generated/api.ts. */
export function apiTypes(document: Json): string {
  const schemas = Object.entries<Json>(document.components.schemas)
  const list = (input: boolean): string[] =>
    schemas.map(([name, schema]) => `  ${typeName(name)}: ${typeOf(schema, input)}`)
  return [
    '// Generated by `npm run generate` from spec/. Do not edit.',
    '',
    '/** Values as they are answered. */',
    'export interface Schemas {',
    ...list(false),
    '}',
    '',
    '/** The same values as a handler reads them from a request: validated, with defaults filled in. */',
    'export interface InSchemas {',
    ...list(true),
    '}',
    '',
    '/** Every operation of the contract. */',
    'export interface Operations {',
    ...methodsOf(document).map(method => operationType(document, method)),
    '}',
    '',
    'export type OperationId = keyof Operations',
    '',
  ].join('\n')
}
