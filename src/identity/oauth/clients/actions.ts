// Clients as they come and go: registered by themselves or by an administrator, disabled, forgotten when never used.
import { hashOfToken, randomToken } from '../../../base/secrets/tokens.ts'
import type { Tx } from '../../../base/store/database.ts'
import { recordOfServer } from '../../teams/actions.ts'
import { type Client, type NewClient, clientOf, metadataOf } from './rules.ts'
import { isBuiltIn } from './known-clients.ts'
import * as store from '../store/clients.ts'

/** A client as an administrator sees it. */
export interface ListedClient extends Omit<store.ClientRecord, 'secret_hash'> {
  /** It comes with the server. */
  built_in: boolean
}

export interface AddedClient {
  client: ListedClient
  /** Only for a client that authenticates. It is shown now and never again; only its hash is kept. */
  client_secret?: string
}

/** Keeps a client, with a secret when it authenticates. */
export async function keepClient(tx: Tx, client: Client, verified: boolean, now: Date): Promise<AddedClient> {
  const client_secret = client.token_endpoint_auth_method === 'none' ? undefined : randomToken()
  const kept = { ...client, verified, last_used_at: null }
  store.insertClient(tx, { ...kept, secret_hash: client_secret ? hashOfToken(client_secret) : null })
  await recordChange(tx, verified ? 'created' : 'registered', kept, now)
  return { client: { ...kept, built_in: false }, ...(client_secret && { client_secret }) }
}

/** Makes a client that the operator vouches for. Refuses (400, OAuth's shape) what could not be registered either. */
export async function addClient(tx: Tx, described: NewClient, now: Date): Promise<AddedClient> {
  return keepClient(
    tx,
    clientOf(metadataOf(described), { client_id: tx.newId('oauth_clients'), by: 'an administrator', now }),
    true,
    now,
  )
}

/** The newest first; at most a thousand. */
export async function listClients(tx: Tx): Promise<ListedClient[]> {
  const clients = await store.listClientRecords(tx)
  return clients.map(client => listed(client))
}

/** Ends a client with all that it was given, from the next request on. Whether there was such a client in use. */
export async function disableClient(tx: Tx, client_id: string, now: Date): Promise<boolean> {
  const done = await store.saveDisabled(tx, { id: client_id, disabled_at: now.toISOString() })
  if (done) await recordChange(tx, 'disabled', (await store.findClient(tx, client_id))!, now)
  return done
}

/** Lets a disabled client go on, with the grants that it had. Whether there was such a disabled client. */
export async function enableClient(tx: Tx, client_id: string, now: Date): Promise<boolean> {
  const done = await store.saveEnabled(tx, { id: client_id })
  if (done) await recordChange(tx, 'enabled', (await store.findClient(tx, client_id))!, now)
  return done
}

async function recordChange(
  tx: Tx,
  what: 'created' | 'registered' | 'disabled' | 'enabled',
  { client_id: object_id, client_name: name }: Pick<store.ClientRecord, 'client_id' | 'client_name'>,
  at: Date,
): Promise<void> {
  await recordOfServer(tx, { type: `oauth_client.${what}`, at, object_id, name })
}

function listed(client: store.ClientRecord): ListedClient {
  const { secret_hash: _, ...shown } = client
  return { ...shown, built_in: isBuiltIn(client.client_id) }
}
