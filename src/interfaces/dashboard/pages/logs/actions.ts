// Requests of a team's keys and clients: searches them, and shows one with its bodies.
import { callerNames, findLog, searchLogs } from '../../../../watch/logs/search/actions.ts'
import { type DashboardPage, openPage } from '../../page.ts'
import { found } from '../../problems.ts'
import { PAGE_LENGTH } from '../../ui/table.ts'
import { askedLogs, requestIdIn } from './asked.ts'
import { logBody, logsBody } from './view.ts'

export const logPages: DashboardPage[] = [
  openPage('GET /logs', 'developer', async ({ asVisitor, query, parts: { database, logs } }) => {
    const asked = askedLogs(query)
    const { team_id } = await asVisitor(async ({ team_id }) => ({ team_id }))
    await logs.written()
    const id = requestIdIn(query.get('q') ?? '')
    // outside of a transaction, which would block others
    return database.read(async tx => {
      if (id !== undefined && (await findLog(tx, team_id, id))) return { location: `/logs/${id}` }
      const walk = { team_id, from_id: asked.after, most: PAGE_LENGTH, onward: 'older' as const, meant: asked.search }
      const shown = await searchLogs(tx, walk)
      const names = await callerNames(tx, team_id, shown.rows)
      return { title: 'Logs', body: () => logsBody({ asked, found: shown, names }) }
    })
  }),

  openPage('GET /logs/:id', 'developer', async ({ asVisitor, params: { id }, parts: { database, logs } }) => {
    const { team_id } = await asVisitor(async ({ team_id }) => ({ team_id }))
    await logs.written()
    return database.read(async tx => {
      const log = found(await findLog(tx, team_id, id.toLowerCase()), 'request')
      const names = await callerNames(tx, team_id, [log])
      return { title: `${log.method} ${log.path}`, body: () => logBody(log, names) }
    })
  }),
]
