// What was taken of the requests that a team has in a window, by all processes together: a row of PostgreSQL for each of the
// team's last windows, which later ones write over. The table is not logged: after a crash counting begins anew.
import { forSeveral, statement } from '../../store/statement.ts'

/**
 * Rows of a team. Those that are asked for at once are far fewer, and a question that is so late has failed before: what is in
 * the place of a window is of one that is over, or was asked for by a clock that was ahead and is put right.
 */
const SLOTS = 64

export interface AskedWindow {
  team_id: string
  window: number
  wanted: number
}

export interface TakenWindow {
  team_id: string
  window: number
  /** By all processes, with what is wanted now; it may be more than there is. */
  used: number
}

/**
 * Sent as a query, as it is a unit of its own and waits for none. Rows are taken in one order, so that no two processes wait
 * for each other.
 */
export const takeOfWindows = forSeveral(
  statement<{ asked: string }, TakenWindow>((knex, param) =>
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
