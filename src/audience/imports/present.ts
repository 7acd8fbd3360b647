// Imports in the form of API responses.
import type { Schemas } from '../../../generated/api.ts'
import type { ImportCounts } from './rows.ts'

interface ImportToPresent extends ImportCounts {
  id: string
  status: Schemas['ContactImportStatus'] | 'receiving' | 'dropped'
  created_at: string
  completed_at: string | null
}

export function importResponse(given: ImportToPresent): Schemas['ContactImport'] {
  const { id, status: own, created_at, completed_at, total, created, updated, skipped, failed, departed } = given
  // an import is not shown before it is started
  const status = own === 'receiving' || own === 'dropped' ? 'queued' : own
  const counts = { total, created, updated, skipped, failed, departed }
  return { object: 'contact_import', id, status, created_at, completed_at, counts }
}

interface ImportErrorToPresent {
  id: string
  line: number
  column: string | null
  reason: string
  created_at: string
}

export function importErrorItem({
  id,
  line,
  column,
  reason,
  created_at,
}: ImportErrorToPresent): Schemas['ContactImportError'] {
  return { object: 'contact_import_error', id, line, column, reason, created_at }
}
