// One walk through each module: every example of the contract is sent in order to a server that starts like a sandbox,
// on each of the databases. The contract tests of the modules cover errors and everything else.
import { expect, it } from 'vitest'
import { readDocument } from '../../src/interfaces/contract/document.ts'
import { pretenceOf } from '../../src/mail/delivery/test-addresses.ts'
import { ADMIN, begin, Examples, FULL_KEY, idLists } from '../../scripts/sandbox/beginning.ts'
import { ExampleIds } from '../../scripts/sandbox/ids.ts'
import { sendExample } from '../support/examples.ts'
import { startServer } from '../support/server.ts'

const SETTINGS = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  BOOTSTRAP_API_KEY: FULL_KEY,
  MAIL_HOST: 'mail.example.net',
}

it('every operation of the contract works as its example shows', async () => {
  const examples = new Examples(readDocument())
  const ids = new ExampleIds(idLists(examples))
  const pretence = pretenceOf({ code: 250, reply_text: '250 2.0.0 Captured' })
  const server = await startServer(SETTINGS, { ids, pretence })
  // no other process runs here, so the listeners are known, and a recorded event gets the first id
  server.database.settings = { ...server.database.settings, listening: new Set() }
  try {
    await begin(server, examples, server.now)
    const wrong: unknown[] = []
    for (const example of examples.all) {
      const { operation, name, status } = example
      const answer = await sendExample(example, server)
      if (answer.status !== status) wrong.push({ operation, name, status: answer.status, body: answer.body })
    }
    expect(wrong).toEqual([])
  } finally {
    await server.stop()
  }
})
