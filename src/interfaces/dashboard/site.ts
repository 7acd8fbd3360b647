// Values derived from the public URL of the server: its origins and hosts, and properties of cookies and headers.

export interface Site {
  /** The URL that people open. */
  public_url: string
  /** Whether cookies can be limited to encrypted connections. */
  is_https: boolean
  /** The origins that our forms can be sent from. */
  origins: ReadonlySet<string>
  /** The hosts of these origins, as in a Host header. */
  hosts: ReadonlySet<string>
  referrer_policy: 'no-referrer' | 'same-origin'
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

export function siteOf(public_url: string): Site {
  const { protocol, hostname, port, origin } = new URL(public_url)
  const is_https = protocol === 'https:'
  const is_loopback = LOOPBACK_HOSTS.includes(hostname)
  // http://localhost:3000 and http://127.0.0.1:3000 are the same server on a local machine, and people use both
  const aliases = is_loopback ? LOOPBACK_HOSTS.map(host => new URL(`${protocol}//${host}:${port}`).origin) : []
  const origins = new Set([origin, ...aliases])
  return {
    public_url: origin,
    is_https,
    origins,
    hosts: new Set([...origins].map(each => new URL(each).host)),
    // With `no-referrer` browsers send `Origin: null` even to our own pages, so Sec-Fetch-Site has to show where a form came
    // from. Browsers send that to secure origins only, which include loopback ones.
    referrer_policy: is_https || is_loopback ? 'no-referrer' : 'same-origin',
  }
}
