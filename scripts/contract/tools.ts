// The tools of /mcp, generated from the contract: one for each operation that requires credentials and uses JSON both
// ways. A model reads the list of tools in every turn, so schemas here have shorter descriptions than the contract.
import type { Scope } from '../../generated/scopes.ts'
import type { OperationId } from '../../generated/api.ts'
import type { ToolAnnotations, GeneratedTool } from '../../src/interfaces/mcp/tools.ts'
import { type Json, methodsOf, resolved } from '../openapi.ts'
import { inWordsOfTools } from './tool-words.ts'

/** `false`: the operation is not a tool. An object: annotations that override the defaults. */
const TOOL = 'x-tool'
/** The length of a whole tool in characters. A longer one gets shorter descriptions. */
const LONG = 8_000

/** Sorted by name. */
export function toolsOf(written: Json): GeneratedTool[] {
  const names = methodsOf(written).map(({ method, path, operation }) => [
    `${method} ${path}`,
    kebab(operation.operationId),
  ])
  const document = inWordsOfTools(written, new Map(names as [string, string][]))
  return methodsOf(document)
    .filter(({ operation }) => isTool(operation))
    .map(({ method, path, operation }) => toolOf(document, { method, path, operation }))
    .toSorted((a, b) => (a.tool.name < b.tool.name ? -1 : 1))
}

function isTool(operation: Json): boolean {
  if (operation.deprecated || operation[TOOL] === false || operation['x-rules'] === 'own') return false
  const takesCredentials = operation.security.some((each: Json) => 'ApiKey' in each)
  const given = Object.keys(operation.requestBody?.content ?? {})
  const answered = Object.entries<Json>(operation.responses).flatMap(([status, response]) =>
    status < '300' ? Object.keys(response.content ?? {}) : [],
  )
  return takesCredentials && [...given, ...answered].every(type => type === 'application/json')
}

function toolOf(
  document: Json,
  { method, path, operation }: { method: string; path: string; operation: Json },
): GeneratedTool {
  const parameters: Json[] = (operation.parameters ?? []).map((each: Json) => resolved(document, each))
  const named = (place: string): Json[] => parameters.filter(each => each.in === place)
  const body = bodyOf(document, operation)
  const schema = inputOf(document, parameters, body)
  const tool = {
    name: kebab(operation.operationId),
    title: operation.summary,
    description: operation.description ?? '',
    inputSchema: schema('whole'),
    annotations: annotationsOf(method, operation),
  }
  if (JSON.stringify(tool).length > LONG) tool.inputSchema = schema('brief')
  return {
    tool,
    operation: operation.operationId as OperationId,
    toolset: kebab(operation.tags[0]),
    scopes: operation.security.flatMap((each: Json) => Object.values(each).flat()) as Scope[],
    method: method.toUpperCase(),
    path,
    query: named('query').map(({ name }) => name),
    headers: named('header').map(({ name }) => [argumentOf(name), name.toLowerCase()]),
    body: body?.kind,
  }
}

/** `sendEmail` → `send-email`, `Contact properties` → `contact-properties`. */
function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])| /g, '-').toLowerCase()
}

/** `Idempotency-Key` → `idempotency_key`, `x-batch-validation` → `batch_validation`. */
function argumentOf(header: string): string {
  return header.toLowerCase().replace(/^x-/, '').replaceAll('-', '_')
}

// ---- annotations --------------------------------------------------------------------------------------------------

const SIMULATES = /^simulate/
const ONLY_ADDS = /^(?:create|duplicate|add)(?=[A-Z])/
/** Operations with effects outside of this server. */
const LEAVES = /^(?:send|test|verify|reply|forward|replay)(?=[A-Z])/

function annotationsOf(method: string, operation: Json): ToolAnnotations {
  const id: string = operation.operationId
  const reads = method === 'get' || SIMULATES.test(id)
  return {
    // the location for clients of 2025-03-26
    title: operation.summary,
    readOnlyHint: reads,
    ...(!reads && { destructiveHint: !ONLY_ADDS.test(id), idempotentHint: method === 'delete' || method === 'put' }),
    openWorldHint: LEAVES.test(id),
    ...operation[TOOL],
  }
}

// ---- input --------------------------------------------------------------------------------------------------------

interface Body {
  kind: 'members' | 'items'
  schema: Json
  required: boolean
}

/** A body that is a list, or may be one, becomes the argument `items`. */
function bodyOf(document: Json, { requestBody }: Json): Body | undefined {
  if (!requestBody) return undefined
  const required = requestBody.required === true
  const given = requestBody.content['application/json'].schema
  const schema = resolved(document, given)
  if (schema.properties) return { kind: 'members', schema, required }
  const list = [schema, ...(schema.anyOf ?? [])].find(each => resolved(document, each).type === 'array')
  if (!list) throw new Error('A body must be an object or a list')
  return { kind: 'items', schema: list === schema ? given : list, required }
}

type Telling = 'whole' | 'brief'

