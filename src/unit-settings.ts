// What units of work know of the server that runs them.
import type { Config } from './config.ts'
import { Seal } from './secrets/seal.ts'
import { serverSecret } from './secrets/store.ts'
import type { Database, UnitSettings } from './store/database.ts'

export async function openUnitSettings(
  database: Database,
  { unverified_domains, public_url }: Config,
  now: Date,
): Promise<UnitSettings> {
  const secret = await database.unit(tx => serverSecret(tx, 'unsubscribe_links', now))
  return { unverified_domains, leaving: { public_url, seal: new Seal(secret) } }
}
