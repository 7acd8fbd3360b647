// The mail server that an email is sent to next, and the requirements for the connection.

/**
 * `off`: no STARTTLS. `opportunistic`: STARTTLS if the server offers it, with any certificate, and without encryption
 * if that fails: for email that would otherwise be sent unencrypted. `opportunistic-checked`: STARTTLS if the server
 * offers it, and then only with a valid certificate. `encrypted`: nothing is sent without encryption; any certificate
 * is accepted. `required`: nothing is sent without a valid certificate. With TLSA records (DANE, RFC 7672): nothing is
 * sent to a server that matches none of them or, if none of them is usable, to one that does not encrypt.
 */
export type TlsPolicy =
  | 'off'
  | 'opportunistic'
  | 'opportunistic-checked'
  | 'encrypted'
  | 'required'
  | { dane: readonly TlsaRecord[] }

/** RFC 6698 2.1. */
export interface TlsaRecord {
  usage: number
  selector: number
  matching: number
  data: Buffer
}

export interface NextHop {
  /** A name or an IP address. */
  host: string
  port: number
  /** The IP address of the host, if known. The name is then not looked up. */
  address?: string
  /** TLS from the first byte (implicit TLS). */
  secure?: boolean
  tls: TlsPolicy
  /** The name that the certificate must have. */
  servername: string
  auth?: { user: string; pass: string }
  /** Maximum number of simultaneous connections; `undefined`: the default. */
  connections?: number
  /** How long to wait for the connection; `undefined`: the default. */
  connect_ms?: number
}

/** Hops with the same key share their connections. */
export function hopKey({ host, port, address, secure, tls, servername, auth }: NextHop): string {
  const policy =
    typeof tls === 'string'
      ? tls
      : tls.dane.map(({ usage, selector, matching, data }) => `${usage}${selector}${matching}${data.toString('hex')}`)
  return [host, port, address, secure, policy, servername, auth?.user, auth?.pass].join('\n')
}
