// Validators of the contract's schemas: for responses, which must not contain undeclared fields, and for requests.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Json } from '../openapi.ts'
import { sealed } from './seal.ts'

/** The maximum number of reported errors per response; a wrong response could have a hundred. */
const FAULTS_MAX = 8

export class Schemas {
  readonly #ajv: Ajv2020
  readonly #closed: boolean
  readonly #validators = new Map<Json, ValidateFunction>()

  /** `closed`: an undeclared field is an error. */
  constructor(document: Json, closed: boolean) {
    this.#ajv = new Ajv2020({ strict: false, allErrors: closed })
    ;(addFormats as unknown as (ajv: Ajv2020) => void)(this.#ajv)
    const components = closed ? sealed(document.components) : document.components
    this.#ajv.addSchema({ $id: 'contract', components: structuredClone(components) })
    this.#closed = closed
  }

  /** The errors of a value, each with its path. */
  faults(schema: Json, value: unknown): string[] {
    const validate = this.#validator(schema)
    if (validate(value)) return []
    return [...new Set(telling(validate.errors ?? []).map(words))].slice(0, FAULTS_MAX)
  }

  #validator(schema: Json): ValidateFunction {
    const known = this.#validators.get(schema)
    if (known) return known
    const validate = this.#ajv.compile(absolute(this.#closed ? sealed(schema) : schema))
    this.#validators.set(schema, validate)
    return validate
  }
}

/** References refer to the registered document, no matter where the schema is compiled. */
function absolute(node: Json): Json {
  if (Array.isArray(node)) return node.map(absolute)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' && value.startsWith('#') ? `contract${value}` : absolute(value),
    ]),
  )
}

/** A choice fails with all of its branches; the deepest error says most about the intended branch. */
function telling(errors: readonly ErrorObject[]): ErrorObject[] {
  const plain = errors.filter(({ keyword }) => !['anyOf', 'oneOf', 'if'].includes(keyword))
  return plain.length > 0 ? plain : [...errors]
}

function words({ instancePath, keyword, params, message }: ErrorObject): string {
  const at = (name?: string): string => place(name === undefined ? instancePath : `${instancePath}/${name}`)
  switch (keyword) {
    case 'required':
      return `${at(params.missingProperty)} is missing`
    case 'unevaluatedProperties':
    case 'additionalProperties':
      return `${at(params.unevaluatedProperty ?? params.additionalProperty)} is not declared`
    case 'enum':
      return `${at()} must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}`
    case 'const':
      return `${at()} must be ${JSON.stringify(params.allowedValue)}`
    default:
      return `${at()} ${message}`
  }
}

/** `/data/0/id` → `data[0].id`. */
function place(pointer: string): string {
  const parts = pointer.split('/').slice(1)
  const names = parts.map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return (
    names.map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : index === 0 ? name : `.${name}`)).join('') ||
    'the body'
  )
}
