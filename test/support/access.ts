// Access checks that apply to every operation.
import { expect, it } from 'vitest'
import { type TestServer, aSendingKey, aTeam } from './server.ts'

/** Checks that a send-only key and a request without credentials are refused and have no effect. */
export function itIsRefusedToSendingKeys(server: () => TestServer, method: string, path: string, body?: object): void {
  it('rejects a send-only key and a request without credentials', async () => {
    const key = await aSendingKey(server())
    const given = body ? { body } : {}
    const restricted = await server().call(method, path, { key, ...given })
    expect(restricted.body).toMatchObject({ statusCode: 401, name: 'restricted_api_key' })
    const nobody = await server().call(method, path, { key: null, ...given })
    expect(nobody.body).toMatchObject({ statusCode: 401, name: 'missing_api_key' })
  })
}

/**
 * Checks that another team's resource gets the same response as an unknown one, and that the owner still has it
 * afterwards.
 */
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
