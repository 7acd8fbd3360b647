// Where mail is taken next, and what of the connection there is asked for.

/**
 * `off`: no encryption, unless it is there from the start. `opportunistic`: STARTTLS as soon as the server offers it, with
 * any certificate, and without encryption if that fails: for mail that would otherwise go in the clear.
 * `opportunistic-checked`: STARTTLS as soon as the server offers it, and then with a valid certificate. `encrypted`: nothing
 * is sent without encryption, whatever the certificate. `required`: nothing is sent without a valid certificate. With TLSA
 * records (DANE, RFC 7672): nothing is sent to a server that matches none of them, and where none can be used, to one that
 * does not encrypt.
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
  /** A name, or an address. */
  host: string
  port: number
  /** Of the host, when it is known already: no name is looked up then. */
  address?: string
  /** TLS from the first byte on. */
  secure?: boolean
  tls: TlsPolicy
  /** The name that its certificate has to have. */
  servername: string
  auth?: { user: string; pass: string }
  /** How many connections there may be at once, unless it is as many as usual. */
  connections?: number
  /** How long to wait for the connection, unless it is as long as usual. */
  connect_ms?: number
}

/** Two hops with the same name are asked over the same connections. */
export function hopKey({ host, port, address, secure, tls, servername, auth }: NextHop): string {
  const policy =
    typeof tls === 'string'
      ? tls
      : tls.dane.map(({ usage, selector, matching, data }) => `${usage}${selector}${matching}${data.toString('hex')}`)
  return [host, port, address, secure, policy, servername, auth?.user, auth?.pass].join('\n')
}
