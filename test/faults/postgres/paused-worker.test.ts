// A worker sleeps for longer than the others wait for it. The control is a server without the queue's fence.
import { beforeAll, describe, expect, it } from 'vitest'
import { newDatabaseAlone } from '../../support/postgres/new-database.ts'
import { type ServerProcess, serverProcess } from '../../support/process.ts'
import { freePort } from '../../support/port.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { startSetup, type Reconciliation, KEY, reconcile } from '../several.ts'

describe('a worker that sleeps while delivering emails that another one takes over', () => {
  const MAILS = 4
  let fenced: Reconciliation
  let unfenced: Reconciliation

  beforeAll(async () => {
    ;[fenced, unfenced] = await Promise.all([overslept(), overslept('test/faults/unfenced.ts')])
  })

  async function overslept(program?: string): Promise<Reconciliation> {
    const house = await startSetup({ latency_ms: 400 }, await newDatabaseAlone())
    const start = async (): Promise<ServerProcess> =>
      serverProcess({ ...house.env, PORT: String(await freePort()) }, undefined, program)
    const sleeper = await start()
    try {
      const accepted = await Promise.all(Array.from({ length: MAILS }, () => acceptedBy(sleeper)))
      // an email was received, and the sender waits for the reply
      await waitUntil(() => house.sink.completed() > 0, 20_000)
      sleeper.child.kill('SIGSTOP')
      const other = await start()
      const books = { accepted, events: new Map(), failed: [] }
      await reconcile(house, books)
      // the resumed worker writes its pending results before it ends
      sleeper.child.kill('SIGCONT')
      await sleeper.stop()
      const balance = await reconcile(house, books)
      await other.kill()
      return balance
    } finally {
      await sleeper.kill()
      await house.close()
    }
  }

  async function acceptedBy({ url }: ServerProcess): Promise<string> {
    const answer = await fetch(`${url}/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'a@example.com', to: 'b@example.net', subject: 'Hello', text: 'Hello' }),
    })
    return ((await answer.json()) as { id: string }).id
  }

  it('writes nothing after that: each duplicate belongs to an attempt recorded as unknown', () => {
    expect(fenced.doubled).toBeGreaterThan(0)
    expect(fenced).toMatchObject({ lost: [], excess: [] })
  })

  it('overwrites the results of the other worker without the fence, which this experiment detects', () => {
    expect(unfenced.doubled).toBeGreaterThan(0)
    expect(unfenced.excess.length).toBeGreaterThan(0)
  })
})
