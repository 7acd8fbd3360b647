// Protects a sandbox or mock on a developer's machine against web pages open in the same browser, which could send it requests by
// a form, or under a name of their own that resolves to 127.0.0.1 (DNS rebinding). A request must name this server by a name that
// no stranger can have in DNS, and must not come from a page of another origin.
import type { Middleware } from 'koa'
import { refusal } from '../../src/base/text/refusal.ts'
import { isAddress, isThisMachine } from '../../src/base/text/destination.ts'

export function fromOwnPagesOnly(public_url: string): Middleware {
  const own = new URL(public_url).hostname
  return (ctx, next) => {
    const { host, origin, 'sec-fetch-site': site } = ctx.req.headers
    if (host !== undefined && !isOurs(hostnameOf(`http://${host}`), own)) throw foreign('Host', host, own)
    // with `no-referrer` a browser sends `Origin: null` for our own forms, too
    const isOwnForm = origin === 'null' && (site === 'same-origin' || site === 'none')
    if (origin !== undefined && !isOwnForm && !isOfOurMachine(origin, own)) throw foreign('Origin', origin, own)
    return next()
  }
}

/**
 * Whether the host is ours: its configured name, an address, or a name without dots as in containers. A stranger can have none of
 * these in DNS.
 */
function isOurs(hostname: string | undefined, own: string): boolean {
  if (hostname === undefined) return false
  return hostname === own || isAddress(bare(hostname)) || isThisMachine(hostname) || !hostname.includes('.')
}

/** Other addresses are refused as origins, unlike in isOurs: a stranger's page can have one. */
function isOfOurMachine(origin: string, own: string): boolean {
  const hostname = hostnameOf(origin)
  return hostname !== undefined && (hostname === own || isThisMachine(bare(hostname)))
}

const hostnameOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined)
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

function foreign(header: string, given: string, own: string): Error {
  const words = `this server answers at ${own}, and to pages of this machine; received \`${given.slice(0, 100)}\`. PUBLIC_URL sets its name.`
  return refusal('validation_error', `Invalid \`${header}\` header: ${words}`, 403)
}
