// OAuth without a user in a browser: public metadata, registration, the beginning of the authorization code flow, and
// everything that the token endpoints must reject.
import type { Step } from './step.ts'

const CALLBACK = 'http://127.0.0.1/callback'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const PERSON = 'requires a user who approves in a browser'

const REQUEST = {
  client_id: '((client.client_id))',
  response_type: 'code',
  redirect_uri: 'http://127.0.0.1:49152/callback',
  scope: 'emails:send',
  state: '((run))',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
}

const EXCHANGE = {
  grant_type: 'authorization_code',
  client_id: '((client.client_id))',
  code: '((secret))',
  redirect_uri: CALLBACK,
  code_verifier: VERIFIER,
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

const poll = { grant_type: DEVICE_GRANT, client_id: '((device.client_id))', device_code: '((secret))' }

const refresh = { grant_type: 'refresh_token', client_id: '((client.client_id))', refresh_token: '((secret))' }

export const oauth: Step[] = [
  { operation: 'getAuthorizationServerMetadata' },
  { operation: 'getProtectedResourceMetadata' },
  { operation: 'getMcpResourceMetadata' },
  { operation: 'getJwks' },
  {
    operation: 'registerClient',
    body: { client_name: 'Verify ((run))', redirect_uris: [CALLBACK], scope: 'emails:send' },
    leaves: 'client',
  },
  { operation: 'registerClient', title: 'without a name', body: { redirect_uris: [CALLBACK] }, status: 400 },
  {
    operation: 'registerClient',
    title: 'a redirect URI with a fragment',
    body: { client_name: 'Verify ((run))', redirect_uris: ['https://app.example/#x'] },
    status: 400,
    expect: { error: 'invalid_redirect_uri' },
  },
  { operation: 'authorize', query: REQUEST },
  {
    operation: 'authorize',
    title: 'an unknown client',
    query: { ...REQUEST, client_id: '((nobody))' },
    status: 400,
    expect: { error: 'invalid_client' },
  },
  {
    operation: 'authorize',
    title: 'another redirect URI',
    query: { ...REQUEST, redirect_uri: 'https://other.example/callback' },
    status: 400,
    expect: { error: 'invalid_request' },
  },
  { operation: 'pushAuthorizationRequest', form: REQUEST },
  {
    operation: 'pushAuthorizationRequest',
    title: 'a request_uri in it',
    form: { ...REQUEST, request_uri: 'urn:ietf:params:oauth:request_uri:((secret))' },
    status: 400,
    expect: { error: 'invalid_request' },
  },
  {
    operation: 'pushAuthorizationRequest',
    title: 'an unknown client',
    form: { ...REQUEST, client_id: '((nobody))' },
    status: 401,
    expect: { error: 'invalid_client' },
  },
  {
    operation: 'authorize',
    title: 'an unknown request_uri',
    query: { client_id: '((client.client_id))', request_uri: 'urn:ietf:params:oauth:request_uri:((secret))' },
    status: 400,
    expect: { error: 'invalid_request_uri' },
  },
  { operation: 'exchangeToken', form: EXCHANGE, unreachable: PERSON },
  {
    operation: 'exchangeToken',
    title: 'an unknown code',
    form: EXCHANGE,
    status: 400,
    expect: { error: 'invalid_grant' },
  },
  {
    operation: 'exchangeToken',
    title: 'an unknown refresh token',
    form: refresh,
    status: 400,
    expect: { error: 'invalid_grant' },
  },
  {
    operation: 'exchangeToken',
    title: 'another grant type',
    form: { ...refresh, grant_type: 'password' },
    status: 400,
    expect: { error: 'unsupported_grant_type' },
  },
  {
    operation: 'exchangeToken',
    title: 'an unknown client',
    form: { ...refresh, client_id: '((nobody))' },
    status: 401,
    expect: { error: 'invalid_client' },
  },
  {
    operation: 'registerClient',
    title: 'for devices',
    body: { client_name: 'Verify devices ((run))', grant_types: [DEVICE_GRANT], scope: 'emails:send' },
    leaves: 'device',
  },
  {
    operation: 'authorizeDevice',
    form: { client_id: '((device.client_id))' },
    expect: { interval: 5 },
  },
  {
    operation: 'authorizeDevice',
    title: 'a scope that is not registered',
    form: { client_id: '((device.client_id))', scope: 'full_access' },
    status: 400,
    expect: { error: 'invalid_scope' },
  },
  {
    operation: 'authorizeDevice',
    title: 'a client without the device grant',
    form: { client_id: '((client.client_id))' },
    status: 400,
    expect: { error: 'unauthorized_client' },
  },
  {
    operation: 'authorizeDevice',
    title: 'an unknown client',
    form: { client_id: '((nobody))' },
    status: 401,
    expect: { error: 'invalid_client' },
  },
  {
    operation: 'exchangeToken',
    title: 'an unknown device_code',
    form: poll,
    status: 400,
    expect: { error: 'invalid_grant' },
  },
  { operation: 'revokeToken', form: { token: '((secret))', client_id: '((client.client_id))' } },
  {
    operation: 'revokeToken',
    title: 'no token',
    form: { client_id: '((client.client_id))' },
    status: 400,
    expect: { error: 'invalid_request' },
  },
  {
    operation: 'revokeToken',
    title: 'an unknown client',
    form: { token: '((secret))', client_id: '((nobody))' },
    status: 401,
    expect: { error: 'invalid_client' },
  },
  { operation: 'introspectToken', as: 'key', form: { token: '((secret))' }, expect: { active: false } },
  { operation: 'introspectToken', title: 'no token', as: 'key', form: {}, status: 400 },
  { operation: 'introspectToken', title: 'without authentication', form: { token: '((secret))' }, status: 400 },
  {
    operation: 'introspectToken',
    title: 'an unknown client',
    form: { token: '((secret))', client_id: '((nobody))' },
    status: 401,
    expect: { error: 'invalid_client' },
  },
  {
    operation: 'introspectToken',
    title: 'an unknown API key',
    headers: { Authorization: 'Bearer re_((secret))' },
    form: { token: '((secret))' },
    status: 401,
  },
  { operation: 'listOauthGrants', query: { limit: '2' } },
  { operation: 'revokeOauthGrant', path: { oauth_grant_id: '((nobody))' }, unreachable: PERSON },
]
