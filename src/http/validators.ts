// What openapi-backend makes of the contract: the list of operations, and what their requests are held against.
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { ValidateFunction } from 'ajv'
import { type Document, OpenAPIBackend, type Operation, type Options } from 'openapi-backend'
import { addContractKeywords } from './contract-keywords.ts'
import { addLengthKeywords } from './length-keywords.ts'

const REST_MS = 5

export interface OpenContract {
  operations: Operation[]
  /** Made when they are first asked for. */
  validatorsOf(id: string): readonly ValidateFunction[]
  /** Makes those that nobody has asked for yet, with a rest before each for whoever has something else to do. */
  makeValidators(): Promise<void>
}

export async function openContract(document: Document): Promise<OpenContract> {
  const api = new ReadContract({ definition: document, customizeAjv: sharedAjv(), quick: true, strict: true })
  await api.init()
  // it makes the list anew for whoever asks
  const operations = api.getOperations()
  api.router.getOperations = () => operations
  const known = new Map<string, readonly ValidateFunction[]>()
  const validatorsOf = (id: string): readonly ValidateFunction[] => {
    let validators = known.get(id)
    if (!validators) known.set(id, (validators = api.validator.getRequestValidatorsForOperation(id) ?? []))
    return validators
  }
  const makeValidators = async (): Promise<void> => {
    for (const { operationId } of operations) {
      if (operationId === undefined || known.has(operationId)) continue
      await rest()
      validatorsOf(operationId)
    }
  }
  return { operations, validatorsOf, makeValidators }
}

/** A process that has nothing else to do does not stay for this. */
function rest(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, REST_MS).unref())
}

/** Its own way looks for documents elsewhere that are referred to, and nobody uses what comes of it. */
class ReadContract extends OpenAPIBackend {
  override async loadDocument(): Promise<Document> {
    return (this.document = this.inputDocument as Document)
  }
}

/** One Ajv per use instead of one per operation. */
function sharedAjv(): NonNullable<Options['customizeAjv']> {
  const shared = new Map<unknown, Ajv2020>()
  return (_, options, context) => {
    const known = shared.get(context)
    if (known) return known
    const ajv = new Ajv2020({
      ...options,
      useDefaults: true,
      coerceTypes: false,
      validateSchema: false,
      discriminator: true,
      verbose: true,
      // tidying up what it writes takes as long as writing it (the graph of an automation: 79 ms instead of 36, in one
      // piece) and saves 0.1 us of a check
      code: { optimize: false },
    })
    addLengthKeywords(ajv)
    addContractKeywords(ajv)
    addFormats.default(ajv)
    shared.set(context, ajv)
    return ajv
  }
}
