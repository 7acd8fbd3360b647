// Local HTTPS hosts that publish client metadata documents.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { testAuthority } from './certificates.ts'
import { nameServer } from './dns.ts'
import { CALLBACK } from './oauth.ts'

type Answering = (response: http.ServerResponse) => void

export interface Publisher {
  /** Settings that let a server find the hosts. */
  env: Record<string, string>
  /** The URL of a path on a host. */
  at(path: string, host?: string): string
  /** Sets the response: an object as a valid document, or a handler. */
  publish(url: string, what: object | Answering): void
  /** The headers of each request for the URL. */
  asked(url: string): http.IncomingHttpHeaders[]
  /** Sets the addresses of a host. */
  lead(host: string, addresses: string[]): void
  close(): Promise<void>
}

const HOSTS = ['app.example', 'other.example', 'inside.example', 'a.wild.example']

/** Starts the hosts. This process trusts their certificate authority until they are closed. */
export async function publisher(): Promise<Publisher> {
  const own_authorities = tls.getCACertificates('default')
  const authority = testAuthority()
  tls.setDefaultCACertificates([...own_authorities, authority.cert])
  const led = new Map<string, string[]>()
  const names = await nameServer((name, kind) => (kind === 'A' ? (led.get(name) ?? ['127.0.0.1']) : []))
  const published = new Map<string, object | Answering>()
  const received = new Map<string, http.IncomingHttpHeaders[]>()
  const server = https.createServer(authority.issue({ name: 'documents', dns: HOSTS }), (request, response) => {
    const url = `https://${request.headers.host}${request.url}`
    received.set(url, [...(received.get(url) ?? []), request.headers])
    const what = published.get(url)
    if (typeof what === 'function') what(response)
    else if (what) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(what))
    else response.writeHead(404).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    env: { DNS_SERVERS: names.address, ALLOW_PRIVATE_ADDRESSES: 'true' },
    at: (path, host = 'app.example') => `https://${host}:${port}${path}`,
    publish: (url, what) => void published.set(url, what),
    asked: url => received.get(url) ?? [],
    lead: (host, addresses) => void led.set(host, addresses),
    close: async () => {
      tls.setDefaultCACertificates(own_authorities)
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await names.close()
    },
  }
}

/** A valid document of a program on the user's machine. */
export function aDocument(client_id: string, more: object = {}): object {
  return { client_id, client_name: 'Night Mailer', redirect_uris: ['http://127.0.0.1/callback'], ...more }
}

export const LOCAL = 'http://127.0.0.1:4711/callback'
export const FOREIGN = CALLBACK

export interface TestKey {
  /** The public key, for a key set. */
  jwk: Record<string, unknown>
  private_key: KeyObject
  alg: 'ES256' | 'EdDSA' | 'PS256' | 'RS256'
}

export function aKey(kid: string, alg: TestKey['alg'] = 'ES256'): TestKey {
  const { publicKey, privateKey: private_key } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : alg === 'EdDSA'
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { jwk: { ...publicKey.export({ format: 'jwk' }), kid }, private_key, alg }
}

const encodedPart = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A JWT with these claims. */
export function signedJwt({ jwk, private_key, alg }: TestKey, claims: object, header: object = {}): string {
  const text = Buffer.from(`${encodedPart({ alg, kid: jwk.kid, ...header })}.${encodedPart(claims)}`)
  const key =
    alg === 'PS256'
      ? { key: private_key, padding: 6, saltLength: 32 }
      : alg === 'ES256'
        ? { key: private_key, dsaEncoding: 'ieee-p1363' as const }
        : { key: private_key }
  return `${text.toString()}.${sign(alg === 'EdDSA' ? null : 'sha256', text, key).toString('base64url')}`
}
