// Clients as they are kept.
import type { Tx } from '../../store/database.ts'
import { partlyRemoved, removePart } from '../../store/parts.ts'
import { statement } from '../../store/statement.ts'
import type { ClientRecord } from '../clients/rules.ts'

type ClientLists = 'redirect_uris' | 'grant_types' | 'scopes'
type ClientRow = Omit<ClientRecord, ClientLists | 'client_id' | 'verified'> &
  Record<ClientLists | 'id', string> & { verified: number }

function clientToRow({ client_id, ...client }: ClientRecord): ClientRow {
  return {
    ...client,
    id: client_id,
    redirect_uris: JSON.stringify(client.redirect_uris),
    grant_types: JSON.stringify(client.grant_types),
    scopes: JSON.stringify(client.scopes),
    verified: client.verified ? 1 : 0,
  }
}

function clientFromRow({ id, ...row }: ClientRow): ClientRecord {
  return {
    ...row,
    client_id: id,
    redirect_uris: JSON.parse(row.redirect_uris),
    grant_types: JSON.parse(row.grant_types),
    scopes: JSON.parse(row.scopes),
    verified: row.verified === 1,
  }
}

const clientById = statement<{ id: string }, ClientRow>((knex, place) =>
  knex('oauth_clients').select('*').where('id', place('id')),
)

const insertClientRow = statement<ClientRow>((knex, place) =>
  knex('oauth_clients').insert({
    id: place('id'),
    client_name: place('client_name'),
    redirect_uris: place('redirect_uris'),
    grant_types: place('grant_types'),
    token_endpoint_auth_method: place('token_endpoint_auth_method'),
    secret_hash: place('secret_hash'),
    scopes: place('scopes'),
    client_uri: place('client_uri'),
    logo_uri: place('logo_uri'),
    verified: place('verified'),
    created_at: place('created_at'),
    last_used_at: place('last_used_at'),
    disabled_at: place('disabled_at'),
  }),
)

/** What a client is by its code; when it was made, used or disabled is not part of that. */
const describeRow = statement<Omit<ClientRow, 'secret_hash' | 'created_at' | 'last_used_at' | 'disabled_at'>>(
  (knex, place) =>
    knex('oauth_clients')
      .where('id', place('id'))
      .update({
        client_name: place('client_name'),
        redirect_uris: place('redirect_uris'),
        grant_types: place('grant_types'),
        token_endpoint_auth_method: place('token_endpoint_auth_method'),
        scopes: place('scopes'),
        client_uri: place('client_uri'),
        logo_uri: place('logo_uri'),
        verified: place('verified'),
      }),
)

const useClient = statement<{ id: string; last_used_at: string }>((knex, place) =>
  knex('oauth_clients')
    .where('id', place('id'))
    .update({ last_used_at: place('last_used_at') }),
)

const newestClients = statement<object, ClientRow>(
  knex =>
    knex('oauth_clients')
      .select('*')
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ]),
  'limit 1000',
)

const verifiedNames = statement<object, { client_name: string }>(
  knex => knex('oauth_clients').select('client_name').where('verified', knex.raw('1')),
  'limit 1000',
)

const disableRow = statement<{ id: string; disabled_at: string }>((knex, place) =>
  knex('oauth_clients')
    .where('id', place('id'))
    .whereNull('disabled_at')
    .update({ disabled_at: place('disabled_at') }),
)

const enableRow = statement<{ id: string }>((knex, place) =>
  knex('oauth_clients').where('id', place('id')).whereNotNull('disabled_at').update({ disabled_at: null }),
)

const removeUnused = partlyRemoved<{ before: string }>('oauth_clients', ['id'], (rows, place) =>
  rows.where({ verified: 0 }).whereNull('last_used_at').where('created_at', '<=', place('before')),
)

export async function findClient(tx: Tx, client_id: string): Promise<ClientRecord | undefined> {
  const row = await tx.get(clientById, { id: client_id })
  return row && clientFromRow(row)
}

export async function insertClient(tx: Tx, client: ClientRecord): Promise<void> {
  await tx.run(insertClientRow, clientToRow(client))
}

/** Writes a client as it is in the code, over what it was in an earlier version; a disabled one stays disabled. */
export async function upsertClient(tx: Tx, client: ClientRecord): Promise<void> {
  if ((await tx.run(describeRow, clientToRow(client))) === 0) await insertClient(tx, client)
}

export async function saveClientUse(tx: Tx, client_id: string, last_used_at: string): Promise<void> {
  await tx.run(useClient, { id: client_id, last_used_at })
}

/** The newest first; at most a thousand. */
export async function listClientRecords(tx: Tx): Promise<ClientRecord[]> {
  return (await tx.all(newestClients, {})).map(clientFromRow)
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

/** Forgets some of what registered itself before that time and was never let in by anybody; whether more may be left. */
export function removeClientsUnused(tx: Tx, before: string): Promise<boolean> {
  return removePart(tx, removeUnused, { before })
}
