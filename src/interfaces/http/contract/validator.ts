// Validates requests and responses like openapi-backend, with validators that are compiled at the first request of an
// operation and share the schemas that several operations have.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Ajv, ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import {
  type Document,
  OpenAPIValidator,
  type OpenAPIRouter,
  type Operation,
  ValidationContext,
  type ValidationResult,
} from 'openapi-backend'
import { once } from '../../../base/runtime/lazy.ts'
import { dereference, type JsonNode, mapValues, readSchemas } from '../../contract/document.ts'
import { addContractKeywords, addLengthKeywords } from '../../contract/ajv-keywords.ts'
import type { ContractRequest } from './request.ts'
import type { Refusal } from '../../../base/text/refusal.ts'
import { refusalOf } from '../validation.ts'
import { MisspelledFields, type FieldLocations } from './misspelled-fields.ts'
import type { OperationTraits } from './traits.ts'
import { type FindSchema, responseSchema, type Schema, schemasIn, validationSchema } from '../../contract/schemas.ts'

/** Compilation is interrupted after this time, so that other requests continue. */
const COMPILE_MS = 10
/** Referenced schemas with fewer keywords are inlined into the code of each schema that refers to them. */
const INLINED_KEYWORDS_MAX = 20

const VALID: ValidationResult = { valid: true, errors: null }

/** Schemas compiled by one Ajv, each when it is first needed. */
class CompiledSchemas {
  readonly ajv: Ajv2020
  readonly #find: FindSchema
  readonly #formOf: (schema: JsonNode) => Schema

  constructor(ajv: Ajv2020, find: FindSchema, formOf: (schema: JsonNode) => Schema) {
    addFormats.default(ajv)
    this.ajv = ajv
    this.#find = find
    this.#formOf = formOf
  }

  /** The form of a schema for this Ajv. Adds the schemas it refers to; `added` receives their names, inner ones first. */
  formOf(schema: JsonNode, added: string[] = []): Schema {
    const form = this.#formOf(schema)
    for (const name of referencesIn(form)) this.#add(name, added)
    return form
  }

  /** Finds the form of a schema that was added. */
  readonly find: FindSchema = name => this.ajv.schemas[name]!.schema as Schema

  /** The validator of a schema of the contract. */
  named(name: string): ValidateFunction {
    this.#add(name, [])
    return this.ajv.getSchema(name)!
  }

  #add(name: string, added: string[]): void {
    if (this.ajv.schemas[name]) return
    const form = this.#formOf(this.#find(name))
    this.ajv.addSchema(form, name)
    for (const inner of referencesIn(form)) this.#add(inner, added)
    added.push(name)
  }
}

/** The names of the schemas that a schema refers to. */
function referencesIn(node: JsonNode): string[] {
  if (typeof node !== 'object' || node === null) return []
  if (typeof node.$ref === 'string') return [node.$ref]
  return Object.values(node).flatMap(referencesIn)
}

const requestSchemas = once(() => {
  const ajv = new Ajv2020({
    strict: false,
    useDefaults: true,
    validateSchema: false,
    discriminator: true,
    verbose: true,
    inlineRefs: INLINED_KEYWORDS_MAX,
  })
  addLengthKeywords(ajv)
  addContractKeywords(ajv)
  return new CompiledSchemas(ajv, schemasIn(readSchemas()), validationSchema)
})

/** The validator of a schema of the contract for requests; compiled at the first call. */
export function validatorOfSchema(name: string): ValidateFunction {
  return requestSchemas().named(name)
}

interface ValidatorParts {
  router: OpenAPIRouter
  /** The whole contract. */
  document: () => Document
}

export class ContractValidator extends OpenAPIValidator {
  readonly #document: () => JsonNode
  readonly #responses: () => CompiledSchemas
  readonly #compiling = new Map<string, Promise<void>>()

