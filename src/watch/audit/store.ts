// The table of audit entries. Statements can add, read and, for the sweep, remove rows, but not change them.
import type { Schemas } from '../../../generated/api.ts'
import { json, nullable, oneOf, text, uuid } from '../../base/store/column.ts'
import type { Actor } from '../../base/store/actor.ts'
import type { Tx } from '../../base/store/database.ts'
import type { Page, PageQuery } from '../../base/store/page.ts'
import { acrossTeams } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'

const events = table('audit_events', {
  id: uuid,
  team_id: uuid,
  action: oneOf<Schemas['AuditAction']>(),
  actor_type: oneOf<Actor['kind']>(),
  actor_id: nullable(uuid),
  actor_name: nullable(text),
  ip: nullable(text),
  object_id: nullable(text),
  object_name: nullable(text),
  changes: json<Schemas['AuditEvent']['changes']>(),
  request_id: nullable(text),
  created_at: text,
})

export type AuditRow = RecordOf<typeof events>

/** The filters of a search. */
export interface AuditSearch {
  action?: Schemas['AuditAction'] | undefined
  actor_id?: string | undefined
  object_id?: string | undefined
}

const FILTERS = ['action', 'actor_id', 'object_id'] as const
type Filter = (typeof FILTERS)[number]

/** A statement for each combination of filters. Each single filter has an index; the others are checked row by row. */
const LISTS = new Map(
  [...choices(FILTERS)].map(names => [
    names.join(' '),
    events.listWhere<AuditSearch & { team_id: string }>(({ rows, params }) => rows.where(params('team_id', ...names))),
  ]),
)

function* choices([first, ...rest]: readonly Filter[]): Generator<Filter[]> {
  if (first === undefined) return yield []
  for (const others of choices(rest)) {
    yield others
    yield [first, ...others]
  }
}

export const insertAuditEvent = events.insert().put

/** A page of entries, newest first. */
export function listAuditEventRows(
  tx: Tx,
  team_id: string,
  search: AuditSearch,
  query: PageQuery,
): Promise<Page<AuditRow>> {
  const names = FILTERS.filter(name => search[name] !== undefined)
  return LISTS.get(names.join(' '))!.page(tx, { ...search, team_id }, query)
}

/** Removes some entries; returns whether more may remain. */
export const removeAuditBefore = acrossTeams(
  'a sweep',
  events.removeSome<never, { before: string }>({
    key: ['id'],
    where: ({ rows, param }) => rows.where('created_at', '<', param('before')),
  }),
).more
