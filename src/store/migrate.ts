// Brings a database to the shape this version needs. Migrations only ever go forward.
import knexFactory, { type Knex } from 'knex'
import * as teams from './migrations/0001_teams.ts'
import * as jobs from './migrations/0002_jobs.ts'
import * as api_keys from './migrations/0003_api_keys.ts'
import * as idempotency_keys from './migrations/0004_idempotency_keys.ts'
import * as contacts from './migrations/0005_contacts.ts'
import * as templates from './migrations/0006_templates.ts'
import * as events from './migrations/0007_events.ts'
import * as automations from './migrations/0008_automations.ts'
import * as emails from './migrations/0009_emails.ts'
import * as oauth from './migrations/0010_oauth.ts'
import * as invitations from './migrations/0011_invitations.ts'
import * as contact_properties from './migrations/0012_contact_properties.ts'
import * as segments from './migrations/0013_segments.ts'
import * as topics from './migrations/0014_topics.ts'
import * as automation_waits from './migrations/0015_automation_waits.ts'
import * as email_states from './migrations/0016_email_states.ts'
import * as clustered from './migrations/0017_clustered.ts'
import * as api_key_grants from './migrations/0023_api_key_grants.ts'
import * as oauth_answers from './migrations/0024_oauth_answers.ts'
import * as steady_clock from './migrations/0025_steady_clock.ts'
import * as verified_clients from './migrations/0026_verified_clients.ts'
import * as contact_events from './migrations/0027_contact_events.ts'
import * as runs_of_contact from './migrations/0028_runs_of_contact.ts'
import * as template_needs from './migrations/0029_template_needs.ts'
import * as probes from './migrations/0031_probes.ts'
import * as job_set_at from './migrations/0032_job_set_at.ts'
import * as idle_sessions from './migrations/0033_idle_sessions.ts'
import * as email_recipients from './migrations/0040_email_recipients.ts'
import * as running_runs from './migrations/0041_running_runs.ts'
import * as one_active_key from './migrations/0042_one_active_key.ts'
import * as listed_by_id from './migrations/0043_listed_by_id.ts'
import * as team_of_delivery from './migrations/0050_team_of_delivery.ts'
import * as team_of_automations from './migrations/0051_team_of_automations.ts'
import * as team_of_contacts from './migrations/0052_team_of_contacts.ts'
import * as team_of_templates from './migrations/0053_team_of_templates.ts'
import * as job_teams from './migrations/0054_job_teams.ts'
import * as workers from './migrations/0055_workers.ts'
import * as flashes from './migrations/0057_flashes.ts'
import * as rate_limits from './migrations/0058_rate_limits.ts'
import * as postgres_shape from './migrations/0060_postgres_shape.ts'
import * as email_schedule from './migrations/0061_email_schedule.ts'
import * as attachments from './migrations/0063_attachments.ts'
import * as domains from './migrations/0065_domains.ts'
import * as domain_keys from './migrations/0066_domain_keys.ts'
import * as domain_claims from './migrations/0067_domain_claims.ts'
import * as attempt_facts from './migrations/0068_attempt_facts.ts'
import * as delivery_destinations from './migrations/0069_delivery_destinations.ts'
import * as mta_sts_policies from './migrations/0070_mta_sts_policies.ts'
import * as tls_reports from './migrations/0071_tls_reports.ts'
import * as suppressions from './migrations/0072_suppressions.ts'
import * as events_of_team from './migrations/0074_events_of_team.ts'
import * as troubled_emails from './migrations/0075_troubled_emails.ts'
import * as segments_by_rule from './migrations/0080_segments_by_rule.ts'
import * as contact_imports from './migrations/0083_contact_imports.ts'
import * as departed_in_imports from './migrations/0084_departed_in_imports.ts'
import * as broadcasts from './migrations/0085_broadcasts.ts'
import * as broadcast_sending from './migrations/0086_broadcast_sending.ts'
import * as broadcast_turns from './migrations/0087_broadcast_turns.ts'
import * as leaving from './migrations/0088_leaving.ts'
import * as tracking from './migrations/0090_tracking.ts'
import * as broadcast_results from './migrations/0091_broadcast_results.ts'
import * as runs_of_contacts from './migrations/0092_runs_of_contacts.ts'
import * as contact_erasures from './migrations/0093_contact_erasures.ts'
import * as activity_of_contacts from './migrations/0096_activity_of_contacts.ts'
import * as contacts_by_rule from './migrations/0097_contacts_by_rule.ts'
import * as received_events from './migrations/0100_received_events.ts'
import * as api_key_owners from './migrations/0102_api_key_owners.ts'
import * as sender_names from './migrations/0104_sender_names.ts'
import * as emails_of_origin from './migrations/0105_emails_of_origin.ts'
import * as bounces_of_domains from './migrations/0106_bounces_of_domains.ts'
import * as time_zones_of_teams from './migrations/0107_time_zones_of_teams.ts'