/** One flat object with the members of path, query, headers and body. */
function inputOf(document: Json, parameters: Json[], body: Body | undefined): (telling: Telling) => Json {
  const members: [string, Json, boolean][] = parameters.map(({ name, in: place, schema, description, required }) => [
    place === 'header' ? argumentOf(name) : name,
    { ...schema, ...(description && { description }) },
    required === true,
  ])
  if (body?.kind === 'items') members.push(['items', body.schema, body.required])
  if (body?.kind === 'members') {
    const { properties, required = [] } = body.schema
    for (const [name, schema] of Object.entries<Json>(properties))
      members.push([name, schema, body.required && required.includes(name)])
  }
  const names = members.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`Duplicate tool argument: ${twice}`)
  const required = members.flatMap(([name, , needed]) => (needed ? [name] : []))
  return telling => {
    const shared = new Shared(document, telling)
    const properties = Object.fromEntries(members.map(([name, schema]) => [name, shared.copied(schema)]))
    return shared.closed({ type: 'object', properties, ...(required.length > 0 && { required }) })
  }
}

/** Keywords that a model does not need: constraints that API errors explain, and metadata for other programs. */
const LEFT_OUT = new Set([
  'pattern',
  'example',
  'examples',
  'discriminator',
  'title',
  'if',
  'then',
  'else',
  'dependentRequired',
])
const BRIEF_LEFT_OUT = new Set([
  ...LEFT_OUT,
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
])
const BY_NAME = new Set(['properties', 'patternProperties'])
const IS_VALUE = new Set(['enum', 'const', 'default', 'required'])
/** In characters: a shorter schema is inlined each time it is needed. */
const SHORT = 100

const REF = '#/components/schemas/'
const DEF = '#/$defs/'

/** Copies schemas of the contract. Those with several references become `$defs`. */
class Shared {
  readonly #document: Json
  readonly #telling: Telling
  readonly #defs = new Map<string, Json>()

  constructor(document: Json, telling: Telling) {
    this.#document = document
    this.#telling = telling
  }

  copied(node: Json): Json {
    if (Array.isArray(node)) return node.map(each => this.copied(each))
    if (typeof node !== 'object' || node === null) return node
    const left_out = this.#telling === 'brief' ? BRIEF_LEFT_OUT : LEFT_OUT
    const kept = Object.entries<Json>(node).filter(([key]) => !left_out.has(key) && !key.startsWith('x-'))
    return Object.fromEntries(
      kept.flatMap(([key, value]): [string, Json][] => {
        if (key === '$ref') return [[key, this.#referred(value)]]
        if (key === 'description') return [[key, this.#words(value)]]
        if (IS_VALUE.has(key)) return [[key, value]]
        if (BY_NAME.has(key)) return [[key, this.#named(value)]]
        return [[key, this.copied(value)]]
      }),
    )
  }

  #words(description: string): string {
    return this.#telling === 'whole' ? description : description.replace(/(?<=[a-z`)]\.) .*$/, '')
  }

  #named(schemas: Json): Json {
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, this.copied(schema)]))
  }

  #referred(ref: string): string {
    const name = ref.slice(REF.length)
    if (!this.#defs.has(name)) {
      // first, because a schema can refer to itself
      this.#defs.set(name, {})
      this.#defs.set(name, this.copied(resolved(this.#document, { $ref: ref })))
    }
    return DEF + name
  }

  /** The schema with its references resolved: inlined if it is short or used once, otherwise under `$defs`. */
  closed(schema: Json): Json {
    const text = JSON.stringify([schema, ...this.#defs.values()])
    const isInPlace = (name: string): boolean => {
      const uses = text.split(`"${DEF}${name}"`).length - 1
      const def = JSON.stringify(this.#defs.get(name))
      return (uses === 1 || def.length <= SHORT) && !this.#refersTo(name, name)
    }
    const in_place = new Set([...this.#defs.keys()].filter(isInPlace))
    const written = (node: Json): Json => {
      if (Array.isArray(node)) return node.map(written)
      if (typeof node !== 'object' || node === null) return node
      const { $ref, ...others } = node
      const inner = Object.fromEntries(Object.entries(others).map(([key, value]) => [key, written(value)]))
      const name = typeof $ref === 'string' ? $ref.slice(DEF.length) : undefined
      if (name === undefined) return inner
      return in_place.has(name) ? { ...written(this.#defs.get(name)), ...inner } : { $ref, ...inner }
    }
    const rest = [...this.#defs].filter(([name]) => !in_place.has(name))
    const $defs = Object.fromEntries(rest.map(([name, def]) => [name, written(def)]))
    return { ...written(schema), ...(rest.length > 0 && { $defs }) }
  }

  #refersTo(from: string, name: string, seen = new Set<string>()): boolean {
    if (seen.has(from)) return false
    seen.add(from)
    const inside = JSON.stringify(this.#defs.get(from)).matchAll(/"#\/\$defs\/([^"]+)"/g)
    return [...inside].some(([, each]) => each === name || this.#refersTo(each!, name, seen))
  }
}
