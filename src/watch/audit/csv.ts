// Formats the audit log as CSV (RFC 4180), one record per entry. Cells are guarded against formula injection
// (`escapeFormula`).
import type * as CsvStringify from 'csv-stringify/sync'
import { lazy } from '../../base/runtime/lazy.ts'
import { escapeFormula } from '../../base/text/formula.ts'
import { objectTypeOf } from './rules.ts'
import type { AuditRow } from './store.ts'

const csvStringify = lazy<typeof CsvStringify>('csv-stringify/sync')

const COLUMNS: Readonly<Record<string, (row: AuditRow) => string | null>> = {
  created_at: row => row.created_at,
  action: row => row.action,
  actor_type: row => row.actor_type,
  actor_id: row => row.actor_id,
  actor_name: row => row.actor_name,
  ip: row => row.ip,
  object_type: row => objectTypeOf(row.action),
  object_id: row => row.object_id,
  object_name: row => row.object_name,
  changes: ({ changes }) => (Object.keys(changes).length === 0 ? null : JSON.stringify(changes)),
  request_id: row => row.request_id,
  id: row => row.id,
}

export const AUDIT_HEADER_LINE = `${Object.keys(COLUMNS).join(',')}\r\n`

export function formatAuditCsv(rows: readonly AuditRow[]): string {
  const cells = rows.map(row => Object.values(COLUMNS).map(cellOf => escapeFormula(cellOf(row) ?? '')))
  return csvStringify().stringify(cells, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ })
}
