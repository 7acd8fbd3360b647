// An SDK generated from the OpenAPI 3.0 contract compiles under strict rules and works against a server.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { generateClient } from '../../scripts/sdk/generate-client.ts'
import { type TestServer, startServer } from '../support/server.ts'

const SETTINGS = {
  compilerOptions: {
    strict: true,
    rootDir: '.',
    outDir: 'dist',
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
  },
  include: ['*.ts', 'client/**/*.ts'],
}

/** Sends, reads, updates and lists; uses responses by their types, without a cast. */
const PROGRAM = `
import { createClient } from './client/client/index.js'
import { createAutomation, getAutomation, getEmail, listTopics, sendEmail, updateAutomation } from './client/index.js'

const [baseUrl, auth] = process.argv.slice(2)
const client = createClient({ baseUrl: baseUrl!, auth: auth! })
const body = { from: 'a@example.org', to: 'b@example.net', subject: 'Hello', text: 'Hello' }
const sent = await sendEmail({ client, body, throwOnError: true })
const email = await getEmail({ client, path: { email_id: sent.data.id }, throwOnError: true })
const scheduled: string | null = email.data.scheduled_at
const made = await createAutomation({ client, body: { name: 'Welcome' }, throwOnError: true })
const automation_id: string = made.data.id
const renamed = await updateAutomation({ client, path: { automation_id }, body: { name: 'Renamed' }, throwOnError: true })
const shown = await getAutomation({ client, path: { automation_id }, throwOnError: true })
const quiet: { from: string; to: string } | null = shown.data.settings.quiet_hours
const refused = await updateAutomation({ client, path: { automation_id }, body: {} })
const name: string | undefined = refused.error && 'name' in refused.error ? refused.error.name : undefined
const topics = await listTopics({ client, query: { limit: 5 }, throwOnError: true })
const more: boolean = topics.data.has_more
console.log(JSON.stringify([scheduled, renamed.data.object, shown.data.name, quiet, name, more]))
`

const run = promisify(execFile)
const compiler = path.resolve('node_modules/typescript/bin/tsc')

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startServer()
  // the types of Node are resolved from here
  folder = mkdtempSync(path.resolve('node_modules/.older-contract-'))
  const contract = await server.call('GET', '/openapi-3.0.json')
  await generateClient(contract.body, path.join(folder, 'client'))
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS))
  writeFileSync(path.join(folder, 'program.ts'), PROGRAM)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

it('compiles under strict rules, sends, reads, updates, lists and parses an error', async () => {
  const compiled = await run(process.execPath, [compiler, '-p', folder]).catch(({ stdout }) => ({ stdout }))
  expect(compiled.stdout).toBe('')
  const { stdout } = await run(process.execPath, [path.join(folder, 'dist/program.js'), server.url, server.key])
  expect(JSON.parse(stdout)).toEqual([null, 'automation', 'Renamed', null, 'validation_error', false])
})
