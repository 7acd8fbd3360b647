// The URL of the relay for outgoing mail.

interface Relay {
  host: string
  port: number
  /** TLS from the start; otherwise STARTTLS according to `Encryption`. */
  secure: boolean
  auth?: { user: string; pass: string }
}

/**
 * `required`: nothing is sent without TLS. `opportunistic`: TLS if the server offers it. `off`: no TLS, except with an
 * `smtps` URL. With TLS the server's certificate is always checked.
 */
export const ENCRYPTION = ['required', 'opportunistic', 'off'] as const
export type Encryption = (typeof ENCRYPTION)[number]

/** The default number of simultaneous connections to a relay. */
export const CONNECTIONS = 100

/** Parses `smtp://` or `smtps://[user:password@]host[:port]`. Throws one clear sentence for any other URL. */
export function parseRelay(text: string): Relay {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const secure = url?.protocol === 'smtps:'
  if (!url?.hostname || !(secure || url.protocol === 'smtp:')) {
    throw new Error(
      'The URL of an SMTP relay must be smtp://host:port or smtps://host:port, with user:password@ if it requires a login.',
    )
  }
  if (url.search || url.hash || !['', '/'].includes(url.pathname)) {
    throw new Error('The URL of an SMTP relay must end after host and port.')
  }
  if (!url.username !== !url.password) {
    throw new Error('The URL of an SMTP relay must have both user and password, or neither: smtp://user:password@host.')
  }
  const user = decoded(url.username)
  const relay = { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: portOf(url, secure), secure }
  return user ? { ...relay, auth: { user, pass: decoded(url.password) } } : relay
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error('User and password of the SMTP relay must be percent-encoded in its URL.')
  }
}

/** RFC 8314 7.3 and RFC 6409 3.1: submission with a login has its own ports. */
function portOf(url: URL, secure: boolean): number {
  return Number(url.port) || (secure ? 465 : url.username ? 587 : 25)
}
