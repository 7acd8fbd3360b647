// `npm run verify` in a separate process, as partners run it: against our server, and against deployments that almost
// match the contract.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { SaxesParser } from 'saxes'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Json, methodsOf } from '../../scripts/openapi.ts'
import { readContract } from '../../scripts/verify/contract.ts'
import { junitReport } from '../../scripts/verify/junit.ts'
import { UNPROVOKED } from '../../scripts/verify/plan/plan.ts'
import { failed, textReport } from '../../scripts/verify/report.ts'
import { type Result, verify } from '../../scripts/verify/run.ts'
import { COMPILED } from '../support/compiled.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type Tamperer, type Tampering, tamperingProxy } from '../support/tampering.ts'

const MAIN = fileURLToPath(new URL('../../scripts/verify/main.ts', import.meta.url))
const contract = readContract()
const WHOLE_RUN_MS = 600_000

let server: TestServer
const proxies: Tampering[] = []

beforeAll(async () => {
  server = await startServer()
})
afterEach(() => Promise.all(proxies.splice(0).map(({ close }) => close())))
afterAll(() => server.stop())

interface Ran {
  code: number | null
  output: string
}

function run(url: string, words: string[], onStart?: (pid: number) => void): Promise<Ran> {
  const args = [MAIN, '--base-url', url, ...words]
  const env = { PATH: process.env.PATH, ...COMPILED, LETTERMILL_API_KEY: server.key }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  onStart?.(child.pid!)
  return new Promise(resolve => child.once('close', code => resolve({ code, output })))
}

async function behind(tamperer: Tamperer): Promise<string> {
  const proxy = await tamperingProxy(server.url, tamperer)
  proxies.push(proxy)
  return proxy.url
}

/** Without a separate process. */
function verified(base_url: string, operations: string[], signal = new AbortController().signal): Promise<Result> {
  const addresses = { from: 'Verify <verify@example.com>', to: 'delivered@example.com' }
  return verify({ base_url, api_key: server.key, ...addresses, choice: { tags: [], operations }, signal }, contract)
}

async function verifiedBehind(
  tamperer: Tamperer,
  ...operations: string[]
): Promise<{ wrong: boolean; output: string }> {
  const result = await verified(await behind(tamperer), operations)
  return { wrong: failed(result), output: textReport(result) }
}

const MADE = [
  '/templates',
  '/events',
  '/automations',
  '/contacts',
  '/contact-properties',
  '/segments',
  '/topics',
  '/api-keys',
]

/** The number of existing resources of each deletable kind. */
async function counts(): Promise<number[]> {
  const lists = await Promise.all(MADE.map(path => server.call('GET', path)))
  return lists.map(({ body }) => body.data.length)
}

const ONLY_OUR_KEY = MADE.map(path => (path === '/api-keys' ? 1 : 0))

interface Element {
  name: string
  attributes: Record<string, string>
  inside: string | undefined
}

/** A strict parser that throws unless the text is well-formed. */
function elementsOf(xml: string): Element[] {
  const elements: Element[] = []
  const open: string[] = []
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    elements.push({ name, attributes, inside: open.at(-1) })
    open.push(name)
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return elements
}

describe('against our server', () => {
  const junit = path.join(temporaryFolder(), 'verify.xml')
  let ran: Ran
  beforeAll(async () => {
    ran = await run(server.url, ['--junit', junit])
  }, WHOLE_RUN_MS)

  it('everything matches the contract', () => {
    expect(ran.output).toContain('0 failed')
    expect(ran.code, ran.output).toBe(0)
  })

  it('deletes all deletable resources and lists the others', async () => {
    expect(await counts()).toEqual(ONLY_OUR_KEY)
    expect(ran.output).toContain(
      'Not deleted, because the API has no operation for it: 7 emails, 1 contact import, 2 OAuth clients.',
    )
  })

  it('JUnit has a case for every documented response of every operation', () => {
    const elements = elementsOf(readFileSync(junit, 'utf8'))
    const cases = elements.filter(({ name }) => name === 'testcase')
    const suites = elements.filter(({ name }) => name === 'testsuite')
    const document: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
    const operations = methodsOf(document)
      .filter(({ operation }) => !operation['x-endless'])
      .map(({ operation }) => operation.operationId as string)
    expect(new Set(cases.map(({ attributes }) => attributes.classname))).toEqual(new Set(operations))
    expect(suites.reduce((sum, { attributes }) => sum + Number(attributes.tests), 0)).toBe(cases.length)
    expect(elements.filter(({ name }) => name === 'failure')).toEqual([])
  })
})

