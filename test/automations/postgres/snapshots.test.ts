// A run is read from a consistent snapshot, even if other transactions write meanwhile.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database, Tx } from '../../../src/base/store/database.ts'
import type { Statement } from '../../../src/base/store/statement.ts'
import { anAutomation, sendEvent } from '../../support/automations.ts'
import { chain, delay, trigger } from '../rules/support.ts'
import { clock } from '../../support/clock.ts'
import { type TestServer, startServer } from '../../support/server.ts'
import { OuterTx } from '../../support/tx.ts'

/** Called after the first row was read. */
let meanwhile: (() => Promise<unknown>) | undefined

class InterruptedTx extends OuterTx {
  override async get<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row | undefined> {
    const row = await super.get(statement, values)
    const act = meanwhile
    meanwhile = undefined
    const done = { value: act === undefined }
    void act?.().finally(() => (done.value = true))
    // the reader may only wait for its own queries
    while (!done.value) await super.get(statement, values)
    return row
  }
}

/** Affects only the test: other code reads constantly, above all the queue. */
function interrupted(database: Database): void {
  const reading = database.readSnapshot.bind(database)
  database.readSnapshot = body => reading((tx: Tx) => body(meanwhile ? new InterruptedTx(tx) : tx))
}

const time = clock()
let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { now: time.now, onDatabase: interrupted })
})
afterAll(() => server.stop())

it('reads a run and its steps from one snapshot', async () => {
  const id = await anAutomation(server, { ...chain(trigger(), delay('pause')), status: 'enabled' })
  await sendEvent(server)
  const [run] = (await server.call('GET', `/automations/${id}/runs`)).body.data
  const read = () => server.call('GET', `/automations/${id}/runs/${run.id}`)
  const states = async () => {
    const { body } = await read()
    return [body.status, ...body.steps.map(({ status }: { status: string }) => status)]
  }
  const before = await states()
  expect(before).toEqual(['running', 'completed', 'waiting'])
  meanwhile = async () => {
    time.forward(7 * 86_400_000)
    const status = async () => (await server.call('GET', `/automations/${id}/runs`)).body.data[0].status
    while ((await status()) === 'running') await server.queue.idle()
  }
  expect(await states()).toEqual(before)
  expect(await states()).toEqual(['completed', 'completed', 'completed'])
})
