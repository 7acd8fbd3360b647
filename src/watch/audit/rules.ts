// The form of audit entries in the store and in the API.
import type { Schemas } from '../../../generated/api.ts'
import { maskUrlSecrets } from '../../base/text/url-secrets.ts'
import type { FieldChanges } from '../../base/store/signals/changes.ts'
import type { AuditRow } from './store.ts'

/** In UTF-16 code units: a row stays small, regardless of the length of a team's names. */
const VALUE_LENGTH_MAX = 200

type WrittenChanges = AuditRow['changes']

/** Each value as a text without secrets in URLs, truncated after `VALUE_LENGTH_MAX`. */
export function formatChanges(changes: FieldChanges): WrittenChanges {
  return Object.fromEntries(
    Object.entries(changes).map(([name, [before, after]]) => [
      name,
      { before: shortened(before), after: shortened(after) },
    ]),
  )
}

type Value = FieldChanges[string][number]

function shortened(value: Value): string | null {
  if (value === null || value === undefined) return null
  const text = maskUrlSecrets(typeof value === 'object' ? value.join(' ') : String(value))
  return text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX).toWellFormed()}…` : text
}

/** The type of the object of an action: `api_key` of `api_key.created`. */
export function objectTypeOf(action: Schemas['AuditAction']): string {
  return action.slice(0, action.indexOf('.'))
}

export function auditEventItem(row: AuditRow): Schemas['AuditEvent'] {
  const { id, created_at, action, changes, request_id } = row
  return {
    id,
    created_at,
    action,
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name, ip: row.ip },
    object: { type: objectTypeOf(action), id: row.object_id, name: row.object_name },
    changes,
    request_id,
  }
}
