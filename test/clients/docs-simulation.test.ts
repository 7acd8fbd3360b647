// The commands of the README and of the simulation in docs/testing.md: in order, in one shell, unchanged except for the
// key and the address.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answered } from '../support/pages.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { Shell } from '../support/shell.ts'

const README = readFileSync('README.md', 'utf8')
const TESTING = readFileSync('docs/testing.md', 'utf8')

/** The commands in code blocks below a heading or a bold lead-in. */
function blocks(from: string, to: string): string[] {
  return blocksOf(README.slice(README.indexOf(from), README.indexOf(to)))
}

function blocksOf(section: string): string[] {
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands]) => commands!)
}

let server: TestServer
let shell: Shell
beforeAll(async () => {
  server = await startServer()
  shell = new Shell()
})
afterAll(async () => {
  shell.end()
  await server.stop()
})

it('works from the first command to the simulation', async () => {
  const [exports, send] = blocks('## Quick start', '**2. Create an automation.**') as [string, string]
  await shell.run(exports.replace('re_...', server.key).replace('http://localhost:3000', server.url))
  expect(await shell.run(send)).toMatch(/\{ id: '[0-9a-f-]{36}' \}\n\[0\]/)

  const [automate] = blocks('**2. Create an automation.**', '**3. Connect') as [string]
  const ran = await shell.run(automate)
  expect(ran).not.toContain('"statusCode"')
  expect(ran.match(/"status":"completed"/g)).toHaveLength(4)

  const [register, exchange] = blocks('**3. Connect', '## Test your integration') as [string, string]
  const url = (await shell.run(register)).split('\n')[0]!
  const callback = await answered(server, url, 'approve')
  const renamed = await shell.run(exchange.replace('CODE=...', `CODE=${callback.searchParams.get('code')}`))
  expect(renamed).toMatch(/^\{"object":"automation","id":"[^"]+"\}/)

  const [simulate] = blocksOf(TESTING.slice(TESTING.indexOf('## The simulation'))) as [string]
  const before = (await server.call('GET', '/emails')).body
  expect(await shell.run(simulate)).toMatch(/pass 2\n[\s\S]*\[0\] done/)
  expect((await server.call('GET', '/emails')).body).toEqual(before)
})

it('quotes the test file', () => {
  const [, excerpt] = /```js\n([\s\S]*?)```/.exec(TESTING)!
  expect(readFileSync('docs/trial-nudge.test.mjs', 'utf8')).toContain(excerpt)
})
