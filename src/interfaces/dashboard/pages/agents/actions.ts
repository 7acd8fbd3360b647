// Connecting an agent to /mcp, the applications with access, and the latest calls of agents.
import { findCallerNames, searchLogs } from '../../../../watch/logs/search/actions.ts'
import { mayOpen } from '../../access.ts'
import { type DashboardPage, openPage } from '../../page.ts'
import { agentsBody } from './view.ts'

const CALLS_SHOWN = 10
const GRANTS_SHOWN = 100

export const agentPages: DashboardPage[] = [
  openPage('GET /agents', 'member', async ({ asVisitor, parts: { database, logs, oauth, has_mcp, public_url } }) => {
    const { team_id, visitor, grants } = await asVisitor(async ({ tx, team_id, visitor }) => {
      const { rows } = await oauth.listGrants(tx, team_id, { limit: GRANTS_SHOWN })
      return { team_id, visitor, grants: rows.filter(({ revoked_at }) => revoked_at === null) }
    })
    const shown = { address: has_mcp ? `${public_url}/mcp` : undefined, grants, visitor }
    const title = 'Connect an agent'
    // the calls are lines of the request log
    if (!mayOpen({ method: 'GET', who: 'developer' }, visitor.team.role))
      return { title, body: () => agentsBody({ ...shown, calls: undefined }) }
    await logs.written()
    // outside of a transaction, which would block others
    return database.read(async tx => {
      const walk = { team_id, from_id: undefined, most: CALLS_SHOWN, onward: 'older' as const }
      const { rows } = await searchLogs(tx, { ...walk, meant: { program: 'mcp/' } })
      const names = await findCallerNames(tx, team_id, rows)
      return { title, body: () => agentsBody({ ...shown, calls: { lines: rows, names } }) }
    })
  }),
]
