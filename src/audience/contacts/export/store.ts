// Pages of contacts in the order of their creation: all contacts, or those in a segment.
import { findMembers, findNextMembersPart, memberRows, type Members } from '../../segments/members/store.ts'
import type { Tx } from '../../../base/store/database.ts'
import { dynamicStatement } from '../../../base/store/statement.ts'
import type { ContactRecord } from '../rules.ts'
import { contacts, listContactsById } from '../store.ts'

interface Beyond {
  team_id: string
  after_id: string
  snapshot_at: string
  limit: number
}

/** An id before all others. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

const beyond = contacts.query<Beyond>(
  ({ rows, param, params }) =>
    rows
      .where(params('team_id'))
      .andWhere('id', '>', param('after_id'))
      .andWhere('created_at', '<=', param('snapshot_at'))
      .orderBy('id'),
  'limit :limit',
)

interface ExportPlace {
  team_id: string
  segment_id: string | undefined
  /** Empty at the beginning. */
  after_id: string
  /** Contacts that were created later are excluded. */
  snapshot_at: string
  size: number
}

interface ExportPage {
  rows: ContactRecord[]
  /** The id to continue after; `undefined` at the end. */
  behind: string | undefined
}

/** The next page, which may be empty; `undefined` if there is no such segment. */
export async function findExportPage(tx: Tx, place: ExportPlace): Promise<ExportPage | undefined> {
  const { team_id, segment_id, after_id, snapshot_at, size: limit } = place
  if (segment_id !== undefined) {
    const members = await findMembers(tx, team_id, segment_id)
    return members && findPageOf(tx, members, place)
  }
  const rows = await tx.all(beyond, { team_id, after_id: after_id || FIRST_ID, snapshot_at, limit })
  return { rows, behind: rows.length < limit ? undefined : rows.at(-1)!.id }
}

async function findPageOf(tx: Tx, members: Members, place: ExportPlace): Promise<ExportPage> {
  const part = await findNextMembersPart(tx, members, place)
  if (!part) return { rows: [], behind: undefined }
  const ids = dynamicStatement<object, { id: string }>(knex =>
    memberRows(knex, members, part).select('contact.id as id').orderBy('contact.id'),
  )
  const found = (await tx.all(ids, {})).map(({ id }) => id)
  return { rows: await listContactsById(tx, members.team_id, found), behind: part.until_id }
}
