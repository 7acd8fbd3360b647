// Where mail is taken next, and what of the connection there is asked for.

/**
 * `off`: no encryption, unless it is there from the start. `opportunistic`: as soon as the server offers it, whoever it is,
 * and none if that fails: for mail that would otherwise go in the clear. `opportunistic-checked`: as soon as the server
 * offers it, and then with a valid certificate. `encrypted`: nothing is said without encryption, whatever the certificate.
 * `required`: nothing is said without a valid certificate. With TLSA records:
 * nothing is said to who has none of these (DANE, RFC 7672), and with none that can be used, to who does not encrypt.
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
