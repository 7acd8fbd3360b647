// A software authenticator: creates passkeys and signs with them like a browser. Tests can change whatever an attacker
// could change.
import { type KeyObject, generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Person } from './pages.ts'

interface Options {
  challenge: string
  rp?: { id: string }
  rpId?: string
  user?: { id: string }
  allowCredentials?: string[]
}

/** The parts of a response that differ from a valid one. */
export interface PasskeyOverrides {
  challenge?: string
  origin?: string
  rp_id?: string
  type?: string
  crossOrigin?: boolean
  /** A user who is present and verified, with a credential, is 0x45. */
  flags?: number
  counter?: number
  key?: KeyObject
  /** CBOR that replaces the public key of a new passkey. */
  public_key?: Uint8Array
  /** The format of an attestation, signed with the key, and its certificates. */
  attestation?: string
  x5c?: Uint8Array[]
}

export interface Authenticator {
  id: string
  key: KeyObject
  create(options: Options, twist?: PasskeyOverrides): Record<string, string>
  get(options: Options, twist?: PasskeyOverrides): Record<string, string>
}

type Kind = 'ec' | 'rsa' | 'ed25519'

function newPair(kind: Kind): { publicKey: KeyObject; privateKey: KeyObject } {
  if (kind === 'ed25519') return generateKeyPairSync('ed25519')
  return kind === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

/** The public key in COSE: key type, algorithm and parameters. */
export function coseOf(key: KeyObject): Uint8Array {
  const { crv, x = '', y = '', n, e = '' } = key.export({ format: 'jwk' })
  const read = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'))
  const curve = crv === 'Ed25519' ? [1, -8, 6] : [2, -7, crv === 'P-384' ? 2 : 1]
  const [kty, alg, first] = n === undefined ? curve : [3, -257, read(n)]
  const members = [
    [1, kty],
    [3, alg],
    [-1, first],
    [-2, read(n === undefined ? x : e)],
  ]
  return cbor(new Map((kty === 2 ? [...members, [-3, read(y)]] : members) as [number, unknown][]))
}

function cbor(value: unknown): Uint8Array {
  return isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0])
}

/** With `counts`, the counter increases with each signature; synchronized passkeys have no counter. */
export function anAuthenticator(
  origin: string,
  { kind = 'ec', counts = false }: { kind?: Kind; counts?: boolean } = {},
): Authenticator {
  const { publicKey, privateKey } = newPair(kind)
  const raw_id = randomBytes(32)
  const id = raw_id.toString('base64url')
  let counter = 0
  const clientData = (kind_of: string, options: Options, twist: PasskeyOverrides): string => {
    const said = { type: kind_of, challenge: options.challenge, origin, crossOrigin: false, ...twist }
    const { type, challenge, crossOrigin } = said
    return Buffer.from(JSON.stringify({ type, challenge, origin: said.origin, crossOrigin })).toString('base64url')
  }
  const signed = (data: Buffer, client_data: string, key = privateKey): Buffer => {
    const bytes = Buffer.concat([data, hash('sha256', Buffer.from(client_data, 'base64url'), 'buffer')])
    return sign(kind === 'ed25519' ? null : 'sha256', bytes, key)
  }
  const head = (rp_id: string, flags: number, count: number): Buffer => {
    const bytes = Buffer.concat([hash('sha256', rp_id, 'buffer'), Buffer.from([flags]), Buffer.alloc(4)])
    bytes.writeUInt32BE(count, 33)
    return bytes
  }
  return {
    id,
    key: privateKey,
    create: (options, twist = {}) => {
      const { rp_id = options.rp!.id, flags = 0x45, public_key = coseOf(publicKey), attestation, x5c } = twist
      const client_data = clientData('webauthn.create', options, twist)
      const start = head(rp_id, flags, twist.counter ?? counter)
      const credential = [Buffer.alloc(16), Buffer.from([0, raw_id.length]), raw_id, public_key]
      const data = Buffer.concat(flags & 0x40 ? [start, ...credential] : [start])
      const sig = new Uint8Array(signed(data, client_data, twist.key))
      const statement = Object.entries(attestation === undefined ? {} : { alg: -7, sig, ...(x5c && { x5c }) })
      const made = new Map<string, unknown>([
        ['fmt', attestation ?? 'none'],
        ['attStmt', new Map(statement)],
        ['authData', new Uint8Array(data)],
      ])
      return { credential_id: id, client_data, attestation_object: Buffer.from(cbor(made)).toString('base64url') }
    },
    get: (options, twist = {}) => {
      if (counts) counter++
      const client_data = clientData('webauthn.get', options, twist)
      const data = head(twist.rp_id ?? options.rpId!, twist.flags ?? 0x05, twist.counter ?? counter)
      return {
        credential_id: id,
        client_data,
        authenticator_data: data.toString('base64url'),
        signature: signed(data, client_data, twist.key).toString('base64url'),
      }
    },
  }
}

/** The options that the form of a page passes to the browser. */
export function passkeyOptionsIn(text: string): Options {
  const [, escaped] = /data-passkey="([^"]+)"/.exec(text) ?? []
  if (escaped === undefined) throw new Error(`no form asks for a passkey in ${text}`)
  return JSON.parse(escaped.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')) as Options
}

/** Confirms the password and returns the options of the page. */
export async function requestPasskeyOptions(person: Person, password: string): Promise<Options> {
  await person.get('/account')
  await person.post('/account/passkeys/begin', { password })
  return passkeyOptionsIn((await person.get('/account')).text)
}

/** Adds a passkey. Returns the resulting page. */
export async function withPasskey(person: Person, password: string, authenticator: Authenticator): Promise<string> {
  const fields = authenticator.create(await requestPasskeyOptions(person, password))
  await person.post('/account/passkeys/add', { ...fields, name: 'My laptop' })
  return (await person.get('/account')).text
}
