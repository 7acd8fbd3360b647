// Every example of the contract that has a tool, called in document order on a server with the initial data of a
// sandbox.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Example } from '../../../src/interfaces/contract/examples.ts'
import { readDocument } from '../../../src/interfaces/contract/document.ts'
import type { GeneratedTool } from '../../../src/interfaces/mcp/tools.ts'
import { capturedOutcomes } from '../../../src/mail/delivery/test-addresses.ts'
import { ADMIN, createSandboxData, Examples, FULL_KEY, idLists } from '../../../scripts/sandbox/beginning.ts'
import { ExampleIds } from '../../../scripts/sandbox/ids.ts'
import { sendExample } from '../../support/examples.ts'
import { startServer } from '../../support/server.ts'
import { callTool } from '../../support/tools.ts'

const SETTINGS = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  BOOTSTRAP_API_KEY: FULL_KEY,
  MAIL_HOST: 'mail.example.net',
}

/** The arguments as a model would write them. */
function argumentsOf({ path_values, query, body }: Example, tool: GeneratedTool): object {
  const members =
    tool.body === 'items' ? { items: Array.isArray(body) ? body : Object.values(body as object)[0] } : body
  return { ...path_values, ...query, ...(members as object | undefined) }
}

it('E: each tool returns what the example of its operation shows', async () => {
  const written: GeneratedTool[] = JSON.parse(readFileSync('generated/tools.json', 'utf8'))
  const examples = new Examples(readDocument())
  const ids = new ExampleIds(idLists(examples))
  const server = await startServer(SETTINGS, {
    ids,
    pretence: capturedOutcomes({ code: 250, reply_text: '250 2.0.0 Captured' }),
  })
  // No other process runs here, so that subscribers are known and a stored event gets the first id.
  server.database.settings = { ...server.database.settings, listening: new Set() }
  try {
    await createSandboxData(server, examples, server.now)
    const wrong: unknown[] = []
    const called = new Set<string>()
    for (const example of examples.all) {
      const { operation, name, status } = example
      const tool = written.find(each => each.operation === operation)
      if (!tool) {
        await sendExample(example, server)
        continue
      }
      called.add(operation)
      const { body } = await callTool(server, tool.tool.name, argumentsOf(example, tool), { key: FULL_KEY })
      const is_right = body.result !== undefined && body.result.isError !== true && status < 300
      if (!is_right) wrong.push({ operation, name, status, body: JSON.stringify(body) })
    }
    expect(wrong).toEqual([])
    expect(called.size).toBe(written.length)
  } finally {
    await server.stop()
  }
})
