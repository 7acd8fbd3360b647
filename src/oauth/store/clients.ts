// Clients, which of their requests were answered, and the codes they get.
import type { Tx } from '../../store/database.ts'
import { partlyRemoved, removePart } from '../../store/parts.ts'
import { statement } from '../../store/statement.ts'
import type { Client } from '../clients/rules.ts'
import type { KeptCode } from '../authorize/requests.ts'

/** A client as it is kept. */
export interface KeptClient extends Client {
  /** Made or checked by the operator; anybody can register the others. */
  verified: boolean
  secret_hash: string | null
  last_used_at: string | null
}

// ---- codecs

type ClientLists = 'redirect_uris' | 'grant_types' | 'scopes'
type ClientRow = Omit<KeptClient, ClientLists | 'client_id' | 'verified'> &
  Record<ClientLists | 'id', string> & { verified: number }
type Scoped<T extends { scopes: unknown }> = Omit<T, 'scopes'> & { scopes: string }

function clientToRow({ client_id, ...client }: KeptClient): ClientRow {
  return {
    ...client,
    id: client_id,
    redirect_uris: JSON.stringify(client.redirect_uris),
    grant_types: JSON.stringify(client.grant_types),
    scopes: JSON.stringify(client.scopes),
    verified: client.verified ? 1 : 0,
  }
}

function clientFromRow({ id, ...row }: ClientRow): KeptClient {
  return {
    ...row,
    client_id: id,
    redirect_uris: JSON.parse(row.redirect_uris),
    grant_types: JSON.parse(row.grant_types),
    scopes: JSON.parse(row.scopes),
    verified: row.verified === 1,
  }
}

function toRow<T extends { scopes: readonly string[] }>(record: T): Scoped<T> {
  return { ...record, scopes: JSON.stringify(record.scopes) }
}

function fromRow<T extends { scopes: unknown }>(row: Scoped<T> | undefined): T | undefined {
  return row && ({ ...row, scopes: JSON.parse(row.scopes) } as unknown as T)
}

// ---- clients

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

export async function findClient(tx: Tx, client_id: string): Promise<KeptClient | undefined> {
  const row = await tx.get(clientById, { id: client_id })
  return row && clientFromRow(row)
}

export async function insertClient(tx: Tx, client: KeptClient): Promise<void> {
  await tx.run(insertClientRow, clientToRow(client))
}

/** Writes a client as it is in the code, over what it was in an earlier version; a disabled one stays disabled. */
export async function upsertClient(tx: Tx, client: KeptClient): Promise<void> {
  if ((await tx.run(describeRow, clientToRow(client))) === 0) await insertClient(tx, client)
}

export async function saveClientUse(tx: Tx, client_id: string, last_used_at: string): Promise<void> {
  await tx.run(useClient, { id: client_id, last_used_at })
}

/** The newest first; at most a thousand. */
export async function listClients(tx: Tx): Promise<KeptClient[]> {
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

// ---- answers to authorization requests

export interface RequestAnswer {
  request_id: string
  /** When the request ends; after that nobody could answer it again. */
  expires_at: string
}

const answerById = statement<{ request_id: string }, RequestAnswer>((knex, place) =>
  knex('oauth_answers').select('*').where('request_id', place('request_id')),
)

const insertAnswerRow = statement<RequestAnswer>((knex, place) =>
  knex('oauth_answers')
    .insert({ request_id: place('request_id'), expires_at: place('expires_at') })
    .onConflict('request_id')
    .ignore(),
)

const removeAnswers = partlyRemoved<{ before: string }>('oauth_answers', ['request_id'], (rows, place) =>
  rows.where('expires_at', '<=', place('before')),
)

export async function isAnswered(tx: Tx, request_id: string): Promise<boolean> {
  return (await tx.get(answerById, { request_id })) !== undefined
}

/** Whether this answered it: a request is answered once. */
export async function saveAnswer(tx: Tx, answer: RequestAnswer): Promise<boolean> {
  return (await tx.run(insertAnswerRow, answer)) > 0
}

export function removeAnswersExpired(tx: Tx, before: string): Promise<boolean> {
  return removePart(tx, removeAnswers, { before })
}

// ---- codes

const codeByHash = statement<{ code_hash: string }, Scoped<KeptCode>>((knex, place) =>
  knex('oauth_codes').select('*').where('code_hash', place('code_hash')),
)

const insertCodeRow = statement<Scoped<KeptCode>>((knex, place) =>
  knex('oauth_codes').insert({
    code_hash: place('code_hash'),
    client_id: place('client_id'),
    team_id: place('team_id'),
    user_id: place('user_id'),
    redirect_uri: place('redirect_uri'),
    code_challenge: place('code_challenge'),
    scopes: place('scopes'),
    created_at: place('created_at'),
    expires_at: place('expires_at'),
    failures: place('failures'),
    consumed_at: place('consumed_at'),
    grant_id: place('grant_id'),
  }),
)

const countFailureRow = statement<{ code_hash: string }>((knex, place) =>
  knex('oauth_codes').where('code_hash', place('code_hash')).increment('failures', 1),
)

const consumeRow = statement<{ code_hash: string; consumed_at: string; grant_id: string }>((knex, place) =>
  knex('oauth_codes')
    .where('code_hash', place('code_hash'))
    .whereNull('consumed_at')
    .update({ consumed_at: place('consumed_at'), grant_id: place('grant_id') }),
)

const endRowsOfUser = statement<{ user_id: string; expires_at: string }>((knex, place) =>
  knex('oauth_codes')
    .where('user_id', place('user_id'))
    .whereNull('consumed_at')
    .update({ expires_at: place('expires_at') }),
)

const removeCodes = partlyRemoved<{ before: string }>('oauth_codes', ['code_hash'], (rows, place) =>
  rows.where('expires_at', '<=', place('before')),
)

export async function findCode(tx: Tx, code_hash: string): Promise<KeptCode | undefined> {
  return fromRow<KeptCode>(await tx.get(codeByHash, { code_hash }))
}

export async function insertCode(tx: Tx, code: KeptCode): Promise<void> {
  await tx.run(insertCodeRow, toRow(code))
}

export async function countCodeFailure(tx: Tx, code_hash: string): Promise<void> {
  await tx.run(countFailureRow, { code_hash })
}

/** Whether this consumed it: a code is good for one exchange. */
export async function consumeCode(tx: Tx, code_hash: string, grant_id: string, consumed_at: string): Promise<boolean> {
  return (await tx.run(consumeRow, { code_hash, grant_id, consumed_at })) > 0
}

/** What a person approved and no client has exchanged yet cannot be exchanged any more. */
export async function endCodesOfUser(tx: Tx, user_id: string, at: string): Promise<void> {
  await tx.run(endRowsOfUser, { user_id, expires_at: at })
}

export function removeCodesExpired(tx: Tx, before: string): Promise<boolean> {
  return removePart(tx, removeCodes, { before })
}
