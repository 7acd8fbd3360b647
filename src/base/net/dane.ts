// DANE (RFC 6698, for SMTP RFC 7672): checks a mail server's certificate against TLSA records. The zone of the records is
// signed (DNSSEC), so no certificate authority is needed.
import { createHash, X509Certificate } from 'node:crypto'
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'
import type { TlsaRecord } from './smtp-hop.ts'

const [DANE_TA, DANE_EE] = [2, 3]
/** Longest certificate chain that is read; no real chain is longer. */
const CHAIN_MAX = 10

/** The records that SMTP can use (RFC 7672 3.1.3). All others only require encryption. */
function usableRecords(records: readonly TlsaRecord[]): readonly TlsaRecord[] {
  return records.filter(
    ({ usage, selector, matching }) => (usage === DANE_TA || usage === DANE_EE) && selector <= 1 && matching <= 2,
  )
}

/**
 * The reason why the server's certificate is refused; `undefined` if it is valid. The certificate must be for one of
 * `names`.
 */
export function daneFault(
  records: readonly TlsaRecord[],
  socket: TLSSocket,
  names: readonly string[],
): string | undefined {
  const usable = usableRecords(records)
  if (usable.length === 0) return undefined
  const chain = chainOf(socket)
  return chain.length > 0 && isNamed(usable, chain, names, new Date())
    ? undefined
    : 'The certificate of the server does not match its TLSA records'
}

function isNamed(
  records: readonly TlsaRecord[],
  chain: readonly X509Certificate[],
  names: readonly string[],
  now: Date,
): boolean {
  const [leaf] = chain
  return records.some(record => {
    // RFC 7672 3.1.1: names and dates of the certificate are ignored
    if (record.usage === DANE_EE) return matches(record, leaf!)
    const anchor = chain.findIndex(certificate => matches(record, certificate))
    return anchor !== -1 && leadsTo(chain.slice(0, anchor + 1), now) && names.some(name => leaf!.checkHost(name))
  })
}

function matches({ selector, matching, data }: TlsaRecord, certificate: X509Certificate): boolean {
  const whole = selector === 0 ? certificate.raw : certificate.publicKey.export({ type: 'spki', format: 'der' })
  if (matching === 0) return whole.equals(data)
  return createHash(matching === 1 ? 'sha256' : 'sha512')
    .update(whole)
    .digest()
    .equals(data)
}

/** Whether each certificate was issued by the next one and all are currently valid. */
function leadsTo(chain: readonly X509Certificate[], now: Date): boolean {
  return chain.every((certificate, index) => {
    const issuer = chain[index + 1]
    const isGood = new Date(certificate.validFrom) <= now && now <= new Date(certificate.validTo)
    return isGood && (!issuer || (certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)))
  })
}

function chainOf(socket: TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = []
  let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true)
  while (next?.raw && chain.length < CHAIN_MAX) {
    chain.push(new X509Certificate(next.raw))
    // a self-signed certificate is the end of the chain
    next = next.issuerCertificate === next ? undefined : next.issuerCertificate
  }
  return chain
}
