// Reads the audit events of tests.
import { statement } from '../../src/base/store/statement.ts'
import type { AuditRow } from '../../src/watch/audit/store.ts'
import type { TestServer } from './server.ts'

type Row = Omit<AuditRow, 'changes'> & { changes: string }

const ofRequest = statement<{ request_id: string }, Row>((knex, param) =>
  knex('audit_events').where('request_id', param('request_id')).orderBy('id'),
)
const all = statement<object, Row>(knex => knex('audit_events').orderBy('id'))

/** The audit events of the request whose response has these headers, oldest first. */
export async function auditEventsOf({ database }: Pick<TestServer, 'database'>, headers: Headers): Promise<Row[]> {
  return database.read(tx => tx.all(ofRequest, { request_id: headers.get('x-request-id')! }))
}

export async function allAuditEvents({ database }: Pick<TestServer, 'database'>): Promise<Row[]> {
  return database.read(tx => tx.all(all, {}))
}

const activate = statement<{ domain_id: string }>((knex, param) =>
  knex('domain_keys').where('domain_id', param('domain_id')).update({ state: 'active' }),
)

/** Activates the keys of a domain as if they were found in DNS, so that the domain can get new ones. */
export async function activateKeys({ database }: Pick<TestServer, 'database'>, domain_id: string): Promise<void> {
  await database.unit(tx => tx.run(activate, { domain_id }))
}
