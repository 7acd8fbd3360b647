import type { Handlers } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { RequestLogs } from './actions.ts'
import { logEntry, logItem } from './present.ts'
import { findCallerNames, findLog, listLogs } from './search/actions.ts'

export type LogHandlers = Pick<Handlers, 'listLogs' | 'getLog'>

/** Each handler first writes the entries in memory, so that a program finds the request that it sent just before. */
export function createLogHandlers(logs: Pick<RequestLogs, 'written'>): LogHandlers {
  return {
    listLogs: async ({ team_id, query }) => {
      return {
        status: 200,
        afterCommit: async ({ read }) => {
          await logs.written()
          return read(async tx => {
            const { rows, has_more, not_kept } = await listLogs(tx, team_id, query)
            const names = await findCallerNames(tx, team_id, rows)
            const data = rows.map(row => logItem(row, names))
            const lost = not_kept.reduce((sum, { count }) => sum + count, 0)
            return { object: 'list' as const, has_more, data, not_kept: lost }
          })
        },
      }
    },

    getLog: async ({ team_id, path }) => {
      return {
        status: 200,
        afterCommit: async ({ read }) => {
          await logs.written()
          return read(async tx => {
            const found = await findLog(tx, team_id, path.log_id)
            if (!found) throw refusal('not_found', 'Log not found')
            return logEntry(found, await findCallerNames(tx, team_id, [found]))
          })
        },
      }
    },
  }
}