interface Step {
  up: (knex: Knex) => Promise<void>
}

/** On every database; a step that is about one of them does nothing on the other. */
export const STEPS: Record<string, Step> = {
  '0001_teams': teams,
  '0002_jobs': jobs,
  '0003_api_keys': api_keys,
  '0004_idempotency_keys': idempotency_keys,
  '0005_contacts': contacts,
  '0006_templates': templates,
  '0007_events': events,
  '0008_automations': automations,
  '0009_emails': emails,
  '0010_oauth': oauth,
  '0011_invitations': invitations,
  '0012_contact_properties': contact_properties,
  '0013_segments': segments,
  '0014_topics': topics,
  '0015_automation_waits': automation_waits,
  '0016_email_states': email_states,
  '0017_clustered': clustered,
  '0023_api_key_grants': api_key_grants,
  '0024_oauth_answers': oauth_answers,
  '0025_steady_clock': steady_clock,
  '0026_verified_clients': verified_clients,
  '0027_contact_events': contact_events,
  '0028_runs_of_contact': runs_of_contact,
  '0029_template_needs': template_needs,
  '0031_probes': probes,
  '0032_job_set_at': job_set_at,
  '0033_idle_sessions': idle_sessions,
  '0040_email_recipients': email_recipients,
  '0041_running_runs': running_runs,
  '0042_one_active_key': one_active_key,
  '0043_listed_by_id': listed_by_id,
  '0050_team_of_delivery': team_of_delivery,
  '0051_team_of_automations': team_of_automations,
  '0052_team_of_contacts': team_of_contacts,
  '0053_team_of_templates': team_of_templates,
  '0054_job_teams': job_teams,
  '0055_workers': workers,
  '0057_flashes': flashes,
  '0058_rate_limits': rate_limits,
  '0060_postgres_shape': postgres_shape,
  '0061_email_schedule': email_schedule,
  '0063_attachments': attachments,
  '0065_domains': domains,
  '0066_domain_keys': domain_keys,
  '0067_domain_claims': domain_claims,
  '0068_attempt_facts': attempt_facts,
  '0069_delivery_destinations': delivery_destinations,
  '0070_mta_sts_policies': mta_sts_policies,
  '0071_tls_reports': tls_reports,
  '0072_suppressions': suppressions,
  '0074_events_of_team': events_of_team,
  '0075_troubled_emails': troubled_emails,
  '0080_segments_by_rule': segments_by_rule,
  '0083_contact_imports': contact_imports,
  '0084_departed_in_imports': departed_in_imports,
  '0085_broadcasts': broadcasts,
  '0086_broadcast_sending': broadcast_sending,
  '0087_broadcast_turns': broadcast_turns,
  '0088_leaving': leaving,
  '0090_tracking': tracking,
  '0091_broadcast_results': broadcast_results,
  '0092_runs_of_contacts': runs_of_contacts,
  '0093_contact_erasures': contact_erasures,
  '0096_activity_of_contacts': activity_of_contacts,
  '0097_contacts_by_rule': contacts_by_rule,
  '0100_received_events': received_events,
  '0102_api_key_owners': api_key_owners,
  '0104_sender_names': sender_names,
  '0105_emails_of_origin': emails_of_origin,
  '0106_bounces_of_domains': bounces_of_domains,
  '0107_time_zones_of_teams': time_zones_of_teams,
}

/** Of every step that there is, the first one first. */
export const STEP_NAMES: readonly string[] = Object.keys(STEPS)

const sourceOf = (names: readonly string[]): Knex.MigrationSource<string> => ({
  getMigrations: async () => [...names],
  getMigrationName: name => name,
  getMigration: async name => ({ up: STEPS[name]!.up, down: async () => {} }),
})

/**
 * Makes the database if it is not there and applies what it lacks, or less: `last` names the last step to take. The
 * caller holds the data folder for itself.
 */
export async function migrateSqlite(filename: string, last?: string): Promise<void> {
  const migrationSource = sourceOf(STEP_NAMES.slice(0, last === undefined ? undefined : STEP_NAMES.indexOf(last) + 1))
  const knex = knexFactory({
    client: 'better-sqlite3',
    connection: { filename },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  })
  try {
    // before anything is written, or it has no effect: space that is free can go back to the disk a step at a time
    await knex.raw('pragma auto_vacuum = incremental')
    await knex.raw('pragma journal_mode = wal')
    await knex.raw('pragma synchronous = full')
    // a process that was killed while migrating left Knex's lock behind; each migration is a transaction of its own
    await knex.migrate.forceFreeMigrationsLock({ migrationSource })
    await knex.migrate.latest({ migrationSource })
  } finally {
    await knex.destroy()
  }
}
