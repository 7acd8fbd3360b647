// A sandbox and a mock stand on the machine of who develops, and a web page that is open there could talk to them: by a form,
// or under a name of its own that it lets lead to 127.0.0.1 (DNS rebinding). So requests have to name this server by a name
// that no stranger gives it, and come from no page of a stranger.
import type { Middleware } from 'koa'
import { refusal } from '../../base/text/refusal.ts'
import { isAddress, isOwnMachine } from '../../base/text/destination.ts'

export function fromOwnPagesOnly(public_url: string): Middleware {
  const own = new URL(public_url).hostname
  return (ctx, next) => {
    const { host, origin, 'sec-fetch-site': site } = ctx.req.headers
    if (host !== undefined && !isOurs(hostnameOf(`http://${host}`), own)) throw foreign('Host', host, own)
    // with `no-referrer` a browser says `null` of our own forms, too
    const isOwnForm = origin === 'null' && (site === 'same-origin' || site === 'none')
    if (origin !== undefined && !isOwnForm && !isOfOurMachine(origin, own)) throw foreign('Origin', origin, own)
    return next()
  }
}

/** By its name, an address, or a name without dots, as containers have it: none that a stranger can have in DNS. */
function isOurs(hostname: string | undefined, own: string): boolean {
  if (hostname === undefined) return false
  return hostname === own || isAddress(bare(hostname)) || isOwnMachine(hostname) || !hostname.includes('.')
}

/** Of another address there may be a stranger's page. */
function isOfOurMachine(origin: string, own: string): boolean {
  const hostname = hostnameOf(origin)
  return hostname !== undefined && (hostname === own || isOwnMachine(bare(hostname)))
}

const hostnameOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined)
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

function foreign(header: string, given: string, own: string): Error {
  const words = `this server answers at ${own}, and to pages of this machine; received \`${given.slice(0, 100)}\`. PUBLIC_URL sets its name.`
  return refusal('validation_error', `Invalid \`${header}\` header: ${words}`, 403)
}
