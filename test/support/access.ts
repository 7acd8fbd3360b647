// What every operation owes whoever has no business there.
import { expect, it } from 'vitest'
import { type TestServer, aSendingKey, aTeam } from './server.ts'

/** Nothing is done for a key that may only send, nor without credentials. */
export function itIsRefusedToSendingKeys(server: () => TestServer, method: string, path: string, body?: object): void {
  it('is refused to a key that may only send, and without credentials', async () => {
    const key = await aSendingKey(server())
    const given = body ? { body } : {}
    const restricted = await server().call(method, path, { key, ...given })
    expect(restricted.body).toMatchObject({ statusCode: 401, name: 'restricted_api_key' })
    const nobody = await server().call(method, path, { key: null, ...given })
    expect(nobody.body).toMatchObject({ statusCode: 401, name: 'missing_api_key' })
  })
}

/** A stranger's thing is answered exactly like one that is not there; the owner still has it afterwards. */
export async function expectHidden(
  server: TestServer,
  method: string,
  path: (id: string) => string,
  { id, unknown, message, body }: { id: string; unknown: string; message: string; body?: object },
): Promise<void> {
  const given = body ? { body } : {}
  const { key } = await aTeam(server, `Stranger to ${id}`)
  const absent = await server.call(method, path(unknown), given)
  const strange = await server.call(method, path(id), { key, ...given })
  expect(absent.body).toEqual({ statusCode: 404, message, name: 'not_found' })
  expect([strange.status, strange.body]).toEqual([absent.status, absent.body])
  expect((await server.call(method, path(id), given)).status).toBe(200)
}
