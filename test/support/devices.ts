// Devices that request access (RFC 8628) over real HTTP; only the user's decision can be made directly.
import { type ClientWithSecret, type Fields, aClient, anApprover, credentialsOf, sendForm, token } from './oauth.ts'
import { type Reply, type TestServer, anAddress } from './server.ts'
import { encodeForm } from './oauth.ts'

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** The registration of a device-only client. */
export const OF_DEVICES = { redirect_uris: undefined, grant_types: [DEVICE_GRANT, 'refresh_token'] }

export interface Device {
  client_id: string
  device_code: string
  user_code: string
}

export function aDeviceClient(server: Pick<TestServer, 'call'>, metadata: object = {}): Promise<string> {
  return aClient(server, { ...OF_DEVICES, ...metadata })
}

/** Requests device authorization, each time from a new address. */
export function requestDevice({ call }: Pick<TestServer, 'call'>, form: Fields | string): Promise<Reply> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...anAddress() }
  const body = typeof form === 'string' ? form : encodeForm(form)
  return call('POST', '/oauth/device_authorization', { key: null, headers, body })
}

/** A device that has received its codes. */
export async function aDevice(server: Pick<TestServer, 'call'>, fields: Fields = {}): Promise<Device> {
  const client_id = (fields.client_id as string | undefined) ?? (await aDeviceClient(server))
  const { status, body } = await requestDevice(server, { ...fields, client_id })
  if (status !== 200) throw new Error(`no codes: ${JSON.stringify(body)}`)
  return { client_id, ...body }
}

export function pollDevice(
  server: Pick<TestServer, 'call'>,
  { client_id, device_code }: Omit<Device, 'user_code'>,
  fields: Fields = {},
): Promise<Reply> {
  return token(server, { grant_type: DEVICE_GRANT, client_id, device_code, ...fields })
}

/** A poll of a client that authenticates. */
export function pollWithSecret(server: TestServer, client: ClientWithSecret, device_code: string): Promise<Reply> {
  const { fields, authorization } = credentialsOf(client)
  return sendForm(server, '/oauth/token', { grant_type: DEVICE_GRANT, device_code, ...fields }, authorization)
}

/** The sealed request after a user, the administrator by default, entered the code. */
export async function enterCode(server: TestServer, { user_code }: Device, user_id?: string): Promise<string> {
  const by = { user_id: user_id ?? (await anApprover(server)).user_id, ip: '192.0.2.1' }
  const found = await server.database.unit(tx => server.oauth.enterUserCode(tx, user_code, by))
  if (found === 'unknown' || !('sealed' in found)) throw new Error(`not taken: ${JSON.stringify(found)}`)
  return found.sealed
}

export async function allowDevice(
  server: TestServer,
  device: Device,
  choice: Parameters<TestServer['oauth']['approveDevice']>[2] | object = {},
): Promise<boolean> {
  const by = { ...(await anApprover(server)), ...choice }
  const sealed = await enterCode(server, device, by.user_id)
  return server.database.unit(tx => server.oauth.approveDevice(tx, sealed, by))
}

export async function denyDevice(server: TestServer, device: Device): Promise<boolean> {
  const { user_id } = await anApprover(server)
  const sealed = await enterCode(server, device, user_id)
  return server.database.unit(tx => server.oauth.denyDevice(tx, sealed, user_id))
}
