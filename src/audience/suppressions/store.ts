// The table of suppressions.
import { nullable, oneOf, text, uuid } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import type { Page, PageQuery } from '../../base/store/page.ts'
import { table } from '../../base/store/table.ts'
import { erasedKey, isSuppressionId, type Suppression, suppressionKey, type SuppressionOrigin } from './rules.ts'

const suppressions = table<Suppression, { email_key: string }>(
  'suppressions',
  {
    id: uuid,
    team_id: uuid,
    email: text,
    origin: oneOf<SuppressionOrigin>(),
    source_id: nullable(uuid),
    words: nullable(text),
    created_at: text,
  },
  { email_key: ({ email }) => suppressionKey(email) },
)

const list = suppressions.list('team_id')
const listOfOrigin = suppressions.list('team_id', 'origin')
const byId = suppressions.find('team_id', 'id')
const byIds = suppressions.findAny('id', 'team_id')
const byEmails = suppressions.findAny('email_key', 'team_id')
/** Does nothing if the address is already suppressed. */
export const insertSuppression = suppressions.insertIfNew('team_id', 'email_key').put
/** Removes a suppression. Returns whether it existed. */
export const removeSuppression = suppressions.remove('team_id', 'id').did

/** Newest first; only of one origin, if given. */
export function listSuppressions(
  tx: Tx,
  team_id: string,
  { origin, ...query }: PageQuery & { origin?: SuppressionOrigin },
): Promise<Page<Suppression>> {
  return origin === undefined ? list.page(tx, { team_id }, query) : listOfOrigin.page(tx, { team_id, origin }, query)
}

export function findSuppression(tx: Tx, team_id: string, id_or_email: string): Promise<Suppression | undefined> {
  return isSuppressionId(id_or_email)
    ? tx.get(byId, { team_id, id: id_or_email.toLowerCase() })
    : findByEmail(tx, team_id, id_or_email)
}

async function findByEmail(tx: Tx, team_id: string, email: string): Promise<Suppression | undefined> {
  const key = suppressionKey(email)
  return (await findSuppressionsByKey(tx, team_id, [key])).get(key)
}

/** Those of these addresses that are suppressed, by their keys, including those stored as a hash. */
export async function findSuppressionsByKey(
  tx: Tx,
  team_id: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Suppression>> {
  const asked = new Map(keys.flatMap(key => [[key, key] as const, [erasedKey(team_id, key), key] as const]))
  const rows = await byEmails.all(tx, { team_id }, [...asked.keys()])
  return new Map(rows.map(row => [asked.get(suppressionKey(row.email))!, row]))
}

/** Those of the ids that exist. */
export async function findSuppressionsById(
  tx: Tx,
  team_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Suppression>> {
  return new Map((await byIds.all(tx, { team_id }, ids)).map(row => [row.id, row]))
}