describe('a part of the operations', () => {
  it('is selected by tag and by operation, with its prerequisites', async () => {
    const { code, output } = await run(server.url, ['--tag', 'topics', '--operation', 'getTemplate'])
    expect(code, output).toBe(0)
    expect([...output.matchAll(/^ {2}ok {3}(\w+):/gm)].map(([, name]) => name)).toEqual([
      'getTemplate',
      'createTopic',
      'getTopic',
      'updateTopic',
      'listTopics',
      'removeTopic',
    ])
    expect(await counts()).toEqual(ONLY_OUR_KEY)
  })

  it('covers every documented response except those that cannot be provoked from outside', async () => {
    const nothing = await verified(server.url, [], AbortSignal.abort())
    expect(nothing.outcomes).toEqual([])
    const without = nothing.unprovoked.filter(({ reason }) => reason === undefined)
    expect(without.map(({ operation, status }) => `${operation} ${status}`)).toEqual([])
    expect([...new Set(nothing.unprovoked.map(({ status }) => status))].toSorted()).toEqual(
      Object.keys(UNPROVOKED).map(Number),
    )
  })
})

describe('a deployment that does not match the contract', () => {
  const isTemplate = ({ method, path, status }: { method: string; path: string; status: number }): boolean =>
    method === 'GET' && status === 200 && /^\/templates\/[^?]/.test(path)

  it.each<[string, Tamperer, string, string]>([
    [
      'without a field',
      { answer: passing => void (isTemplate(passing) && delete passing.body.created_at) },
      'getTemplate',
      'success: 200: created_at is missing',
    ],
    [
      'without a field deep in a list',
      { answer: ({ path, body }) => path.startsWith('/templates?') && body.data && delete body.data[0].updated_at },
      'listTemplates',
      'success: 200: data[0].updated_at is missing',
    ],
    [
      'with an undeclared field',
      { answer: passing => void (isTemplate(passing) && (passing.body.variables[0].secret = 1)) },
      'getTemplate',
      'success: 200: variables[0].secret is not declared',
    ],
    [
      'with a field of another type',
      { answer: passing => void (isTemplate(passing) && (passing.body.name = 7)) },
      'getTemplate',
      'success: 200: name must be string',
    ],
    [
      'with an undocumented status',
      { answer: passing => void (isTemplate(passing) && (passing.status = 203)) },
      'getTemplate',
      'success: 203 is not a documented response',
    ],
    [
      'with another status',
      { answer: passing => void (passing.status === 404 && (passing.status = 401)) },
      'getTemplate',
      'unknown template_id: returned 401 instead of 404 (Template not found)',
    ],
    [
      'with another content type',
      { answer: passing => void (isTemplate(passing) && (passing.headers['content-type'] = 'text/json')) },
      'getTemplate',
      'success: 200: the content type is text/json instead of application/json',
    ],
    [
      'with an undocumented error name',
      { answer: passing => void (passing.status === 404 && (passing.body.name = 'missing')) },
      'getTemplate',
      'unknown template_id: 404: name must be',
    ],
    [
      'that accepts every request',
      { request: () => ({ authorization: `Bearer ${server.key}` }) },
      'getTemplate',
      'no key: returned 200 instead of 401',
    ],
    [
      'that lists no methods',
      { answer: ({ headers }) => void delete headers.allow },
      'getTemplate',
      'PUT at its path: 405: the header Allow does not contain GET',
    ],
    [
      'that returns another template',
      { answer: passing => void (isTemplate(passing) && (passing.body.id = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10')) },
      'getTemplate',
      'not "5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10"',
    ],
    [
      'without a documented header',
      { answer: ({ headers }) => void delete headers['cache-control'] },
      'getJwks',
      'success: 200: the header Cache-Control is missing',
    ],
  ])('%s fails, and the difference is reported', async (_, tamperer, operation, words) => {
    const { wrong, output } = await verifiedBehind(tamperer, operation)
    expect(output).toContain(`FAIL ${operation}`)
    expect(output).toContain(words)
    expect(wrong).toBe(true)
    expect(await counts()).toEqual(ONLY_OUR_KEY)
  })

  it('that accepts an invalid request keeps nothing of it', async () => {
    const tamperer = { request: () => ({ authorization: `Bearer ${server.key}` }) }
    const { code, output } = await run(await behind(tamperer), ['--operation', 'createSegment'])
    expect(output).toContain('no key: returned 201 instead of 401')
    expect(code).toBe(1)
    expect(await counts()).toEqual(ONLY_OUR_KEY)
  })

  it('that fails midway keeps nothing, and the skipped cases are reported', async () => {
    const tamperer: Tamperer = {
      answer: passing => {
        if (passing.method === 'POST' && passing.path === '/contacts') passing.status = 500
      },
    }
    const { wrong, output } = await verifiedBehind(tamperer, 'getContact', 'getSegment')
    expect(output).toContain('FAIL createContact')
    expect(output).toContain('success: skipped, requires a failed step: contact')
    expect(output).toContain('ok   getSegment')
    expect(wrong).toBe(true)
    // the contact was created, but its id was not returned
    for (const { id } of (await server.call('GET', '/contacts')).body.data)
      await server.call('DELETE', `/contacts/${id}`)
    expect(await counts()).toEqual(ONLY_OUR_KEY)
  })

  it('in JUnit, a failure contains operation, status and field', async () => {
    const tamperer: Tamperer = { answer: passing => void (isTemplate(passing) && (passing.body['<"&\u0001>'] = 1)) }
    const elements = elementsOf(junitReport(await verified(await behind(tamperer), ['getTemplate'])))
    const index = elements.findIndex(({ name }) => name === 'failure')
    expect(elements[index]?.attributes.message).toBe('200: <"&?> is not declared')
    expect(elements[index - 1]?.attributes).toMatchObject({ classname: 'getTemplate', name: 'success' })
  })
})

describe('an interrupted run', () => {
  it('deletes what it created', async () => {
    let child: number | undefined
    const url = await behind({
      answer: ({ method, path }) => {
        if (child === undefined || method !== 'GET' || !path.startsWith('/segments/')) return
        process.kill(child, 'SIGINT')
        // a second signal would end the process immediately
        child = undefined
      },
    })
    const { code, output } = await run(url, ['--tag', 'Segments'], pid => (child = pid))
    expect(output).toContain('Interrupted: the remaining steps did not run.')
    expect(code, output).toBe(130)
    expect(await counts()).toEqual(ONLY_OUR_KEY)
  })
})

describe('an invalid command', () => {
  it.each([
    [['--operation', 'getNothing'], 'Unknown operation: getNothing. Allowed: '],
    [['--tag', 'Nothing'], 'Unknown tag: Nothing. Allowed: '],
    [['--nothing'], "Unknown option '--nothing'"],
    [['--base-url', 'http://127.0.0.1:1'], 'No response from http://127.0.0.1:1'],
    [['--base-url', 'nowhere'], 'Invalid --base-url. It must be the URL of the API.'],
    [['--base-url', 'file:///etc/hosts'], 'Invalid --base-url. It must be the URL of the API.'],
    [['--junit', '/no/such/folder/verify.xml'], 'Cannot write the --junit file: ENOENT'],
    [
      ['--api-key', 're_unknown_000000000000'],
      'returned 401 for this API key, which must have full access: API key is invalid',
    ],
  ])('%j prints the error and the usage', async (words, why) => {
    const { code, output } = await run(server.url, words)
    expect([code, output]).toEqual([2, expect.stringContaining(why)])
    expect(output).toContain('npm run verify -- --base-url <URL>')
    expect(output).not.toContain('requests,')
  })

  it('a send-only key is reported, and nothing is created', async () => {
    const { body } = await server.call('POST', '/api-keys', { body: { name: 'Sending', permission: 'sending_access' } })
    const { code, output } = await run(server.url, ['--api-key', body.token])
    await server.call('DELETE', `/api-keys/${body.id}`)
    expect([code, output]).toEqual([2, expect.stringContaining('restricted to only send emails')])
    expect(await counts()).toEqual(ONLY_OUR_KEY)
  })

  it('--help prints the usage and succeeds', async () => {
    const { code, output } = await run(server.url, ['--help'])
    expect([code, output]).toEqual([0, expect.stringContaining('--junit <file>')])
  })
})
