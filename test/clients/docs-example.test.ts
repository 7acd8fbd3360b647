// The example of docs/oauth.md, as printed.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answered } from '../support/pages.ts'
import { type TestServer, startServer } from '../support/server.ts'

const EXAMPLE = fileURLToPath(new URL('../../docs/oauth-client.mjs', import.meta.url))

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function run(decision: 'approve' | 'deny'): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [EXAMPLE, server.url])
  let output = ''
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  const url = new Promise<string>(resolve => {
    const read = (part: Buffer): void => {
      output += part.toString()
      const found = /^http\S+\/oauth\/authorize\?\S+$/m.exec(output)?.[0]
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
  await fetch(await answered(server, await url, decision))
  return { code: await ended, output }
}

describe('the example in the documentation', () => {
  it('connects and calls the API', async () => {
    const { code, output } = await run('approve')
    expect([code, output]).toEqual([0, expect.stringContaining('Connected with full_access.')])
    expect(output).toContain("object: 'list'")
  })

  it('reports a denial by the user', async () => {
    const { code, output } = await run('deny')
    expect([code, output]).toEqual([1, expect.stringContaining('The user denied the request.')])
  })
})
