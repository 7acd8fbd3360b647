// All contacts of a team or a segment, as CSV in pieces. Each piece is read only after the previous one was consumed, so that a
// million contacts take no more memory than a page, and a slow client keeps no transaction open.
import { findPropertiesByKey } from '../../contact-properties/actions.ts'
import { findValuesOfContacts } from '../../contact-properties/store.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { record } from '../../../base/store/signals/record.ts'
import { findExistingSegments } from '../../segments/store.ts'
import type { Database, TeamUnit, Tx } from '../../../base/store/database.ts'
import { contactLines, exportHeaderLine, exportPageLength, type ExportedProperty } from './csv.ts'
import { findExportPage } from './store.ts'

interface ContactExport {
  team_id: string
  segment_id: string | undefined
  /** The properties when the export started. */
  properties: ExportedProperty[]
  snapshot_at: string
}

/** The headers that make a browser save the file. */
export const EXPORT_HEADERS = {
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': 'attachment; filename="contacts.csv"',
}

/** Starts an export. Refuses (404) a segment that does not exist. */
export async function openExport(
  { tx, team_id, now }: TeamUnit,
  segment_id: string | undefined,
): Promise<ContactExport> {
  if (segment_id !== undefined && !(await findExistingSegments(tx, team_id, [segment_id])).has(segment_id)) {
    throw refusal('not_found', 'Segment not found')
  }
  const properties = [...(await findPropertiesByKey(tx, team_id)).values()].map(({ id, key, type }) => ({
    id,
    key,
    type,
  }))
  return { team_id, segment_id, properties, snapshot_at: now.toISOString() }
}

/** Records the export in the audit log, in a separate transaction because a read cannot write. */
export async function recordListExport(
  tx: Tx,
  { team_id, segment_id }: Pick<ContactExport, 'team_id' | 'segment_id'>,
  now: Date,
): Promise<void> {
  const changes = segment_id === undefined ? {} : ({ segment_id: [null, segment_id] } as const)
  await record(tx, { type: 'contact.list_exported', team_id, at: now, object_id: null, name: null, changes })
}

/** The pieces, oldest contact first. Throws if the segment is deleted meanwhile; otherwise the file would look complete. */
export async function* exportPieces(read: Database['read'], wanted: ContactExport): AsyncGenerator<string> {
  const { properties } = wanted
  const size = exportPageLength(properties)
  yield exportHeaderLine(properties)
  for (let after_id: string | undefined = ''; after_id !== undefined;) {
    const place = { ...wanted, after_id, size }
    const page = await read(async tx => {
      const found = await findExportPage(tx, place)
      if (!found) throw new Error(`The segment ${wanted.segment_id} was deleted during the export`)
      const ids = found.rows.map(({ id }) => id)
      return { ...found, values: await findValuesOfContacts(tx, wanted.team_id, ids) }
    })
    after_id = page.behind
    if (page.rows.length > 0) yield contactLines(page.rows, properties, page.values)
  }
}
