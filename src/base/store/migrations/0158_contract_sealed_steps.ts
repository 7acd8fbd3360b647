import type { Knex } from 'knex'
import { Seal } from '../../secrets/seal.ts'
import { randomToken } from '../../secrets/tokens.ts'

/** The name of the server secret (campaigns/automations/store/sealed.ts). */
const SECRET = 'automation_steps'

/**
 * Seals the stored steps of graphs and drafts that call other servers. The previous version cannot read sealed steps.
 * Pending errand jobs stay unsealed: they end within hours.
 */
export async function up(knex: Knex): Promise<void> {
  const find = (table: string, ...key: string[]) => knex(table).where('steps', 'like', '%"http_request"%').select(key)
  const graphs: object[] = await find('automation_graphs', 'automation_id', 'version')
  const drafts: object[] = await find('automation_drafts', 'automation_id')
  if (graphs.length + drafts.length === 0) return
  const now = new Date()
  const value = randomToken()
  await knex('server_secrets').insert({ name: SECRET, value, created_at: now.toISOString() })
  const seal = new Seal(value)
  // one at a time: each can be a megabyte long
  const sealEach = async (table: string, keys: object[]): Promise<void> => {
    for (const key of keys) {
      const { steps } = (await knex(table).where(key).first('steps')) as { steps: string }
      await knex(table)
        .where(key)
        .update({ steps: JSON.stringify(seal.seal(Buffer.from(steps), now)) })
    }
  }
  await sealEach('automation_graphs', graphs)
  await sealEach('automation_drafts', drafts)
}
