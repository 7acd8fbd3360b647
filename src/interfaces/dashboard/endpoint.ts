// Loads the code of the dashboard with the first request that requires it, so that a server used only by programs saves the
// memory.
import type { DashboardParts } from './parts.ts'
import { isRecipientPath } from './paths.ts'
import { wantsPage } from './problems.ts'
import type { Dashboard } from './routes.ts'

export function dashboardEndpoint(parts: DashboardParts): Dashboard {
  let opening: Promise<Dashboard> | undefined
  const open = (): Promise<Dashboard> => (opening ??= openRoutes(parts))
  return {
    first: (ctx, next) => {
      const isPerson = ctx.req.headers.authorization === undefined && wantsPage(ctx)
      if (!isPerson && !isRecipientPath(ctx.path)) return next()
      return open().then(({ first }) => first(ctx, next))
    },
    last: async (ctx, next) => (await open()).last(ctx, next),
  }
}

async function openRoutes(parts: DashboardParts): Promise<Dashboard> {
  const { dashboardRoutes } = await import('./routes.ts')
  return dashboardRoutes(parts)
}
