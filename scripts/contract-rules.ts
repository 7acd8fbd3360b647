// Rules for our contract beyond valid OpenAPI: generated SDKs and their users need them, and they exclude constructs
// that break generators and testers.
import { type Json, type Method, methodsOf, resolved, visitSchemas } from './openapi.ts'

/** The violations as sentences; empty if the contract satisfies all rules. */
export function faultsOf(document: Json): string[] {
  return [
    ...headFaults(document),
    ...schemaFaults(document),
    ...alikeFaults(document),
    ...unusedFaults(document),
    ...errorFaults(document),
    ...operationFaults(document),
  ]
}

/** Reports a sentence if the condition is false. */
type Needs = (there: unknown, what: string) => void

function collect(check: (needs: Needs) => void): string[] {
  const faults: string[] = []
  check((there, what) => {
    if (!there) faults.push(what)
  })
  return faults
}

function headFaults({ info, tags, paths }: Json): string[] {
  return collect(needs => {
    needs(
      info.license?.identifier,
      'info.license requires an identifier, because a generator rejects the document without it',
    )
    needs(info.contact, 'info has no contact')
    needs(tags?.[0]?.name === 'Emails', 'emails must be the first tag')
    for (const { name, description } of tags ?? []) needs(description, `the tag ${name} has no description`)
    const known = new Set(tags?.map(({ name }: Json) => name))
    for (const { operation } of methodsOf({ paths })) {
      for (const tag of operation.tags ?? []) needs(known.has(tag), `the tag ${tag} is not in @tagMetadata of main.tsp`)
    }
  })
}

// ---- schemas ------------------------------------------------------------------------------------------------------

const isNull = ({ type }: Json): boolean => type === 'null'
const isOnlyRequired = (branch: Json): boolean => Object.keys(branch).every(key => key === 'required')
const isMap = ({ additionalProperties, properties }: Json): boolean =>
  additionalProperties !== undefined && additionalProperties !== false && properties === undefined

/** Valid constructs that generators, mocks or testers handle badly. */
function schemaFaults(document: Json): string[] {
  return collect(needs => {
    visitSchemas(document, (schema, place) => {
      const at = (there: unknown, what: string): void => needs(there, `schema ${place}: ${what}`)
      at(schema.unevaluatedProperties === undefined, 'unevaluatedProperties; use additionalProperties')
      for (const [name, { default: value }] of Object.entries<Json>(schema.properties ?? {}))
        at(value === undefined, `the default of ${name} makes it required in generated types; use x-default`)
      const values = [...(schema.enum ?? []), ...('const' in schema ? [schema.const] : [])]
      at(!values.some(value => typeof value === 'boolean'), 'a boolean with one value; use boolean and describe it')
      at(!schema.enum?.some(Number.isFinite), 'an enum of numbers; use a constant or bounds')
      at(
        !('const' in schema) || schema.type === 'integer',
        'a constant that is not an integer; use an enum with one string',
      )
      choiceFaults(document, schema, at)
    })
  })
}

/** Generators give both the same name (`ContentType`), which typed languages reject. */
const plainName = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase()

/** Names in one place that differ only in case, underscores or hyphens. */
function alikeFaults(document: Json): string[] {
  return collect(needs => {
    const differ = (names: readonly string[], place: string): void => {
      const first = new Map<string, string>()
      for (const name of new Set(names)) {
        const known = first.get(plainName(name))
        needs(
          known === undefined,
          `${place}: ${known} and ${name} are the same name in Go and Java; add x-also-read to one`,
        )
        first.set(plainName(name), name)
      }
    }
    visitSchemas(document, (schema, place) => {
      differ(fieldsOf(document, schema), `schema ${place}`)
      differ(
        (schema.enum ?? []).filter((value: unknown) => typeof value === 'string'),
        `the values of ${place}`,
      )
    })
    differ(Object.keys(document.components.schemas), 'the schemas')
    differ(
      methodsOf(document).map(({ operation }) => operation.operationId),
      'the operations',
    )
    for (const { operation } of methodsOf(document)) {
      const names = (operation.parameters ?? []).map((each: Json) => resolved(document, each).name)
      differ(names, `the parameters of ${operation.operationId}`)
    }
  })
}