  constructor({ router, document }: ValidatorParts) {
    super({ definition: router.definition, router, lazyCompileValidators: true })
    this.#document = document
    this.#responses = once(() => {
      const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, inlineRefs: false })
      return new CompiledSchemas(ajv, schemasIn(this.#document().components.schemas), responseSchema)
    })
  }

  override getAjv(context: ValidationContext): Ajv {
    const is_request = context === ValidationContext.RequestBody || context === ValidationContext.Params
    return is_request ? requestSchemas().ajv : this.#responses().ajv
  }

  /** Compiles the validators for the requests of an operation, in short turns; `undefined`: already compiled. */
  compile(operation: Operation): Promise<void> | undefined {
    const id = operation.operationId!
    if (this.requestValidators[id]) return undefined
    const compiling =
      this.#compiling.get(id) ?? this.#compileInTurns(operation).finally(() => this.#compiling.delete(id))
    this.#compiling.set(id, compiling)
    return compiling
  }

  async #compileInTurns(operation: Operation): Promise<void> {
    const schemas = requestSchemas()
    const names: string[] = []
    this.#requestOf(operation, schema => schemas.formOf(schema, names))
    let began_ms = performance.now()
    for (const name of names) {
      schemas.named(name)
      if (performance.now() - began_ms < COMPILE_MS) continue
      await nextTurn()
      began_ms = performance.now()
    }
    this.getRequestValidatorsForOperation(operation.operationId!)
  }

  /** Calls the library's method with the parameters and the body of the operation, which `definition` does not contain. */
  override buildRequestValidatorsForOperation(operation: Operation): ValidateFunction[] | null {
    const schemas = requestSchemas()
    return super.buildRequestValidatorsForOperation(this.#requestOf(operation, schema => schemas.formOf(schema)))
  }

  override buildStatusBasedResponseValidatorForOperation(
    operation: Operation,
  ): ReturnType<OpenAPIValidator['buildStatusBasedResponseValidatorForOperation']> {
    const schemas = this.#responses()
    const responses = mapValues(this.#describedAt(operation).responses, each =>
      withForms(dereference(this.#document(), each), schema => schemas.formOf(schema)),
    )
    return super.buildStatusBasedResponseValidatorForOperation({ ...operation, responses })
  }

  /** Validates path, query, headers and body; writes defaults of the contract into the request. */
  override validateRequest(request: ContractRequest, operation: Operation): ValidationResult {
    const { params: path, query, headers: header, requestBody } = request
    const input = { path, query, header, cookie: {}, requestBody }
    for (const validate of this.getRequestValidatorsForOperation(operation.operationId!) ?? [])
      if (!validate(input)) return { valid: false, errors: validate.errors ?? [] }
    return VALID
  }

  #describedAt({ path, method }: Operation): JsonNode {
    return this.#document().paths[path][method]
  }

  /** The operation with its parameters and body as the contract describes them. */
  #requestOf(operation: Operation, formOf: (schema: JsonNode) => Schema): Operation {
    const { parameters = [], requestBody } = this.#describedAt(operation)
    const withForm = (each: JsonNode): JsonNode => {
      const parameter = dereference(this.#document(), each)
      return { ...parameter, schema: formOf(parameter.schema) }
    }
    return {
      ...operation,
      parameters: parameters.map(withForm),
      ...(requestBody && { requestBody: withForms(requestBody, formOf) }),
    }
  }
}

/** `holder`: a request body or a response. */
function withForms(holder: JsonNode, formOf: (schema: JsonNode) => Schema): JsonNode {
  if (!holder.content) return holder
  return { ...holder, content: mapValues(holder.content, media => ({ ...media, schema: formOf(media.schema) })) }
}

const BODY = '/requestBody'
const ITEM = `${BODY}/0`

/** For a list whose items are validated separately: the refusal of each invalid item, worded as if the item were the body. */
export function itemFaults(
  { params: path, query, headers: header, requestBody }: ContractRequest,
  validators: readonly ValidateFunction[],
): Map<number, Refusal> {
  const faults = new Map<number, Refusal>()
  for (const [index, item] of (requestBody as unknown[]).entries()) {
    for (const validate of validators) {
      if (faults.has(index) || validate({ path, query, header, cookie: {}, requestBody: [item] })) continue
      const errors = (validate.errors ?? []).filter(({ instancePath }) => instancePath.startsWith(ITEM))
      for (const error of errors) error.instancePath = BODY + error.instancePath.slice(ITEM.length)
      if (errors.length > 0) faults.set(index, refusalOf(errors))
    }
  }
  return faults
}

const places: FieldLocations = new Map()

/** Finds misspelled fields and parameters in an operation's requests. */
export function findMisspelledFields({ body, query }: OperationTraits): MisspelledFields {
  const schemas = requestSchemas()
  const form = body?.schema && schemas.formOf(body.schema)
  return new MisspelledFields(schemas.find, places, { body: form, query: [...query.keys()] })
}
