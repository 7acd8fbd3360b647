// Built-in clients, whose ids are part of the programs' code, so that they need not register.
import { USUAL_GRANT_TYPES } from './rules.ts'
import type { ClientRecord } from '../store/clients.ts'
import { SCOPES } from '../../../base/operation/scope.ts'

const COMMAND_LINE_ID = '7136aa0b-625c-4c9c-8820-e9784c8eb141'

export function knownClients(now: Date): ClientRecord[] {
  return [commandLine(now)]
}

/** Whether the client is built into the server, so that the operator need not verify it. */
export function isBuiltIn(client_id: string): boolean {
  return client_id === COMMAND_LINE_ID
}

/** The public command-line client. It listens on a free port of the loopback address (RFC 8252 7.3). */
function commandLine(now: Date): ClientRecord {
  return {
    id: COMMAND_LINE_ID,
    client_id: COMMAND_LINE_ID,
    client_name: 'CLI',
    redirect_uris: ['http://127.0.0.1/oauth/callback'],
    grant_types: [...USUAL_GRANT_TYPES],
    token_endpoint_auth_method: 'none',
    scopes: [...SCOPES],
    client_uri: null,
    logo_uri: null,
    verified: true,
    secret_hash: null,
    created_at: now.toISOString(),
    last_used_at: null,
    disabled_at: null,
    document_url: null,
    jwks: null,
    jwks_uri: null,
    dpop_bound_access_tokens: false,
    require_pushed_authorization_requests: false,
  }
}
