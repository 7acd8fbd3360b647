// Counts rows of a team for which no running count is kept. It counts along an index in parts, with pauses between them.
import { UNCODED } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import { type Statement, statement } from '../../base/store/statement.ts'

/** Rows beyond these are not counted. */
const COUNTED_MAX = 1_000_000
/** Rows of an index that are counted in one go: about a millisecond. */
const PART = 10_000

interface Stretch {
  team_id: string
  after: string
}

interface Counting {
  /** The last value of a full part; no row if fewer are left. */
  last: Statement<Stretch, { last: string }>
  rest: Statement<Stretch, { count: number }>
}

/** The statements that count a table. `column` must be unique in a team, and have an index with the team before it. */
function counting(name: string, column: string): Counting {
  const codec = { ...UNCODED, uuids: { after: column === 'id' } }
  return {
    last: statement(
      (knex, param) =>
        knex(name)
          .select({ last: column })
          .where('team_id', param('team_id'))
          .where(column, '>', param('after'))
          .orderBy(column),
      `limit 1 offset ${PART - 1}`,
      codec,
    ),
    rest: statement(
      (knex, param) =>
        knex(name).where('team_id', param('team_id')).where(column, '>', param('after')).count({ count: '*' }),
      '',
      codec,
    ),
  }
}

const COUNTINGS = {
  contacts: counting('contacts', 'email_key'),
  segments: counting('segments', 'id'),
  broadcasts: counting('broadcasts', 'id'),
  domains: counting('domains', 'name'),
}

/** The number of rows of a team, up to `COUNTED_MAX`. */
export async function countOf(tx: Tx, what: keyof typeof COUNTINGS, team_id: string): Promise<number> {
  const { last, rest } = COUNTINGS[what]
  let after = what === 'contacts' || what === 'domains' ? '' : NIL
  for (let counted = 0; counted < COUNTED_MAX; counted += PART) {
    const end = await tx.get(last, { team_id, after })
    if (!end) return counted + ((await tx.get(rest, { team_id, after }))?.count ?? 0)
    after = end.last
    await tx.pause()
  }
  return COUNTED_MAX
}

/** Less than all ids. */
const NIL = '00000000-0000-0000-0000-000000000000'
