// Stored clients.
import type { Schemas } from '../../../../generated/api.ts'
import type { Scope } from '../../../base/operation/scope.ts'
import { flag, json, nullable, oneOf, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

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
  /** Added or checked by the operator; other clients register themselves. */
  verified: flag,
  created_at: text,
  last_used_at: nullable(text),
  /** A disabled client is treated as unknown. */
  disabled_at: nullable(text),
  /** Its tokens are always bound to a key (RFC 9449 5.2). */
  dpop_bound_access_tokens: flag,
  /** It asks people for access by pushed requests alone (RFC 9126 6). */
  require_pushed_authorization_requests: flag,
})

type Row = RecordOf<typeof clients>

export interface ClientRecord extends Omit<Row, 'id'> {
  client_id: string
}

const rowOf = ({ client_id, ...client }: ClientRecord): Row => ({ ...client, id: client_id })

const clientOf = ({ id, ...row }: Row): ClientRecord => ({ ...row, client_id: id })

const clientById = clients.find('id')

export async function findClient(tx: Tx, client_id: string): Promise<ClientRecord | undefined> {
  const row = await tx.get(clientById, { id: client_id })
  return row && clientOf(row)
}

const insertClientRow = clients.insert()

export function insertClient(tx: Tx, client: ClientRecord): void {
  tx.put(insertClientRow, rowOf(client))
}

/** Sets what the code defines of a built-in client; not when it was made, used or disabled. */
const describeRow = clients.update({
  by: ['id'],
  set: [
    ...(['client_name', 'redirect_uris', 'grant_types', 'token_endpoint_auth_method'] as const),
    ...(['scopes', 'client_uri', 'logo_uri', 'verified'] as const),
  ],
})

/** Stores a built-in client, replacing what an earlier version stored; a disabled one stays disabled. */
export async function upsertClient(tx: Tx, client: ClientRecord): Promise<void> {
  if ((await tx.run(describeRow, rowOf(client))) === 0) insertClient(tx, client)
}

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

/** The names of clients that the operator vouches for, disabled ones included; at most a thousand. */
export async function listVerifiedNames(tx: Tx): Promise<string[]> {
  return (await tx.all(verifiedNames, {})).map(({ client_name }) => client_name)
}

/** Returns whether there was such an enabled client. */
export const saveDisabled = clients.update({ by: ['id'], where: { disabled_at: null }, set: ['disabled_at'] }).did

/** Returns whether there was such a disabled client. */
export const saveEnabled = clients.write<{ id: string }>(({ rows, params }) =>
  rows.where(params('id')).whereNotNull('disabled_at').update({ disabled_at: null }),
).did

/** Removes some clients that registered before that time and never got a grant. */
export const removeClientsUnused = clients.removeSome<never, { before: string }>({
  key: ['id'],
  where: ({ rows, param }) =>
    rows.where({ verified: 0 }).whereNull('last_used_at').where('created_at', '<=', param('before')),
}).more
