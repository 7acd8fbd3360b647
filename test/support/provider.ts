// A small local OpenID provider with real endpoints and signed ID tokens; a test can make any part invalid.
import { type KeyObject, createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, createServer } from 'node:http'
import { type JWTPayload, SignJWT, UnsecuredJWT, exportJWK } from 'jose'

/** The parts of its next responses that differ from valid ones. */
interface ProviderOverrides {
  claims?: Record<string, unknown>
  /** Signs with an unpublished key under the id of a published one. */
  with_other_key?: boolean
  /** Omits the signature. */
  unsigned?: boolean
  /** Signs with the client secret. */
  with_secret?: boolean
  userinfo?: Record<string, unknown>
  metadata?: Record<string, unknown>
  /** The status of each response. */
  status?: number
}

export interface TestProvider {
  issuer: string
  settings: Record<string, string>
  /** The claims about the user who logs in. */
  person: Record<string, unknown>
  twist: ProviderOverrides
  /** The requested paths. */
  asked: string[]
  /** Logs the user in and returns the redirect to the client. */
  answer(location: string): string
  /** Replaces the signing key. */
  rotate(): Promise<void>
  stop(): Promise<void>
}

const CLIENT = { id: 'a client', secret: 's3cret & more' }

const newKey = (): { publicKey: KeyObject; privateKey: KeyObject } => generateKeyPairSync('ec', { namedCurve: 'P-256' })

interface IssuedLogin {
  nonce: string
  code_challenge: string
  redirect_uri: string
}

export async function aProvider(now: () => Date): Promise<TestProvider> {
  const codes = new Map<string, IssuedLogin>()
  let kid = 1
  let key = newKey()
  const other = newKey().privateKey
  const seconds = (): number => Math.floor(now().getTime() / 1000)

  async function tokenOf({ nonce }: IssuedLogin): Promise<string> {
    const times = { iat: seconds(), exp: seconds() + 300 }
    const claims = {
      iss: provider.issuer,
      aud: CLIENT.id,
      nonce,
      ...times,
      ...provider.person,
      ...provider.twist.claims,
    }
    const payload = claims as JWTPayload
    if (provider.twist.unsigned) return new UnsecuredJWT(payload).encode()
    if (provider.twist.with_secret)
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256', kid: String(kid) })
        .sign(Buffer.from(CLIENT.secret))
    const signing = provider.twist.with_other_key ? other : key.privateKey
    return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: String(kid) }).sign(signing)
  }

  async function redeemed(request: IncomingMessage): Promise<object | undefined> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const form = new URLSearchParams(Buffer.concat(pieces).toString())
    const granted = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const [id, secret] = Buffer.from(request.headers.authorization!.slice(6), 'base64').toString().split(':')
    const decoded = [id, secret].map(text => new URLSearchParams(`text=${text}`).get('text'))
    const isClient = decoded[0] === CLIENT.id && decoded[1] === CLIENT.secret
    const isRight = proof === granted?.code_challenge && form.get('redirect_uri') === granted.redirect_uri
    return granted && isClient && isRight
      ? { access_token: 'a token', token_type: 'Bearer', id_token: await tokenOf(granted) }
      : undefined
  }

  async function answerTo(request: IncomingMessage): Promise<object | undefined> {
    const { issuer, twist } = provider
    provider.asked.push(request.url!)
    switch (request.url) {
      case '/.well-known/openid-configuration': {
        const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }
        return {
          issuer,
          ...endpoints,
          jwks_uri: `${issuer}/keys`,
          userinfo_endpoint: `${issuer}/me`,
          ...twist.metadata,
        }
      }
      case '/keys':
        return { keys: [{ ...(await exportJWK(key.publicKey)), kid: String(kid), use: 'sig', alg: 'ES256' }] }
      case '/token':
        return redeemed(request)
      default:
        return request.headers.authorization === 'Bearer a token' ? twist.userinfo : undefined
    }
  }

  const server = createServer(async (request, response) => {
    const answer = await answerTo(request)
    response.writeHead(provider.twist.status ?? (answer ? 200 : 400), { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { error: 'invalid_grant' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const issuer = `http://localhost:${port}`
  const provider: TestProvider = {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Example Login',
      ALLOW_PRIVATE_ADDRESSES: 'true',
    },
    person: {},
    twist: {},
    asked: [],
    answer: location => {
      const { searchParams: asked } = new URL(location)
      const code = `code ${codes.size} ${asked.get('nonce')}`
      const [nonce, code_challenge] = [asked.get('nonce')!, asked.get('code_challenge')!]
      codes.set(code, { nonce, code_challenge, redirect_uri: asked.get('redirect_uri')! })
      const { pathname } = new URL(asked.get('redirect_uri')!)
      return `${pathname}?${new URLSearchParams({ code, state: asked.get('state')! })}`
    },
    rotate: async () => {
      kid++
      key = newKey()
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return provider
}
