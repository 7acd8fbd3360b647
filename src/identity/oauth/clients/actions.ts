// Self-registered clients and clients added by an operator: listing, disabling and enabling them.
import { hashToken, randomToken } from '../../../base/secrets/tokens.ts'
import type { Tx } from '../../../base/store/database.ts'
import { recordServerEvent } from '../../teams/actions.ts'
import { type Client, type NewClient, clientFromMetadata, metadataFromClient } from './rules.ts'
import { isBuiltIn } from './known-clients.ts'
import * as store from '../store/clients.ts'

/** A client as the operator sees it. */
export interface ListedClient extends Omit<store.ClientRecord, 'secret_hash'> {
  /** The client is built into the server. */
  built_in: boolean
}

export interface AddedClient {
  client: ListedClient
  /** The secret of a client that authenticates. It is shown once; only its hash is stored. */
  client_secret?: string
}

/** Stores a registered client, with a new secret if it authenticates with one. */
export async function storeClient(tx: Tx, client: Client, verified: boolean, now: Date): Promise<AddedClient> {
  const has_secret = client.token_endpoint_auth_method.startsWith('client_secret_')
  const client_secret = has_secret ? randomToken() : undefined
  const kept = { ...client, id: client.client_id, verified, last_used_at: null }
  store.insertClient(tx, { ...kept, secret_hash: client_secret ? hashToken(client_secret) : null })
  await recordChange(tx, verified ? 'created' : 'registered', kept, now)
  return { client: { ...kept, built_in: false }, ...(client_secret && { client_secret }) }
}

/** Adds a client that the operator has verified. Refuses (400, in OAuth's form) the same faults as a registration. */
export async function addClient(tx: Tx, described: NewClient, now: Date): Promise<AddedClient> {
  return storeClient(
    tx,
    clientFromMetadata(metadataFromClient(described), { client_id: tx.newId('oauth_clients'), now }),
    true,
    now,
  )
}

/** Newest first; at most a thousand. */
export async function listClients(tx: Tx): Promise<ListedClient[]> {
  const clients = await store.listClientRecords(tx)
  return clients.map(client => listed(client))
}

/**
 * Disables a client. Its tokens are refused from the next request on. Returns whether an enabled client with this id existed.
 */
export async function disableClient(tx: Tx, id: string, now: Date): Promise<boolean> {
  const done = await store.saveDisabled(tx, { id, disabled_at: now.toISOString() })
  if (done) await recordChange(tx, 'disabled', (await store.findClientById(tx, id))!, now)
  return done
}

/** Enables a disabled client, with its former grants. Returns whether a disabled client with this id existed. */
export async function enableClient(tx: Tx, id: string, now: Date): Promise<boolean> {
  const done = await store.saveEnabled(tx, { id })
  if (done) await recordChange(tx, 'enabled', (await store.findClientById(tx, id))!, now)
  return done
}

async function recordChange(
  tx: Tx,
  what: 'created' | 'registered' | 'disabled' | 'enabled',
  { id: object_id, client_name: name }: Pick<store.ClientRecord, 'id' | 'client_name'>,
  at: Date,
): Promise<void> {
  await recordServerEvent(tx, { type: `oauth_client.${what}`, at, object_id, name })
}

function listed(client: store.ClientRecord): ListedClient {
  const { secret_hash: _, ...shown } = client
  return { ...shown, built_in: isBuiltIn(client.client_id) }
}
