// What each operation's requests are held against, as code: openapi-backend makes the schemas of it, Ajv writes it. Done when
// the contract is generated, so that no server has to when it starts or when the first request comes.
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import type { Options as AjvOptions, ValidateFunction } from 'ajv'
import { type Document, OpenAPIBackend, type Operation, type Options } from 'openapi-backend'
import type { Json } from '../openapi.ts'
import { addContractKeywords, addLengthKeywords } from './contract-keywords.ts'
import {
  type SharedField,
  addSharedFields,
  compiledField,
  requireOf,
  sharedFields,
  withSharedFields,
} from './shared-fields.ts'

// as a module of ours would see what that package exports
const { default: written } = standaloneCode

type FieldOf = (name: string) => SharedField

export interface OpenContract {
  operations: Operation[]
  /** Of the body, if there is one, and of everything else. */
  validatorsOf(id: string): readonly ValidateFunction[]
  /** The modules that make the same ones, by their names: one for each operation, and what several of them share. */
  modules(): Map<string, string>
}

/** `document`: in plain JSON Schema. `shares`: a check calls what others have, too, instead of having it itself. */
export async function openContract(document: Document, shares = true): Promise<OpenContract> {
  const uses = new Map<unknown, Ajv2020>()
  const fields = new Map<string, SharedField>()
  const fieldOf = (name: string): SharedField => fields.get(name)!
  const api = new ReadContract({
    definition: document,
    customizeAjv: sharedAjv(uses, fieldOf),
    quick: true,
    strict: true,
  })
  await api.init()
  // it makes the list anew for whoever asks
  const operations = api.getOperations()
  const schemas = shares ? sharedFields(api.definition, operations) : new Map<string, Json>()
  for (const [name, schema] of schemas) fields.set(name, compiledField(newAjv({ strict: false }, fieldOf), schema))
  const checked = operations.map(operation => withSharedFields(operation, schemas))
  api.router.getOperations = () => checked
  const validatorsOf = (id: string): readonly ValidateFunction[] =>
    api.validator.getRequestValidatorsForOperation(id) ?? []
  const partsOf = (id: string): string[] => {
    // new ones, which count their names from the beginning: an operation more changes no other's code
    uses.clear()
    const validators = validatorsOf(id)
    return [...uses.values()].map((ajv, index) => codeOf({ ajv, check: validators[index]! }))
  }
  return {
    operations,
    validatorsOf,
    modules: () => {
      const ofOperations = inModules(new Map(operations.map(({ operationId: id }) => [id!, partsOf(id!)])))
      const ofFields = [...fields].map(([name, field]) => [`${name}.field`, codeOf(field)] as const)
      return new Map([...ofOperations, ...ofFields].map(([name, code]) => [name, moduleOf(code)]))
    },
  }
}

const codeOf = ({ ajv, check }: SharedField): string =>
  `(module => {${written(ajv, check)}return module.exports\n})({})`
/** It is given what it calls. */
const moduleOf = (code: string): string => `// Made by \`npm run generate\`.\nmodule.exports = words => ${code}\n`

/** A part that several operations have is a module of its own, with the name of the first of them. */
function inModules(operations: ReadonlyMap<string, string[]>): Map<string, string> {
  const modules = new Map<string, string>()
  const users = Map.groupBy(
    [...operations].flatMap(([id, parts]) => parts.map(part => ({ id, part }))),
    ({ part }) => part,
  )
  for (const [id, parts] of operations) {
    const lines = parts.map((part, index) => {
      const [first, ...others] = users.get(part)!
      if (others.length === 0) return part
      const name = `${first!.id}.${index === parts.length - 1 ? 'parameters' : 'body'}`
      modules.set(name, part)
      return String(requireOf(name))
    })
    modules.set(id, `[\n${lines.join(',\n')},\n]`)
  }
  return modules
}

/** Its own way looks for documents elsewhere that are referred to, and nobody uses what comes of it. */
class ReadContract extends OpenAPIBackend {
  override async loadDocument(): Promise<Document> {
    return (this.document = this.inputDocument as Document)
  }
}

/** One Ajv per use instead of one per operation. */
function sharedAjv(uses: Map<unknown, Ajv2020>, fieldOf: FieldOf): NonNullable<Options['customizeAjv']> {
  return (_, options, context) => {
    const ajv = uses.get(context) ?? newAjv(options, fieldOf)
    uses.set(context, ajv)
    return ajv
  }
}

function newAjv(options: AjvOptions, fieldOf: FieldOf): Ajv2020 {
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
  addSharedFields(ajv, fieldOf)
  addFormats.default(ajv)
  return ajv
}
