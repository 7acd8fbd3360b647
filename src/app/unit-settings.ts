// The server settings that units of work read.
import type { Config } from '../base/config/config.ts'
import { listTeamsListening } from '../integrations/webhooks/store.ts'
import { Seal } from '../base/secrets/seal.ts'
import { serverSecret } from '../base/store/server-secret.ts'
import { type Database, type TeamSet, ALL_TEAMS, type UnitSettings } from '../base/store/database.ts'

export async function openUnitSettings(
  database: Database,
  { unverified_domains, quotas, public_url, mail_host, spf_include, takes_bounces, agent }: Config,
  now: Date,
): Promise<UnitSettings> {
  const sealOf = async (name: string): Promise<Seal> => new Seal(await database.unit(tx => serverSecret(tx, name, now)))
  return {
    unverified_domains,
    quotas,
    leaving: { public_url, seal: await sealOf('unsubscribe_links') },
    invitation_seal: await sealOf('mailed_invitations'),
    listening: await openListening(database),
    domains: { mail_host, spf_include, takes_bounces },
    has_agents: agent !== undefined,
  }
}

/** The teams with webhooks or streams. A single process keeps the set in memory; several processes read the tables. */
async function openListening(database: Database): Promise<TeamSet> {
  if (database.several) return ALL_TEAMS
  return new Set((await database.read(tx => listTeamsListening(tx, {}))).map(({ team_id }) => team_id))
}
