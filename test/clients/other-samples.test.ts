// The Python, Go and Rust samples of the documentation: each contains its request, and its syntax is plausible. The
// samples of the contract (curl and Node.js) are run in code-samples.test.ts.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Json, methodsOf } from '../../scripts/openapi.ts'
import { readDocument } from '../../src/interfaces/contract/document.ts'
import { type Example, examplesIn } from '../../src/interfaces/contract/examples.ts'
import { type LanguageSample, samplesOf } from '../../src/interfaces/docs/samples/samples.ts'
import { temporaryFolder } from '../support/folder.ts'

const LANGUAGES = ['cURL', 'Node.js', 'Python', 'Go', 'Rust']
const GENERATED = LANGUAGES.slice(2)

const document: Json = readDocument()
const examples = Map.groupBy(examplesIn(document), ({ operation }) => operation as string)
const operations: [string, LanguageSample[]][] = methodsOf(document).map(({ operation }) => [
  operation.operationId,
  samplesOf(operation),
])

/** The generated samples with their examples. */
const generated: [title: string, Example, LanguageSample][] = operations.flatMap(([id, samples]) =>
  samples
    .map((sample, index) => [sample, examples.get(id)![Math.floor(index / LANGUAGES.length)]!] as const)
    .filter(([{ language }]) => GENERATED.includes(language))
    .map(([sample, example]): [string, Example, LanguageSample] => [
      [id, example.name, sample.language].filter(Boolean).join(': '),
      example,
      sample,
    ]),
)

/** The code without its strings, in which brackets do not count. */
const withoutStrings = (source: string): string => source.replaceAll(/`[^`]*`|"(?:[^"\\\n]|\\.)*"/g, '""')

function unbalanced(source: string): string[] {
  const open: string[] = []
  const pairs = new Map([
    [')', '('],
    [']', '['],
    ['}', '{'],
  ])
  for (const [bracket] of withoutStrings(source).matchAll(/[()[\]{}]/g)) {
    const pair = pairs.get(bracket)
    if (pair === undefined) open.push(bracket)
    else if (open.pop() !== pair) return [bracket]
  }
  return open
}

/** The strings and numbers of a body. */
function valuesIn(body: unknown): string[] {
  if (typeof body === 'object' && body !== null) return Object.values(body).flatMap(valuesIn)
  return typeof body === 'string' || typeof body === 'number' ? [String(body)] : []
}

/** Without spaces, and with the escapes of nested strings undone. */
const plain = (text: string): string => text.replaceAll(/\\n|[\s\\]/g, '')

describe('each operation', () => {
  it.each(operations)('%s has samples in all languages', (id, samples) => {
    const each = samples.map(({ language }) => language)
    expect(each).toEqual(examples.get(id)!.flatMap(() => LANGUAGES))
  })
})

describe('the generated sample of', () => {
  it.each(generated)('%s has balanced brackets and its request', (_, example, { source }) => {
    expect(unbalanced(source)).toEqual([])
    expect(source).toContain('LETTERMILL_URL')
    const uses_sdk = /resend/.test(source)
    for (const value of Object.values(example.path_values)) {
      expect([value, encodeURIComponent(value)].some(each => source.includes(each))).toBe(true)
    }
    if (!uses_sdk && example.operation !== 'authorize') {
      const [first = ''] = example.path.split('{')
      expect(source).toContain(first)
      expect(source.toLowerCase()).toContain(example.method)
    }
    const text = plain(source)
    for (const value of valuesIn(example.body)) expect(text).toContain(plain(value))
  })

  it('an email uses the published SDK of its language', () => {
    const samples = operations.find(([id]) => id === 'sendEmail')![1]
    const source = (language: string): string => samples.find(each => each.language === language)!.source
    expect(source('Python')).toContain('resend.Emails.send({')
    expect(source('Go')).toContain('client.Emails.Send(&resend.SendEmailRequest{')
    expect(source('Rust')).toContain('resend.emails.send(email).await?')
  })
})

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0
const HAS_GO = spawnSync('gofmt', ['-h']).error === undefined

if (!HAS_PYTHON) console.warn('python3 is not on this machine: the syntax of the Python samples was not checked')
if (!HAS_GO) console.warn('gofmt is not on this machine: the syntax of the Go samples was not checked')

describe('the syntax', () => {
  const folder = temporaryFolder()
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Writes the samples of a language to files. */
  function filesOf(language: string, extension: string): string[] {
    const target = path.join(folder, extension)
    mkdirSync(target)
    return generated
      .filter(([, , sample]) => sample.language === language)
      .map(([, { operation }, { source }], index) => {
        const file = path.join(target, `${operation}_${index}.${extension}`)
        writeFileSync(file, `${source}\n`)
        return file
      })
  }

  it.skipIf(!HAS_PYTHON)('of the Python samples is valid', () => {
    execFileSync('python3', ['-m', 'py_compile', ...filesOf('Python', 'py')], { stdio: 'pipe' })
  })

  it.skipIf(!HAS_GO)('of the Go samples is valid', () => {
    execFileSync('gofmt', ['-e', '-l', ...filesOf('Go', 'go')], { stdio: 'pipe' })
  })
})
