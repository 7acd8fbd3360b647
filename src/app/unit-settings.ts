// What units of work know of the server that runs them.
import type { Config } from '../base/config/config.ts'
import { Seal } from '../base/secrets/seal.ts'
import { serverSecret } from '../base/store/server-secret.ts'
import type { Database, UnitSettings } from '../base/store/database.ts'

export async function openUnitSettings(
  database: Database,
  { unverified_domains, public_url }: Config,
  now: Date,
): Promise<UnitSettings> {
  const secret = await database.unit(tx => serverSecret(tx, 'unsubscribe_links', now))
  return { unverified_domains, leaving: { public_url, seal: new Seal(secret) } }
}
