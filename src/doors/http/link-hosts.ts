// Hosts of tracked links: names of customers that lead to this server. They serve the links and pictures in tracked mail and
// nothing else, least of all a login page under a customer's name.
import type { Middleware } from 'koa'
import { answerNothing } from './tracked-links.ts'

interface LinkHosts {
  /** The name that people know this server by. */
  own_host: string
  isOne(host: string): Promise<boolean>
  /** Answers links and pictures, and hands on the rest. */
  links: Middleware
  /** Other paths that a recipient of a mail may need. */
  paths: ReadonlySet<string>
}

/** Comes before all other doors. */
export function linkHosts({ own_host, isOne, links, paths }: LinkHosts): Middleware {
  const isLinkHost = async (host: string): Promise<boolean> => {
    if (host === own_host) return false
    try {
      return await isOne(host)
    } catch {
      // nothing that matters works without the database, and what says so is to be heard
      return false
    }
  }
  const answerElse: Middleware = async (ctx, next) => {
    if (!(await isLinkHost(ctx.hostname.toLowerCase().replace(/\.$/, '')))) return next()
    return links(ctx, async () => {
      if (paths.has(ctx.path)) await next()
      else answerNothing(ctx)
    })
  }
  const own_with_port = `${own_host}:`
  return (ctx, next) => {
    // as nearly all requests have it: nothing is made of it, and nothing waited for
    const { host = '' } = ctx.req.headers
    return host === own_host || host.startsWith(own_with_port) ? next() : answerElse(ctx, next)
  }
}
