// The peer of the OAuth benchmark, configured as its users would for the same work: a public client with PKCE, access
// tokens that are JWTs signed with ES256, rotating refresh tokens, and its in-memory store. Plain JavaScript, because
// it has no types.
import { createHash, generateKeyPairSync } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import * as oidc from 'oidc-provider'

const CALLBACK = 'https://app.example/callback'
const RESOURCE = 'https://api.example'
const LIFETIME_S = 900

const library = new URL('.', import.meta.resolve('oidc-provider'))
const inside = async path => (await import(fileURLToPath(new URL(path, library)))).default
const MemoryAdapter = await inside('adapters/memory_adapter.js')
const Storage = await inside('helpers/lru.js')
// its default size would evict the prepared codes
const storage = new Storage({ maxSize: 5_000_000 })

const signing = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })

const provider = new oidc.Provider('http://localhost', {
  adapter: model => new MemoryAdapter(model, storage),
  clients: [
    {
      client_id: 'bench',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'ES256',
      token_endpoint_auth_method: 'none',
    },
  ],
  jwks: { keys: [{ ...signing, alg: 'ES256', use: 'sig' }] },
  cookies: { keys: ['bench'] },
  scopes: ['emails:send'],
  ttl: {
    AccessToken: LIFETIME_S,
    AuthorizationCode: 600,
    Interaction: 600,
    RefreshToken: 60 * 86_400,
    Grant: 60 * 86_400,
  },
  findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  issueRefreshToken: () => true,
  rotateRefreshToken: () => true,
  expiresWithSession: () => false,
  interactions: { url: (_, interaction) => `/consent/${interaction.uid}` },
  features: {
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => RESOURCE,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'emails:send',
        audience: RESOURCE,
        accessTokenTTL: LIFETIME_S,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
})

/** Codes that were just approved, all with the same verifier. */
async function codes(count, code_verifier) {
  const challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const client = await provider.Client.find('bench')
  const made = []
  for (let index = 0; index < count; index++) {
    const grant = new provider.Grant({ accountId: 'ada', clientId: 'bench' })
    grant.addResourceScope(RESOURCE, 'emails:send')
    const code = new provider.AuthorizationCode({
      accountId: 'ada',
      client,
      codeChallenge: challenge,
      codeChallengeMethod: 'S256',
      grantId: await grant.save(),
      redirectUri: CALLBACK,
      resource: RESOURCE,
      scope: 'emails:send',
      expiresWithSession: false,
      gty: 'authorization_code',
    })
    made.push(await code.save())
  }
  return made
}

const server = provider.listen(0, '127.0.0.1', () => {
  process.on('message', async message => {
    if (message === 'port') process.send({ port: server.address().port })
    if (message.count) process.send({ codes: await codes(message.count, message.code_verifier) })
  })
})
