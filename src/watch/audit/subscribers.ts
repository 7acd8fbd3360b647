// Writes an audit entry for each audited signal, in the unit of work of the change, so that every change has an entry.
import { findApiKey } from '../../identity/api-keys/store.ts'
import { findClientOfGrant } from '../../identity/oauth/store/grants.ts'
import type { Actor } from '../../base/store/actor.ts'
import type { Tx } from '../../base/store/database.ts'
import type { FieldChanges } from '../../base/store/signals/changes.ts'
import type { Subscriber } from '../../base/store/signals/record.ts'
import type { AuditedType, Subscribers } from '../../base/store/signals/signal.ts'
import { maskUrlSecrets } from '../../base/text/url-secrets.ts'
import { formatChanges } from './rules.ts'
import { type AuditRow, insertAuditEvent } from './store.ts'
import { ACTIONS, type Action } from './words.ts'

const recordAuditEvent: Subscriber<AuditedType> = async (tx, { type, team_id, at, object_id, name, changes }) =>
  write(tx, { action: type, team_id, object_id, object_name: name }, at, changes)

const isAudited = (action: Action): action is AuditedType => !/^(?:domain\.(?:updated|deleted)|inbox\..+)$/.test(action)

/** Subscribers for signals that only the audit log uses. */
export const auditSubscribers = Object.fromEntries(
  ACTIONS.filter(isAudited).map(action => [action, [recordAuditEvent]]),
) as unknown as Pick<Subscribers<Tx>, AuditedType>

/** For signals that webhooks use, too; these contain a whole object. */
export const auditDomainChange: Subscriber<'domain.updated' | 'domain.deleted'> = async (tx, signal) => {
  const { type, team_id, at, domain } = signal
  const changes = type === 'domain.updated' ? signal.changes : undefined
  await write(tx, { action: type, team_id, object_id: domain.id, object_name: domain.name }, at, changes)
}

export const auditInboxChange: Subscriber<'inbox.created' | 'inbox.deleted'> = async (tx, signal) => {
  const { type, team_id, at, inbox } = signal
  await write(tx, { action: type, team_id, object_id: inbox.id, object_name: inbox.email_address }, at)
}

type What = Pick<AuditRow, 'action' | 'team_id' | 'object_id' | 'object_name'>

async function write(tx: Tx, what: What, at: Date, changes: FieldChanges = {}): Promise<void> {
  const { kind, ip, request_id } = tx.actor
  const { id, name } = await knownActor(tx, what)
  insertAuditEvent(tx, {
    ...what,
    // a webhook is identified by its URL
    object_name: what.object_name && maskUrlSecrets(what.object_name),
    id: tx.newId('audit_events'),
    actor_type: kind,
    actor_id: id,
    actor_name: name ?? null,
    ip: ip ?? null,
    request_id: request_id ?? null,
    changes: formatChanges(changes),
    created_at: at.toISOString(),
  })
}

/**
 * The actor with a name. A request contains only the id of its API key or grant; the key and the client are looked up
 * here.
 */
async function knownActor(tx: Tx, { team_id, object_id, object_name }: What): Promise<Pick<Actor, 'id' | 'name'>> {
  const { kind, id, name, grant_id } = tx.actor
  if (kind === 'client' && grant_id !== undefined) {
    const client = await findClientOfGrant(tx, { team_id, id: grant_id })
    return client ? { id: client.client_id, name: client.client_name } : { id: null }
  }
  if (kind !== 'api_key' || id === null) return { id, name }
  // a key that has just deleted itself no longer exists in the table
  const api_key = await findApiKey(tx, { team_id, id })
  return { id, name: api_key?.name ?? (id === object_id ? (object_name ?? undefined) : undefined) }
}
