// The first page after the login: recent events, pending work, failures, and the first steps of a new team.
import { mayOpen } from '../../access.ts'
import { type DashboardPage, openPage } from '../../page.ts'
import { findStart } from './find.ts'
import { startBody } from './view.ts'

export const startPages: DashboardPage[] = [
  openPage('GET /start', 'member', async ({ asVisitor, parts }) => {
    const { team_id, visitor, now } = await asVisitor(async ({ team_id, visitor, now }) => ({ team_id, visitor, now }))
    const { is_operator } = visitor
    // outside of the transaction, which would block others
    const sees_webhooks = mayOpen({ method: 'GET', who: 'developer' }, visitor.team.role)
    const asking = { team_id, now, is_operator, sees_webhooks, oauth: parts.oauth }
    const facts = await parts.database.read(tx => findStart({ tx, ...asking }))
    const server = is_operator ? parts.server() : undefined
    return { title: 'Start', body: () => startBody({ ...facts, visitor, server, relay: parts.relay, now }) }
  }),
]
