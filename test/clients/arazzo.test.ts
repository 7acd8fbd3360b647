// The published Arazzo workflows, run by Redocly Respect against a real server. Steps of a user in a browser run
// between two workflows.
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { COMPILED } from '../support/compiled.ts'
import { aSealedRequest, approve } from '../support/oauth.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type Tamperer, tamperingProxy } from '../support/tampering.ts'

const DOCUMENT = path.resolve('contract/lettermill.arazzo.yaml')
const REDOCLY = path.resolve('node_modules/@redocly/cli/bin/cli.js')
const LOOPBACK = 'http://127.0.0.1:49152/callback'

interface Check {
  name: string
  passed: boolean
  condition?: string
}

interface Workflow {
  workflowId: string
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  executedSteps: { stepId: string; status: string; checks: Check[]; response: { body: any } }[]
}

interface Ran {
  code: number
  output: string
}

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

function redocly(args: string[]): Promise<Ran> {
  const env = { PATH: process.env.PATH, ...COMPILED, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return new Promise(resolve =>
    execFile(process.execPath, [REDOCLY, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, output: stdout + stderr }),
    ),
  )
}

interface Respected extends Ran {
  workflows: Workflow[]
}

async function respect(url: string, workflows: string[], inputs: Record<string, string>): Promise<Respected> {
  const result = path.join(temporaryFolder(), 'result.json')
  const words = [
    ...workflows.flatMap(name => ['--workflow', name]),
    ...Object.entries(inputs).flatMap(([name, value]) => ['--input', `${name}=${value}`]),
  ]
  const options = ['--server', `lettermill=${url}`, '--json-output', result, '--no-secrets-masking']
  const ran = await redocly(['respect', DOCUMENT, ...options, ...words])
  const [file] = Object.values<{ executedWorkflows: Workflow[] }>(JSON.parse(readFileSync(result, 'utf8')).files)
  return { ...ran, workflows: file!.executedWorkflows }
}

const aRun = (): string => randomBytes(4).toString('hex')

/** The outcome of each step of a workflow. */
function steps({ workflows }: Respected, name: string): Record<string, string> {
  const { executedSteps } = workflows.find(({ workflowId }) => workflowId === name)!
  return Object.fromEntries(executedSteps.map(({ stepId, status }) => [stepId, status]))
}

const good = (...names: string[]): Record<string, string> => Object.fromEntries(names.map(name => [name, 'success']))

describe('the document', () => {
  it('is valid', async () => {
    const { code, output } = await redocly(['lint', DOCUMENT])
    expect(output).toContain('Your API description is valid')
    expect(code).toBe(0)
  })

  it('is invalid after a mistake is inserted', async () => {
    const spoiled = path.join(temporaryFolder(), 'spoiled.arazzo.yaml')
    writeFileSync(spoiled, readFileSync(DOCUMENT, 'utf8').replace('workflowId: automate', 'workflowld: automate'))
    expect((await redocly(['lint', spoiled])).code).toBe(1)
  })

  it('uses operations of the contract', () => {
    const { workflows } = parse(readFileSync(DOCUMENT, 'utf8')) as {
      workflows: { steps: { operationId: string }[] }[]
    }
    const contract = readFileSync('generated/openapi.json', 'utf8')
    for (const { operationId } of workflows.flatMap(({ steps }) => steps)) {
      expect(contract).toContain(`"operationId": "${operationId}"`)
    }
  })
})

describe('the workflows', () => {
  it('send an email and read it; run an automation', async () => {
    const inputs = { api_key: server.key, run: aRun() }
    const ran = await respect(server.url, ['sendAndRead', 'automate'], inputs)
    expect(ran.code, ran.output).toBe(0)
    expect(steps(ran, 'sendAndRead')).toEqual(good('send', 'sendAgain', 'get'))
    expect(steps(ran, 'automate')).toMatchObject(
      good('createTemplate', 'publishTemplate', 'createAutomation', 'enableAutomation', 'sendEvent', 'getRun'),
    )
    const { body } = await server.call('GET', '/emails')
    expect(body.data.map(({ subject }: { subject: string }) => subject)).toEqual(['Hello Ada', 'Invoice 7'])
  })

  it('request access, then use, refresh and revoke the grant', async () => {
    const asked = await respect(server.url, ['askForAccess'], { run: aRun() })
    expect(asked.code, asked.output).toBe(0)
    const client_id: string = asked.workflows[0]!.executedSteps.at(-1)!.response.body.client_id
    const { code, code_verifier } = await inTheBrowser(client_id)
    const used = await respect(server.url, ['useAccess'], { client_id, code, code_verifier })
    expect(used.code, used.output).toBe(0)
    expect(steps(used, 'useAccess')).toEqual(good('exchange', 'call', 'refresh', 'callAgain', 'giveBack', 'callInVain'))
  })

  it('fail if a server responds differently', async () => {
    const tamperer: Tamperer = { answer: ({ body }) => body.subject && (body.subject = 'Another subject') }
    const proxy = await tamperingProxy(server.url, tamperer)
    const ran = await respect(proxy.url, ['sendAndRead'], { api_key: server.key, run: aRun() })
    await proxy.close()
    expect(ran.code).toBe(1)
    const failed = ran.workflows[0]!.executedSteps.at(-1)!
    expect(failed.stepId).toBe('get')
    expect(failed.checks.filter(({ passed }) => !passed).map(({ condition }) => condition)).toEqual([
      "$response.body#/subject == 'Invoice 7'",
    ])
  })
})

/** Approves in the browser and returns the code of the redirect. */
async function inTheBrowser(client_id: string): Promise<{ code: string; code_verifier: string }> {
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const asked = { client_id, response_type: 'code', redirect_uri: LOOPBACK, scope: 'full_access', state: 'xyz' }
  const sealed = await aSealedRequest(server, { ...asked, code_challenge, code_challenge_method: 'S256' })
  const { location } = (await approve(server, sealed))!
  return { code: new URL(location).searchParams.get('code')!, code_verifier }
}
