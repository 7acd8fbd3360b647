// Clients as they are kept.
import type { Scope } from '../../../base/operation/scope.ts'
import { flag, json, nullable, oneOf, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { partlyRemoved, removePart } from '../../../base/store/parts.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import type { ClientRecord } from '../clients/rules.ts'

const clients = table('oauth_clients', {
  id: uuid,
  client_name: text,
  redirect_uris: json<string[]>(),
  grant_types: json<ClientRecord['grant_types']>(),
  token_endpoint_auth_method: oneOf<ClientRecord['token_endpoint_auth_method']>(),
  secret_hash: nullable(text),
  scopes: json<Scope[]>(),
  client_uri: nullable(text),
  logo_uri: nullable(text),
  verified: flag,
  created_at: text,
  last_used_at: nullable(text),
  disabled_at: nullable(text),
})

type Row = RecordOf<typeof clients>

const rowOf = ({ client_id, ...client }: ClientRecord): Row => ({ ...client, id: client_id })

const clientOf = ({ id, ...row }: Row): ClientRecord => ({ ...row, client_id: id })

const clientById = clients.find('id')
const insertClientRow = clients.insert()
/** What a client is by its code; when it was made, used or disabled is not part of that. */
const describeRow = clients.update({
  by: ['id'],
  set: [
    ...(['client_name', 'redirect_uris', 'grant_types', 'token_endpoint_auth_method'] as const),
    ...(['scopes', 'client_uri', 'logo_uri', 'verified'] as const),
  ],
})

const useClient = clients.update({ by: ['id'], set: ['last_used_at'] })

const newestClients = clients.query<object>(
  ({ rows }) =>
    rows.orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]),
  'limit 1000',
)

const verifiedNames = clients
  .only('client_name')
  .query<object>(({ rows, knex }) => rows.where('verified', knex.raw('1')), 'limit 1000')

const disableRow = clients.update({ by: ['id'], where: { disabled_at: null }, set: ['disabled_at'] })

const enableRow = clients.write<{ id: string }>(({ rows, params }) =>
  rows.where(params('id')).whereNotNull('disabled_at').update({ disabled_at: null }),
)

const removeUnused = partlyRemoved<{ before: string }>(clients.name, ['id'], (rows, param) =>
  rows.where({ verified: 0 }).whereNull('last_used_at').where('created_at', '<=', param('before')),
)

export async function findClient(tx: Tx, client_id: string): Promise<ClientRecord | undefined> {
  const row = await tx.get(clientById, { id: client_id })
  return row && clientOf(row)
}

export async function insertClient(tx: Tx, client: ClientRecord): Promise<void> {
  await tx.run(insertClientRow, rowOf(client))
}

/** Writes a client as it is in the code, over what it was in an earlier version; a disabled one stays disabled. */
export async function upsertClient(tx: Tx, client: ClientRecord): Promise<void> {
  if ((await tx.run(describeRow, rowOf(client))) === 0) await insertClient(tx, client)
}

export async function saveClientUse(tx: Tx, client_id: string, last_used_at: string): Promise<void> {
  tx.put(useClient, { id: client_id, last_used_at })
}

/** The newest first; at most a thousand. */
export async function listClientRecords(tx: Tx): Promise<ClientRecord[]> {
  return (await tx.all(newestClients, {})).map(clientOf)
}

/** What the clients are called that the operator vouches for, disabled ones too; at most a thousand. */
export async function listVerifiedNames(tx: Tx): Promise<string[]> {
  return (await tx.all(verifiedNames, {})).map(({ client_name }) => client_name)
}

/** Disables a client, or with `null` enables it again. Whether this changed anything. */
export async function saveClientState(tx: Tx, id: string, disabled_at: string | null): Promise<boolean> {
  const changed = disabled_at === null ? tx.run(enableRow, { id }) : tx.run(disableRow, { id, disabled_at })
  return (await changed) > 0
}

/** Removes some clients that registered before that time and never got a grant; whether more may be left. */
export function removeClientsUnused(tx: Tx, before: string): Promise<boolean> {
  return removePart(tx, removeUnused, { before })
}
