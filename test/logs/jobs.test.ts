// Retention of the request log.
import { afterEach, expect, it } from 'vitest'
import { clock } from '../support/clock.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folder.ts'

const DAY_MS = 86_400_000

let server: TestServer | undefined
afterEach(() => server?.stop())

it.each([
  ['LOG_RETENTION_DAYS', { LOG_RETENTION_DAYS: '3' }],
  ['RETENTION_DAYS, as they have what emails said', { RETENTION_DAYS: '3' }],
])('requests are removed after %s', async (_, env) => {
  const time = clock()
  server = await startServer(env, { now: time.now })
  const { call } = server
  const made = async (): Promise<string> => (await call('GET', '/topics')).headers.get('x-request-id')!
  const status = async (id: string): Promise<number> => (await call('GET', `/logs/${id}`)).status
  const old = await made()
  expect(await status(old)).toBe(200)
  time.forward(2 * DAY_MS)
  const young = await made()
  expect(await status(young)).toBe(200)
  time.forward(DAY_MS + 3_600_000)
  await expect.poll(() => status(old)).toBe(404)
  expect(await status(young)).toBe(200)
})

it('stored requests are removed when logging is disabled', async () => {
  const time = clock()
  const data_dir = temporaryFolder()
  server = await startServer({ DATA_DIR: data_dir }, { now: time.now })
  const id = (await server.call('GET', '/topics')).headers.get('x-request-id')
  expect((await server.call('GET', `/logs/${id}`)).status).toBe(200)
  const { key } = server
  await server.stop()
  time.forward(3_600_000)
  server = await startServer({ DATA_DIR: data_dir, LOG_RETENTION_DAYS: '0' }, { now: time.now })
  await expect.poll(async () => (await server!.call('GET', `/logs/${id}`, { key })).status).toBe(404)
})

it('the entries of an erased contact are erased, too', async () => {
  const time = clock()
  server = await startServer({}, { now: time.now })
  const { call, queue } = server
  const entry = async (id: string) => (await call('GET', `/logs/${id}`)).body
  const made = async (method: string, path: string, body?: object): Promise<string> => {
    const { headers } = await call(method, path, body && { body })
    await entry(headers.get('x-request-id')!)
    return headers.get('x-request-id')!
  }
  const [of_her, of_other] = [
    await made('POST', '/contacts', { email: 'Ada@Example.com' }),
    await made('POST', '/contacts', { email: 'not-ada@example.com' }),
  ]
  const [shown, by_address] = [
    await made('GET', '/contacts'),
    await made('PATCH', '/contacts/ada%40example.com', { first_name: 'A' }),
  ]
  const erasing = await made('POST', '/contacts/ada@example.com/erase')
  await queue.idle()
  expect(await entry(of_her)).toMatchObject({
    request_body: null,
    request_body_left_out: 'erased',
    response_status: 201,
  })
  // the response contains her id
  expect(await entry(of_her)).toMatchObject({ response_body: null, response_body_left_out: 'erased' })
  expect((await entry(of_other)).request_body).toEqual({ email: 'not-ada@example.com' })
  expect(await entry(shown)).toMatchObject({ response_body: null, response_body_left_out: 'erased' })
  expect(await entry(by_address)).toMatchObject({ endpoint: '/contacts/(hidden)', request_body_left_out: 'erased' })
  expect(await entry(erasing)).toMatchObject({ endpoint: '/contacts/(hidden)/erase' })
})