/** Includes the names of composed schemas. */
function fieldsOf(document: Json, schema: Json): string[] {
  const parts: Json[] = schema.allOf ?? []
  return [
    ...Object.keys(schema.properties ?? {}),
    ...parts.flatMap(part => fieldsOf(document, resolved(document, part))),
  ]
}

function unusedFaults(document: Json): string[] {
  const used = new Set(
    [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
  )
  return collect(needs => {
    for (const name of Object.keys(document.components.schemas))
      needs(used.has(name), `schema ${name}: nothing refers to it`)
  })
}

function choiceFaults(document: Json, schema: Json, needs: Needs): void {
  const branches: Json[] = schema.anyOf ?? schema.oneOf ?? []
  needs(
    !branches.some(isOnlyRequired),
    'a union that differs only in `required` generates unknown types; use x-at-least-one-of',
  )
  const nullableObject = branches.length === 2 && resolved(document, branches[0]).type === 'object'
  needs(!branches.some(isNull) || nullableObject, 'a null branch next to a scalar; use type: [..., null]')
  const maps = branches.filter(branch => isMap(resolved(document, branch)))
  needs(maps.length === 0 || branches.some(isNull), 'a union with a map, which does not compile in typed languages')
}

// ---- errors -------------------------------------------------------------------------------------------------------

/** The shared error responses: a constant status, the closed list of names, an example for each. */
function errorFaults(document: Json): string[] {
  return collect(needs => {
    for (const [name, answer] of Object.entries<Json>(document.components.responses ?? {})) {
      const at = (there: unknown, what: string): void => needs(there, `error ${name}: ${what}`)
      const { schema, examples } = answer.content['application/json']
      const { statusCode, name: api, error: oauth } = resolved(document, schema).properties
      const names: string[] | undefined = (api ?? oauth).enum
      at(oauth || statusCode.const >= 400, 'statusCode must be a constant')
      at(names, 'name must be an enum')
      for (const each of names ?? []) at(examples?.[each], `no message for ${each} in x-examples of its model`)
      at(answer.description, 'no description')
    }
  })
}

// ---- operations ---------------------------------------------------------------------------------------------------

function operationFaults(document: Json): string[] {
  const seen = new Set<string>()
  const ids = new Set(methodsOf(document).map(({ operation }) => operation.operationId))
  return methodsOf(document).flatMap(method =>
    collect(needs => {
      const { operation } = method
      const id = operation.operationId
      const at = (there: unknown, what: string): void =>
        needs(there, `${method.method.toUpperCase()} ${method.path} (${id}): ${what}`)
      at(/^[a-z][A-Za-z]+$/.test(id), 'the operationId must be one camelCase word')
      at(!seen.has(id), 'the operationId is used twice')
      seen.add(id)
      const alias = operation['x-alias-of']
      at(alias === undefined || ids.has(alias), 'the operation of this alias does not exist')
      at(alias === undefined || operation.deprecated, 'an alias must be deprecated')
      deprecationFaults(operation, at)
      wordFaults(document, method, at)
      parameterFaults(document, method, at)
      bodyFaults(document, method, at)
      linkFaults(document, method, at)
    }),
  )
}

/** Responses of a deprecated operation contain both dates in headers. */
function deprecationFaults({ deprecated, 'x-deprecated-at': since, 'x-sunset': end }: Json, needs: Needs): void {
  if (!deprecated) return
  needs(!Number.isNaN(Date.parse(since)), 'deprecated, but x-deprecated-at is not a time')
  // RFC 9745 3
  needs(Date.parse(end) > Date.parse(since), 'deprecated, but x-sunset is not a time after x-deprecated-at')
}

/** Names that generators derive from the name of an operation. */
const MADE = ['Data', 'Error', 'Errors', 'Response', 'Responses']

function wordFaults(document: Json, { operation }: Method, needs: Needs): void {
  const { operationId: id } = operation
  needs(operation.summary, 'no summary')
  needs(operation.description, 'no description')
  needs(operation.tags?.length === 1, 'not exactly one tag')
  needs(operation.security, 'no security; public operations require @useAuth(NoAuth)')
  for (const made of MADE) {
    const name = `${id[0].toUpperCase()}${id.slice(1)}${made}`
    needs(!document.components.schemas[name], `the schema ${name} has a name that generators use for their own types`)
  }
}

function parameterFaults(document: Json, { operation }: Method, needs: Needs): void {
  for (const reference of operation.parameters ?? []) {
    const parameter = resolved(document, reference)
    // openapi-backend would parse `limit=20` as a list
    if (parameter.in === 'query') needs(parameter.explode !== false, `query parameter ${parameter.name} must explode`)
    needs(
      parameter.example ?? parameter.examples,
      `no example of the parameter ${parameter.name}; add it to @opExample, or use @extension("x-example", ...)`,
    )
  }
  cursorFaults(
    (operation.parameters ?? []).map((reference: Json) => resolved(document, reference)),
    needs,
  )
}

/** JSON Schema cannot express mutually exclusive parameters, so each description mentions it. */
function cursorFaults(parameters: Json[], needs: Needs): void {
  const described = (name: string): string | undefined => parameters.find(each => each.name === name)?.description
  const [after, before] = [described('after'), described('before')]
  needs(
    after === undefined || after.includes('`before`'),
    'the description of after must mention that it excludes before',
  )
  needs(
    before === undefined || before.includes('`after`'),
    'the description of before must mention that it excludes after',
  )
}

/** Form fields for clients of orval must be strings, files, or objects, which it converts to JSON. */
function formFaults(document: Json, { requestBody }: Json, needs: Needs): void {
  const form = requestBody?.content?.['multipart/form-data']
  if (!form) return
  for (const [name, part] of Object.entries<Json>(resolved(document, form.schema).properties)) {
    const { type, items } = resolved(document, part)
    needs(typeof type === 'string', `the part ${name} has no named type, so clients do not serialize it as JSON`)
    needs(
      type !== 'array' || typeof resolved(document, items).type === 'string',
      `the part ${name} is a list of a union, which clients cannot send; use x-items-also-read`,
    )
  }
}

/** The default description of a successful response in the emitter. */
const STOCK =
  /^(?:$|The request has|There is no content|The URL of the requested|The client has made|Successful$|Redirection$)/

function bodyFaults(document: Json, { operation }: Method, needs: Needs): void {
  formFaults(document, operation, needs)
  const content = operation.requestBody?.content?.['application/json']
  if (content) {
    needs(content.example ?? content.examples, 'no example of the request')
    needs(content.schema.$ref, 'the body has no name; create a model')
  }
  const answers = Object.entries<Json>(operation.responses)
  const good = answers.filter(([status]) => status < '400')
  const errors = answers.filter(([status]) => status >= '400')
  needs(good.length > 0, 'no success response')
  needs(errors.length > 0 || operation['x-always-answers'], 'no error is documented')
  for (const [status, answer] of good) {
    needs(
      !STOCK.test(answer.description ?? ''),
      `the ${status} response has only a generated description; use @returnsDoc`,
    )
    const json = answer.content?.['application/json']
    needs(!json || (json.example ?? json.examples), `no example of the ${status} response`)
    needs(!json || json.schema.$ref, `the ${status} response has no name; create a model`)
  }
  for (const [status, answer] of errors) {
    needs(answer.$ref, `the ${status} response is not one of components/responses`)
    const { properties } = resolved(document, resolved(document, answer).content['application/json'].schema)
    needs(
      !properties.statusCode || String(properties.statusCode.const) === status,
      `the ${status} response has another status`,
    )
  }
}

/** A created object is found by links: for a POST with status 201, or one on a list whose items have a path. */
function linkFaults(document: Json, { method, path, operation }: Method, needs: Needs): void {
  if (method !== 'post') return
  for (const [status, answer] of Object.entries<Json>(operation.responses)) {
    const schema = answer.content?.['application/json']?.schema
    if (status >= '300' || !schema || !resolved(document, schema).properties?.id) continue
    const isList = Object.keys(document.paths).some(
      each => each.startsWith(`${path}/{`) && !each.slice(path.length + 1).includes('/'),
    )
    needs(
      answer.links ?? (status !== '201' && !isList),
      `the ${status} response contains a created object but has no links`,
    )
  }
}
