// The public functions of this module: pages of the audit log, the whole log as a CSV file, and the removal of old entries.
import type { Database, Tx } from '../../base/store/database.ts'
import { formatAuditCsv, AUDIT_HEADER_LINE } from './csv.ts'
import { type AuditSearch, listAuditEventRows, removeAuditBefore } from './store.ts'

/** Headers that make a browser save the file. */
export const AUDIT_FILE_HEADERS = {
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': 'attachment; filename="audit.csv"',
}

const ROWS_AT_ONCE = 200

/** The CSV, newest entry first. It is read and sent in parts, so that a million rows use no more memory than a page. */
export async function* auditPieces(
  read: Database['read'],
  team_id: string,
  search: AuditSearch,
): AsyncGenerator<string> {
  yield AUDIT_HEADER_LINE
  for (let after: string | undefined, isOver = false; !isOver;) {
    const place = { limit: ROWS_AT_ONCE, ...(after !== undefined && { after }) }
    const { rows, has_more } = await read(tx => listAuditEventRows(tx, team_id, search, place))
    if (rows.length > 0) yield formatAuditCsv(rows)
    after = rows.at(-1)?.id
    isOver = !has_more
  }
}

/** Removes some entries from before that time; returns whether more may remain. */
export function removeOldAudit(tx: Tx, before: Date): Promise<boolean> {
  return removeAuditBefore(tx, { before: before.toISOString() })
}
