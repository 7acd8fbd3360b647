// Certificates for test servers: a certificate authority and the certificates that it signs.
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto'

export interface TestCertificate {
  /** In PEM format. */
  key: string
  cert: string
  /** SHA-256 of the public key, as in a TLSA record (selector 1, matching 1). */
  spki_sha256: Buffer
}

interface Names {
  /** The name of the subject. */
  name: string
  dns?: readonly string[]
  valid?: { from: Date; to: Date }
}

const DAY_MS = 86_400_000

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
const nameOf = (text: string): Buffer => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))))
const timeOf = (date: Date): Buffer => der(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`))
const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), der(0x04, value))

let serial = 1

function made(
  { name, dns = [], valid }: Names,
  issuer: string,
  isAuthority: boolean,
  signer?: KeyObject,
): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { from, to } = valid ?? { from: new Date(Date.now() - DAY_MS), to: new Date(Date.now() + 30 * DAY_MS) }
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const alternatives = dns.map(each => der(0x82, Buffer.from(each)))
  const extensions = [
    extension('551d13', isAuthority ? sequence(der(0x01, Buffer.from([255]))) : sequence()),
    ...(alternatives.length > 0 ? [extension('551d11', sequence(...alternatives))] : []),
  ]
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, serial >> 8, serial++ & 255])),
    ECDSA_SHA256,
    nameOf(issuer),
    sequence(timeOf(from), timeOf(to)),
    nameOf(name),
    spki,
    der(0xa3, sequence(...extensions)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, signer ?? privateKey))
  const cert = new X509Certificate(sequence(body, ECDSA_SHA256, signature)).toString()
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  return { key, cert, spki_sha256: createHash('sha256').update(spki).digest() }
}

export interface TestAuthority extends TestCertificate {
  /** Issues a certificate; `cert` also contains the issuer, as a server sends it. */
  issue(names: Names): TestCertificate
}

export function testAuthority(name = 'Test Authority'): TestAuthority {
  const own = made({ name }, name, true)
  const signer = createPrivateKey(own.key)
  return {
    ...own,
    issue(names) {
      const issued = made(names, name, false, signer)
      return { ...issued, cert: issued.cert + own.cert }
    },
  }
}

/** A self-signed certificate. */
export function selfSigned(names: Names): TestCertificate {
  return made(names, names.name, false)
}
