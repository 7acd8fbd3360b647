// Decides where the browser may be redirected, and builds that URL. All of it is raw text: a URL parser interprets
// `http://127.0.0.1:80@evil.example` or `https:\\evil.example` differently, and rewrites queries that must remain unchanged.
import { isAppUri } from '../clients/redirect-uri.ts'
import { percentEncoded } from '../parameters.ts'

/** A verified target, with the parameters of every redirect to it. */
export interface RedirectTarget {
  redirect_uri: string
  /** As the client sent it, percent-encoded; `null` if it sent none. */
  state: string | null
  issuer: string
}

/** Whether errors may be redirected there: to a program on the person's machine, or to a verified client. */
export function isTrustedRedirect(client: { verified: boolean }, redirect_uri: string): boolean {
  // RFC 9700 4.11.2: an open redirect, a link to this server that leads to a stranger's site, is useful for phishing
  return client.verified || isAppUri(redirect_uri) || withoutPort(redirect_uri) !== undefined
}

/** Scheme and loopback host, port, rest. After the port comes a path, a query or nothing, and never an `@`. */
const LOOPBACK = /^(https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]))(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/

/** The redirect URI, if the client registered it; `undefined` if there must be no redirect. */
export function registeredRedirect(client: { redirect_uris: readonly string[] }, uri: string): string | undefined {
  // RFC 9700 2.1: compared as strings, byte for byte
  if (client.redirect_uris.includes(uri)) return uri
  const asked = withoutPort(uri)
  // RFC 8252 7.3: an app on the person's machine listens on a port that the system assigns
  return asked !== undefined && client.redirect_uris.some(known => withoutPort(known) === asked) ? uri : undefined
}

/** A loopback URI without its port; `undefined` for any other URI. The three loopback hosts count as different hosts. */
function withoutPort(uri: string): string | undefined {
  const [, origin, port = '80', rest] = LOOPBACK.exec(uri) ?? []
  return origin !== undefined && Number(port) <= 65_535 ? `${origin}${rest}` : undefined
}

/** The URL that returns `answer` to the client. */
export function redirectLocation(redirect: RedirectTarget, answer: Record<string, string>): string {
  const pairs = Object.entries(answer).map(([name, value]) => `${name}=${percentEncoded(value)}`)
  // RFC 6749 4.1.2 and 4.1.2.1: exactly the value received, on success and on error
  if (redirect.state !== null) pairs.push(`state=${redirect.state}`)
  // RFC 9207 2: in every redirect, against mix-up attacks on a client that uses several servers
  pairs.push(`iss=${percentEncoded(redirect.issuer)}`)
  return `${redirect.redirect_uri}${joint(redirect.redirect_uri)}${pairs.join('&')}`
}

/** RFC 6749 3.1.2: the URI's own query remains first and unchanged. */
function joint(uri: string): string {
  if (!uri.includes('?')) return '?'
  return uri.endsWith('?') || uri.endsWith('&') ? '' : '&'
}
