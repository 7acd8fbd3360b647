// Tracking hosts: names below customers' domains that lead to this server. They serve tracked links and images and a
// few pages for recipients, but no login page under a customer's name.
import type { Middleware } from 'koa'
import { sendNothing } from './tracked-links.ts'

interface LinkHosts {
  /** The host of PUBLIC_URL. */
  own_host: string
  isOne(host: string): Promise<boolean>
  /** Responds to links and images, and passes on all other requests. */
  links: Middleware
  /** Whether the path is one of the other pages that an email recipient may need. */
  isOpen(path: string): boolean
}

/** Runs before all other interfaces. */
export function linkHosts({ own_host, isOne, links, isOpen }: LinkHosts): Middleware {
  const isLinkHost = async (host: string): Promise<boolean> => {
    if (host === own_host) return false
    try {
      return await isOne(host)
    } catch {
      // without the database nothing important works, and the interfaces that report it must stay reachable
      return false
    }
  }
  const answerElse: Middleware = async (ctx, next) => {
    if (!(await isLinkHost(ctx.hostname.toLowerCase().replace(/\.$/, '')))) return next()
    return links(ctx, async () => {
      if (isOpen(ctx.path)) await next()
      else sendNothing(ctx)
    })
  }
  const own_with_port = `${own_host}:`
  return (ctx, next) => {
    // the fast path of nearly all requests: nothing is allocated and nothing awaited
    const { host = '' } = ctx.req.headers
    return host === own_host || host.startsWith(own_with_port) ? next() : answerElse(ctx, next)
  }
}
