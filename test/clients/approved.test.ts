// A crash between approval and redemption: an approved request survives the restart and is redeemed once.
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEVICE_GRANT } from '../support/devices.ts'
import { CALLBACK, VERIFIER, aRequest, encodeForm } from '../support/oauth.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { type ServerProcess, serverProcess } from '../support/process.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

const admin = { email: 'ada@example.com', password: 'correct horse battery' }
let env: Record<string, string> & { PORT: string; DATA_DIR: string }
let server: ServerProcess
let person: Person

beforeEach(async () => {
  const DATA_DIR = temporaryFolder()
  env = { DATA_DIR, PORT: String(await freePort()), ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  server = await serverProcess(env)
  person = aPerson({ url: server.url, admin })
  await person.logIn()
})
afterEach(async () => {
  await server.kill()
  rmSync(env.DATA_DIR, { recursive: true, force: true })
})

// oxlint-disable-next-line typescript/no-explicit-any -- each answer has fields of its own, which the tests look at
async function send(path: string, body: string, type = 'application/x-www-form-urlencoded'): Promise<any> {
  const answer = await fetch(server.url + path, { method: 'POST', headers: { 'content-type': type }, body })
  return answer.json()
}
const register = async (metadata: object): Promise<string> =>
  (await send('/oauth/register', JSON.stringify({ client_name: 'Night Mailer', ...metadata }), 'application/json'))
    .client_id

async function approve(path: string): Promise<string> {
  await person.get(path)
  return (await person.post(path, { decision: 'approve' })).location!
}

/** The next process issues tokens that open the API, and issues no others for the same approval. */
async function redeemedOnce(form: Record<string, string>): Promise<void> {
  await server.kill()
  server = await serverProcess(env)
  const { access_token } = await send('/oauth/token', encodeForm(form))
  const headers = { authorization: `Bearer ${access_token}` }
  expect((await fetch(`${server.url}/api-keys`, { headers })).status).toBe(200)
  expect(await send('/oauth/token', encodeForm(form))).toMatchObject({ error: 'invalid_grant' })
}

describe('kill -9 between approval and redemption', () => {
  it('leaves a code that can be exchanged once', async () => {
    const client_id = await register({ redirect_uris: [CALLBACK] })
    const asked = await fetch(`${server.url}/oauth/authorize?${encodeForm(aRequest(client_id))}`, {
      redirect: 'manual',
    })
    const location = await approve(new URL(asked.headers.get('location')!).pathname)
    const code = new URL(location).searchParams.get('code')!
    await redeemedOnce({
      grant_type: 'authorization_code',
      client_id,
      code,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
    })
  })

  it('leaves a device that receives its tokens once', async () => {
    const client_id = await register({ grant_types: [DEVICE_GRANT, 'refresh_token'] })
    const { device_code, user_code } = await send('/oauth/device_authorization', encodeForm({ client_id }))
    await person.get('/device')
    const { location } = await person.post('/device', { user_code })
    await approve(location!)
    await redeemedOnce({ grant_type: DEVICE_GRANT, client_id, device_code })
  })
})
