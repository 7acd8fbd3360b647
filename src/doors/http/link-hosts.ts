// Hosts that belong to those who send: their names lead here for the links and pictures in tracked mail, and nobody finds
// anything else there, least of all a page to log in at that has the name of somebody else.
import type { Middleware } from 'koa'
import { answerNothing } from './tracked-links.ts'

export interface LinkHosts {
  /** The name that people know this server by. */
  own_host: string
  isOne(host: string): Promise<boolean>
  /** Answers links and pictures, and hands on the rest. */
  links: Middleware
  /** What else whoever got a mail may need. */
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
