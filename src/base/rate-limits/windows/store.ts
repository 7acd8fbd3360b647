// Requests of a team in a window, counted for all processes together: rows of PostgreSQL for recent windows of a team,
// which later windows overwrite. The table is unlogged, so counting starts again after a crash.
import { WINDOW_MS } from '../../limits/windows.ts'
import { forSharedDatabase, statement } from '../../store/statement.ts'

/**
 * Rows for each team. At most ten windows are used at a time, and a query that is 54 seconds late has already failed.
 * So an overwritten row belongs to a past window, or to a future one if a clock was ahead and then corrected.
 */
const SLOTS = 64
/** The slot of the window that started with a request: a team has one at a time. */
const OPEN_SLOT = SLOTS

export interface WindowRequest {
  team_id: string
  /** A second of the clock or, for windows that start with a request, the time of the request in ms. */
  window: number
  wanted: number
}

export interface WindowUse {
  team_id: string
  /** A second of the clock or, for windows that start with a request, the start time in ms. */
  window: number
  /** Taken by all processes, including this query; can be more than the limit. */
  used: number
}

/**
 * Sent as a read, because it requires no unit of work and must not wait for one. Rows are locked in one order, so that
 * no two processes can deadlock.
 */
export const useWindows = forSharedDatabase(
  statement<{ asked: string }, WindowUse>((knex, param) =>
    knex.raw(
      `insert into rate_windows (team_id, slot, "window", used)
      select team_id, "window" % ${SLOTS}, "window", wanted
      from json_to_recordset(?) as asked(team_id uuid, "window" bigint, wanted int) order by 1, 2
      on conflict (team_id, slot) do update set
        used = excluded.used + case when rate_windows."window" = excluded."window" then rate_windows.used else 0 end,
        "window" = excluded."window"
      returning team_id, "window", used`,
      [param('asked')],
    ),
  ),
).all

const IS_OPEN = `abs(excluded."window" - rate_windows."window") < ${WINDOW_MS}`

/** The same for windows that start with a request: takes from the open window, or starts one. Also sent as a read. */
export const useOpenWindows = forSharedDatabase(
  statement<{ asked: string }, WindowUse>((knex, param) =>
    knex.raw(
      `insert into rate_windows (team_id, slot, "window", used)
      select team_id, ${OPEN_SLOT}, "window", wanted
      from json_to_recordset(?) as asked(team_id uuid, "window" bigint, wanted int) order by 1
      on conflict (team_id, slot) do update set
        used = excluded.used + case when ${IS_OPEN} then rate_windows.used else 0 end,
        "window" = case when ${IS_OPEN} then rate_windows."window" else excluded."window" end
      returning team_id, "window", used`,
      [param('asked')],
    ),
  ),
).all
