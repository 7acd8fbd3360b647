// An authenticator in software: makes passkeys and signs with them as a browser passes it on. What a stranger would change of
// that can be changed.
import { type KeyObject, generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto'
import type { Person } from './pages.ts'

interface Options {
  challenge: string
  rp?: { id: string }
  rpId?: string
  user?: { id: string }
  allowCredentials?: string[]
}

/** What of an answer is another than it should be. */
export interface Twist {
  challenge?: string
  origin?: string
  rp_id?: string
  type?: string
  crossOrigin?: boolean
  /** Present, verified and with a credential are 0x45. */
  flags?: number
  counter?: number
  key?: KeyObject
}

export interface Authenticator {
  id: string
  key: KeyObject
  create(options: Options, twist?: Twist): Record<string, string>
  get(options: Options, twist?: Twist): Record<string, string>
}

type Kind = 'ec' | 'rsa' | 'ed25519'

function newPair(kind: Kind): { publicKey: KeyObject; privateKey: KeyObject } {
  if (kind === 'ed25519') return generateKeyPairSync('ed25519')
  return kind === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

/** With `counts`, its counter goes up with each signature; passkeys that are synchronized have none. */
export function anAuthenticator(
  origin: string,
  { kind = 'ec', counts = false }: { kind?: Kind; counts?: boolean } = {},
): Authenticator {
  const { publicKey, privateKey } = newPair(kind)
  const raw_id = randomBytes(32)
  const id = raw_id.toString('base64url')
  let counter = 0
  const clientData = (type: string, { challenge }: Options, twist: Twist): string => {
    const said = { type, challenge, origin, crossOrigin: false, ...twist }
    const { key: _, flags: __, counter: ___, rp_id: ____, ...shown } = said
    return Buffer.from(JSON.stringify(shown)).toString('base64url')
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
      const length = Buffer.from([0, raw_id.length])
      const start = head(twist.rp_id ?? options.rp!.id, twist.flags ?? 0x45, twist.counter ?? counter)
      const data = Buffer.concat([start, Buffer.alloc(16), length, raw_id, Buffer.from([0xa0])])
      return {
        credential_id: id,
        client_data: clientData('webauthn.create', options, twist),
        authenticator_data: data.toString('base64url'),
        public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
      }
    },
    get: (options, twist = {}) => {
      if (counts) counter++
      const client_data = clientData('webauthn.get', options, twist)
      const data = head(twist.rp_id ?? options.rpId!, twist.flags ?? 0x05, twist.counter ?? counter)
      const signed = Buffer.concat([data, hash('sha256', Buffer.from(client_data, 'base64url'), 'buffer')])
      const signature = sign(kind === 'ed25519' ? null : 'sha256', signed, twist.key ?? privateKey)
      return {
        credential_id: id,
        client_data,
        authenticator_data: data.toString('base64url'),
        signature: signature.toString('base64url'),
      }
    },
  }
}

/** What the form of a page asks the browser for. */
export function askedOf(text: string): Options {
  const [, escaped] = /data-passkey="([^"]+)"/.exec(text) ?? []
  if (escaped === undefined) throw new Error(`no form asks for a passkey in ${text}`)
  return JSON.parse(escaped.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')) as Options
}

/** Confirms the password, and what the page asks for then. */
export async function passkeyAsked(person: Person, password: string): Promise<Options> {
  await person.get('/account')
  await person.post('/account/passkeys/begin', { password })
  return askedOf((await person.get('/account')).text)
}

/** Adds a passkey. Returns the page with what comes of it. */
export async function withPasskey(person: Person, password: string, authenticator: Authenticator): Promise<string> {
  const fields = authenticator.create(await passkeyAsked(person, password))
  await person.post('/account/passkeys/add', { ...fields, name: 'My laptop' })
  return (await person.get('/account')).text
}
