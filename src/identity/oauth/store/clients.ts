// Stored clients.
import type { Schemas } from '../../../../generated/api.ts'
import type { Scope } from '../../../../generated/scopes.ts'
import { flag, json, nullable, oneOf, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import { isDocumentId } from '../clients/documents/ids.ts'
import type { ClientKeys } from '../clients/keys.ts'

const clients = table('oauth_clients', {
  id: uuid,
  client_name: text,
  redirect_uris: json<string[]>(),
  grant_types: json<Schemas['GrantType'][]>(),
  token_endpoint_auth_method: oneOf<Schemas['TokenEndpointAuthMethod']>(),
  /** `null` for a public client. */
  secret_hash: nullable(text),
  scopes: json<Scope[]>(),
  client_uri: nullable(text),
  logo_uri: nullable(text),
  /** Added or checked by the operator. Other clients register themselves. */
  verified: flag,
  created_at: text,
  last_used_at: nullable(text),
  /** A disabled client is treated as unknown. */
  disabled_at: nullable(text),
  /** The URL of the document that describes the client, which is its id in requests. `null` for a registered client. */
  document_url: nullable(text),
  /** The keys of a client with `private_key_jwt`. */
  jwks: nullable(json<ClientKeys>()),
  /** The URL of the keys, from the document. */
  jwks_uri: nullable(text),
  /** Its tokens are always bound to a key (RFC 9449 5.2). */
  dpop_bound_access_tokens: flag,
  /** It requests access by pushed requests only (RFC 9126 6). */
  require_pushed_authorization_requests: flag,
})

type Row = RecordOf<typeof clients>

/** `id` is that of the row, which codes and grants refer to; `client_id` is the id in requests. */
export interface ClientRecord extends Row {
  client_id: string
}

function rowOf(client: ClientRecord): Row {
  const { client_id: _, ...row } = client
  return row
}

const clientOf = (row: Row): ClientRecord => ({ ...row, client_id: row.document_url ?? row.id })

const clientById = clients.find('id')
const clientByUrl = clients.find('document_url')

/** The client with this id in requests. */
export async function findClient(tx: Tx, client_id: string): Promise<ClientRecord | undefined> {
  const row = isDocumentId(client_id)
    ? await tx.get(clientByUrl, { document_url: client_id })
    : await findRegistered(tx, client_id)
  return row && clientOf(row)
}

/** The client of this row. */
export async function findClientById(tx: Tx, id: string): Promise<ClientRecord | undefined> {
  const row = await tx.get(clientById, { id })
  return row && clientOf(row)
}

/** Row ids of clients with documents are not client ids. */
async function findRegistered(tx: Tx, id: string): Promise<Row | undefined> {
  const row = await tx.get(clientById, { id })
  return row?.document_url === null ? row : undefined
}

const insertClientRow = clients.insert()

export function insertClient(tx: Tx, client: ClientRecord): void {
  tx.put(insertClientRow, rowOf(client))
}

/** Updates the properties of a built-in client that the code defines, but not when it was created, used or disabled. */
const describeRow = clients.update({
  by: ['id'],
  set: [
    ...(['client_name', 'redirect_uris', 'grant_types', 'token_endpoint_auth_method'] as const),
    ...(['scopes', 'client_uri', 'logo_uri', 'verified'] as const),
  ],
})

/** Stores a built-in client and replaces the data of an earlier version; a disabled one remains disabled. */
export async function upsertClient(tx: Tx, client: ClientRecord): Promise<void> {
  if ((await tx.run(describeRow, rowOf(client))) === 0) insertClient(tx, client)
}

const describeDocument = clients.update({
  by: ['id'],
  set: [
    ...(['client_name', 'redirect_uris', 'grant_types', 'token_endpoint_auth_method'] as const),
    ...(['scopes', 'client_uri', 'logo_uri', 'jwks', 'jwks_uri'] as const),
  ],
})

/** Updates a stored client with the current content of its document. */
export function updateDocumentClient(tx: Tx, client: ClientRecord): void {
  tx.put(describeDocument, rowOf(client))
}

export const saveClientKeys = clients.update({ by: ['id'], set: ['jwks'] }).put

export const saveClientUse = clients.update({ by: ['id'], set: ['last_used_at'] }).put

const newestClients = clients.query<object>(
  ({ rows }) =>
    rows.orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]),
  'limit 1000',
)

/** Newest first; at most a thousand. */
export async function listClientRecords(tx: Tx): Promise<ClientRecord[]> {
  return (await tx.all(newestClients, {})).map(clientOf)
}

const verifiedNames = clients
  .only('client_name')
  .query<object>(({ rows, knex }) => rows.where('verified', knex.raw('1')), 'limit 1000')

/** The names of verified clients, including disabled ones; at most a thousand. */
export async function listVerifiedNames(tx: Tx): Promise<string[]> {
  return (await tx.all(verifiedNames, {})).map(({ client_name }) => client_name)
}

/** Disables a client. Returns whether it existed and was enabled. */
export const saveDisabled = clients.update({ by: ['id'], where: { disabled_at: null }, set: ['disabled_at'] }).did

/** Enables a client. Returns whether it existed and was disabled. */
export const saveEnabled = clients.write<{ id: string }>(({ rows, params }) =>
  rows.where(params('id')).whereNotNull('disabled_at').update({ disabled_at: null }),
).did

/**
 * Removes some clients that registered, or were approved by their document, before that time and never got a grant. A disabled
 * document is kept, because its id would otherwise be accepted again.
 */
export const removeUnusedClients = clients.removeSome<never, { before: string }>({
  key: ['id'],
  where: ({ rows, param }) =>
    rows
      .where({ verified: 0 })
      .whereNull('last_used_at')
      .where('created_at', '<=', param('before'))
      .where(either => either.whereNull('document_url').orWhereNull('disabled_at')),
}).more

/** Removes some clients with a document whose last grant was removed. */
export const removeUnusedDocuments = acrossTeams(
  'a sweep',
  clients.removeSome<never, { before: string }>({
    key: ['id'],
    where: ({ rows, param, knex }) =>
      rows
        .whereNotNull('document_url')
        .whereNull('disabled_at')
        .where('created_at', '<=', param('before'))
        .whereNotExists(
          knex('oauth_grants').select('oauth_grants.id').where('oauth_grants.client_id', knex.ref('oauth_clients.id')),
        ),
  }),
).more
