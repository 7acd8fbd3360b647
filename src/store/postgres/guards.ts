// What units decide about, where no other row stands for it (`Tx.guard`): a row by its name. Two units that write the same
// one meet. Its day says when it was last written.
import { Sent } from './sent.ts'

export const GUARD = new Sent(
  `insert into guards (name, count) values ($1, 1)
   on conflict (name) do update set count = guards.count + 1, day = current_date`,
  [{ name: 'name', encode: undefined }],
)

/** Nobody decides by what was written the day before yesterday: no unit lasts that long. A part at a time. */
export const SWEEP_GUARDS = new Sent(
  'delete from guards where name in (select name from guards where day < current_date - 1 limit 1000)',
)
