// What each operation's requests are held against, as code: openapi-backend makes the schemas of it, Ajv writes it. Done when
// the contract is generated, so that no server has to when it starts or when the first request comes.
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import type { ValidateFunction } from 'ajv'
import { type Document, OpenAPIBackend, type Operation, type Options } from 'openapi-backend'
import { addContractKeywords, addLengthKeywords } from './contract-keywords.ts'

// as a module of ours would see what that package exports
const { default: written } = standaloneCode

export interface OpenContract {
  operations: Operation[]
  /** Of the body, if there is one, and of everything else. */
  validatorsOf(id: string): readonly ValidateFunction[]
  /** The module that makes the same ones; it is given what it calls. */
  codeOf(id: string): string
}

/** `document`: in plain JSON Schema. */
export async function openContract(document: Document): Promise<OpenContract> {
  const shared = new Map<unknown, Ajv2020>()
  const api = new ReadContract({ definition: document, customizeAjv: sharedAjv(shared), quick: true, strict: true })
  await api.init()
  // it makes the list anew for whoever asks
  const operations = api.getOperations()
  api.router.getOperations = () => operations
  const validatorsOf = (id: string): readonly ValidateFunction[] =>
    api.validator.getRequestValidatorsForOperation(id) ?? []
  return {
    operations,
    validatorsOf,
    codeOf: id => {
      // new ones, which count their names from the beginning: an operation more changes no other's code
      shared.clear()
      const validators = validatorsOf(id)
      const parts = [...shared.values()].map(
        (ajv, index) => `(module => {${written(ajv, validators[index])}return module.exports\n})({}),\n`,
      )
      return `// Made by \`npm run generate\`.\nmodule.exports = words => [\n${parts.join('')}]\n`
    },
  }
}

/** Its own way looks for documents elsewhere that are referred to, and nobody uses what comes of it. */
class ReadContract extends OpenAPIBackend {
  override async loadDocument(): Promise<Document> {
    return (this.document = this.inputDocument as Document)
  }
}

/** One Ajv per use instead of one per operation. */
function sharedAjv(shared: Map<unknown, Ajv2020>): NonNullable<Options['customizeAjv']> {
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
      code: { source: true, lines: true },
    })
    addLengthKeywords(ajv)
    addContractKeywords(ajv)
    addFormats.default(ajv)
    shared.set(context, ajv)
    return ajv
  }
}
