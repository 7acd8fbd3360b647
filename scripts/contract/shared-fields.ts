// Large fields that the bodies of several operations have: each is checked by one function, which the checks of all these
// bodies call. Written into each of them, the steps of an automation alone were a quarter of all checks.
import { type Ajv2020, type ValidateFunction, _ } from 'ajv/dist/2020.js'
import { callRef } from 'ajv/dist/vocabularies/core/ref.js'
import { type Document, OpenAPIValidator, type Operation } from 'openapi-backend'
import type { Json } from '../openapi.ts'

const SHARED_FIELD = 'x-shared-field'

/** Characters of a schema: to call the checks of smaller ones, too, made that of `createContact` 5 % slower. */
const LARGE = 500

export interface SharedField {
  ajv: Ajv2020
  check: ValidateFunction
}

/** Their schemas, by the names that the contract has for them. */
export function sharedFields({ components }: Document, operations: readonly Operation[]): Map<string, Json> {
  const bodies = new Set(operations.flatMap(bodySchemas))
  const fields = Map.groupBy(
    [...bodies].flatMap(({ properties = {} }) => Object.values<Json>(properties)),
    schema => schema,
  )
  const large = (schema: Json): boolean => JSON.stringify(OpenAPIValidator['decycle'](schema)).length > LARGE
  return new Map(
    Object.entries<Json>(components!.schemas!).filter(
      ([, schema]) => (fields.get(schema)?.length ?? 0) > 1 && large(schema),
    ),
  )
}

function bodySchemas({ requestBody }: Operation): Json[] {
  return Object.values<Json>((requestBody as Json)?.content ?? {}).map(({ schema }) => schema)
}

/** A copy whose body names them in the place of what they are like. */
export function withSharedFields(operation: Operation, shared: ReadonlyMap<string, Json>): Operation {
  const names = new Map([...shared].map(([name, schema]) => [schema, name]))
  const named = (schema: Json): Json =>
    schema.properties
      ? {
          ...schema,
          properties: mapped(schema.properties, field =>
            names.has(field) ? { [SHARED_FIELD]: names.get(field) } : field,
          ),
        }
      : schema
  if (!operation.requestBody) return operation
  const { content, ...others } = operation.requestBody as Json
  const media = mapped(content, ({ schema, ...rest }) => ({ ...rest, schema: named(schema) }))
  return { ...operation, requestBody: { ...others, content: media } }
}

const mapped = (given: Json, to: (value: Json) => Json): Json =>
  Object.fromEntries(Object.entries<Json>(given).map(([key, value]) => [key, to(value)]))

/** Lets a check call that of a shared field. */
export function addSharedFields(ajv: Ajv2020, fieldOf: (name: string) => SharedField): void {
  ajv.addKeyword({
    keyword: SHARED_FIELD,
    schemaType: 'string',
    code: cxt => {
      const { check } = fieldOf(cxt.schema)
      const name = cxt.gen.scopeValue('validate', { ref: check, code: requireOf(`${cxt.schema}.field`) })
      callRef(cxt, name, check.schemaEnv)
    },
  })
}

export function compiledField(ajv: Ajv2020, schema: Json): SharedField {
  // a schema may lead to itself, which Ajv alone does not read
  return { ajv, check: OpenAPIValidator['compileSchema'](ajv, schema) }
}

/** The call of what is written to a module beside. */
export const requireOf = (module: string): ReturnType<typeof _> => _`require(${`./${module}.cjs`})(words)`
