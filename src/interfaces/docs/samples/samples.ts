// The code samples of an operation: those of the contract (curl and Node.js), and generated ones for other languages.
import { once } from '../../../base/runtime/lazy.ts'
import { readDocument } from '../../contract/document.ts'
import { examplesIn } from '../../contract/examples.ts'
import type { Json } from '../document.ts'
import { goSample } from './go.ts'
import { pythonSample } from './python.ts'
import { mannerOf } from './request.ts'
import { rustSample } from './rust.ts'

export interface LanguageSample {
  language: string
  /** The name of its example, if the operation has several. */
  name: string | undefined
  source: string
}

const LANGUAGES = { Shell: 'cURL', JavaScript: 'Node.js' } as const

const GENERATORS = [
  ['Python', pythonSample],
  ['Go', goSample],
  ['Rust', rustSample],
] as const

const examplesByOperation = once(() => Map.groupBy(examplesIn(readDocument()), ({ operation }) => operation as string))

/** The samples of each example together, in the order of the languages. */
export function samplesOf(operation: Json): LanguageSample[] {
  const manner = mannerOf(operation)
  const of_contract: Json[] = operation['x-codeSamples'] ?? []
  return examplesByOperation()
    .get(operation.operationId)!
    .flatMap((example, index) => {
      const sample = (language: string, source: string): LanguageSample => ({ language, name: example.name, source })
      const documented = Object.entries(LANGUAGES).map(([lang, language]) =>
        sample(language, of_contract.filter(each => each.lang === lang)[index].source),
      )
      return documented.concat(GENERATORS.map(([language, generate]) => sample(language, generate(example, manner))))
    })
}
