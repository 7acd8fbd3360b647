// The code samples of the contract, run as printed against a sandbox: each sends the request of its example and
// succeeds.
import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CodeSample } from '../../scripts/code-samples.ts'
import { type Json, methodsOf } from '../../scripts/openapi.ts'
import { readDocument } from '../../src/interfaces/contract/document.ts'
import { type Example, examplesIn } from '../../src/interfaces/contract/examples.ts'
import { FULL_KEY } from '../../scripts/sandbox/beginning.ts'
import { type TestSandbox, aSandbox } from '../support/sandbox.ts'

const HAS_CURL = spawnSync('curl', ['--version']).status === 0
const document: Json = readDocument()
const samples = new Map<string, CodeSample[]>(
  methodsOf(document).map(({ operation }) => [operation.operationId, operation['x-codeSamples'] ?? []]),
)

interface Seen {
  method: string
  path: string
  key: string | undefined
  body: unknown
  status: number
}

/** A proxy between the samples and the sandbox that records requests and responses. */
async function recorder(target: string): Promise<{ url: string; seen: Seen[]; close: () => void }> {
  const seen: Seen[] = []
  const listener = http.createServer(async (request, response) => {
    const { method = 'GET', headers, url = '/' } = request
    const text = await readText(request)
    const { host: _, connection: __, 'transfer-encoding': ___, expect: ____, ...others } = headers
    const answer = await fetch(target + url, {
      method,
      headers: others as Record<string, string>,
      redirect: 'manual',
      ...(text !== '' && { body: text }),
    })
    const body = await bodyIn(text, headers['content-type'] ?? '')
    seen.push({ method, path: url, key: headers.authorization, body, status: answer.status })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
    const is_endless = answer.headers.get('content-type')?.startsWith('text/event-stream')
    response.end(is_endless ? await firstPart(answer) : await answer.text())
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, seen, close: () => listener.close() }
}

/** The first part of an endless response; the connection then ends, as it does after an hour. */
async function firstPart({ body }: Response): Promise<Uint8Array> {
  for await (const part of body!) return part
  throw new Error('The stream ended before it said anything')
}

/** The request body, with the parts of a form with a file as the example shows them. */
async function bodyIn(text: string, type: string): Promise<unknown> {
  if (text === '') return undefined
  if (type.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text))
  if (!type.startsWith('multipart/form-data')) return JSON.parse(text)
  const form = await new Response(text, { headers: { 'content-type': type } }).formData()
  const parts = [...form].map(async ([name, value]) => {
    const text = typeof value === 'string' ? value : await value.text()
    return [name, /^[[{]/.test(text) ? JSON.parse(text) : text] as const
  })
  return Object.fromEntries(await Promise.all(parts))
}

let sandbox: TestSandbox
let between: Awaited<ReturnType<typeof recorder>>
beforeAll(async () => {
  sandbox = await aSandbox()
  between = await recorder(sandbox.url)
})
afterAll(async () => {
  between.close()
  await sandbox.stop()
})
beforeEach(() => {
  between.seen.length = 0
})

/** An email address may be escaped or not. */
function decoded(path: string): string {
  return decodeURIComponent(path)
}

function expectExample(example: Example, printed: string): void {
  const { method, path, path_values, required_query, body, status, operation } = example
  const at = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => path_values[name]!)
  if (operation === 'authorize') {
    // this address is for a browser, not for a program
    expect(between.seen).toEqual([])
    const url = new URL(printed.trim())
    expect([url.pathname, Object.fromEntries(url.searchParams)]).toEqual([at, example.query])
    return
  }
  expect(between.seen).toHaveLength(1)
  const [{ key, ...request }] = between.seen as [Seen]
  const { security } = methodsOf(document).find(each => each.operation.operationId === operation)!.operation
  expect(key).toBe(security.some((item: Json) => item.ApiKey) ? `Bearer ${FULL_KEY}` : undefined)
  // the SDK repeats the topic id in the body, where it is ignored
  if (operation === 'updateTopic') delete (request.body as { id?: string }).id
  const asked = new URLSearchParams(required_query).toString()
  const whole = asked === '' ? at : `${at}?${asked}`
  expect({ ...request, path: decoded(request.path) }).toEqual({
    method: method.toUpperCase(),
    path: whole,
    body,
    status,
  })
}

/** The samples of a language, in the order of the document. */
const printed = (lang: CodeSample['lang']): [string, Example, string][] => {
  const used = new Map<string, number>()
  return examplesIn(document).map(example => {
    const count = used.get(example.operation) ?? 0
    used.set(example.operation, count + 1)
    const source = samples.get(example.operation)!.filter(sample => sample.lang === lang)[count]?.source
    return [[example.operation, example.name].filter(Boolean).join(': '), example, source ?? '']
  })
}

const environment = (): Record<string, string> => ({ LETTERMILL_URL: between.url, LETTERMILL_API_KEY: FULL_KEY })

const SDK = pathToFileURL(createRequire(import.meta.url).resolve('resend')).href

/** A separate module, even for equal examples, that resolves the SDK from any folder. */
function asModule(source: string): string {
  const whole = `${source.replace("from 'resend'", `from '${SDK}'`)}\n// ${randomUUID()}`
  return `data:text/javascript,${encodeURIComponent(whole)}`
}

if (!HAS_CURL) console.warn('curl is not on this machine: the samples for the shell were not run')

describe.skipIf(!HAS_CURL)('with curl', () => {
  beforeAll(() => sandbox.call('POST', '/sandbox/reset'))

  it.each(printed('Shell'))('runs the sample of %s', async (_, example, source) => {
    const env = { ...environment(), PATH: process.env.PATH }
    const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-c', source], { env })
    expect(stderr).toBe('')
    expectExample(example, stdout)
  })
})

describe('in JavaScript', () => {
  beforeAll(() => sandbox.call('POST', '/sandbox/reset'))

  it.each(printed('JavaScript'))('runs the sample of %s', async (_, example, source) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    try {
      Object.assign(process.env, environment())
      await import(/* @vite-ignore */ asModule(source))
      expectExample(example, String(log.mock.calls[0]![0]))
    } finally {
      log.mockRestore()
    }
  })

  it('uses the published SDK if it sends the same request', () => {
    const by = [...samples.values()].flat().filter(({ source }) => source.includes("from 'resend'"))
    expect(by.length).toBeGreaterThan(50)
  })
})

describe('every operation', () => {
  it.each([...samples])('%s has samples in both languages', (_, list) => {
    expect([...new Set(list.map(({ lang }) => lang))]).toEqual(['Shell', 'JavaScript'])
  })
})
