import type { Knex } from 'knex'

interface OldJob {
  id: string
  kind: string
  payload: string
  created_at: string
}

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('contact_events', table => {
    // ascending in the order of acceptance and never reused, so that numbers show which event came first
    table.increments('number')
    table.text('team_id').notNullable().references('teams.id').onDelete('cascade')
    // the contact's address in the form used to compare contacts; the events of one address are applied sequentially
    table.text('about').notNullable()
    table.text('name').notNullable()
    table.text('payload').notNullable()
    table.text('at').notNullable()
    table.text('email')
    table.text('contact_id')
    // the run that sent the email the event is about, if any
    table.text('run_id')
    // pending: not applied yet; kept: applied, for waits that look back; failed: could not be applied
    table.text('state').notNullable()
    // while pending: the last run that it has woken
    table.text('after').notNullable()
    table.text('error')
    table.index(['team_id', 'about', 'state', 'number'])
    table.index(['state', 'at'])
  })
  await knex.schema.alterTable('automation_runs', table => {
    // the number of the event that started the run
    table.integer('begun_by').notNullable().defaultTo(0)
    // a wait receives only events with greater numbers
    table.integer('waits_since').notNullable().defaultTo(0)
    // the number of the latest event received, by event name
    table.text('heard').notNullable().defaultTo('{}')
    // 1 for a running run whose graph has a wait that looks back
    table.integer('looks_back').notNullable().defaultTo(0)
    // why the run ended, if no step is the cause
    table.text('error')
    table.index(['team_id', 'contact_id'], 'automation_runs_look_back', {
      predicate: knex.whereRaw('looks_back = 1'),
    })
  })
  await moveJobs(knex)
}

/** Replaces the job for each pending event by one job for all events of one contact. */
async function moveJobs(knex: Knex): Promise<void> {
  const jobs: OldJob[] = await knex('jobs')
    .select('id', 'kind', 'payload', 'created_at')
    .whereIn('kind', ['handle_event', 'handle_email_event'])
    .whereNotNull('run_at')
    .orderBy(['created_at', 'id'])
  const known = new Set<string>()
  for (const { id, kind, payload, created_at } of jobs) {
    await knex('jobs').where('id', id).delete()
    const given = JSON.parse(payload)
    const event = kind === 'handle_event' ? await ofContact(knex, given) : await ofRun(knex, given)
    if (!event) continue
    const at = given.at ?? created_at
    await knex('contact_events').insert({ ...event, payload: given.payload, at, state: 'pending', after: '' })
    const about = { team_id: event.team_id, about: event.about }
    if (known.has(JSON.stringify(about))) continue
    known.add(JSON.stringify(about))
    const job = { id, kind: 'handle_event', payload: JSON.stringify(about), created_at, run_at: created_at }
    await knex('jobs').insert({ ...job, attempts: 0, token: 0 })
  }
}

interface Given {
  team_id: string
  event: string
  email: string | null
  contact_id: string | null
}

async function ofContact(knex: Knex, { team_id, event, email, contact_id }: Given) {
  const contact = contact_id && (await knex('contacts').select('email_key').where('id', contact_id).first())
  const about = contact ? contact.email_key : email?.trim().toLowerCase()
  return about === undefined ? undefined : { team_id, about, name: event, email, contact_id }
}

async function ofRun(knex: Knex, { run_id, type }: { run_id: string; type: string }) {
  const run = await knex('automation_runs')
    .join('contacts', 'contacts.id', 'automation_runs.contact_id')
    .select('automation_runs.team_id', 'email_key')
    .where('automation_runs.id', run_id)
    .first()
  return run && { team_id: run.team_id, about: run.email_key, name: `resend:email.${type}`, run_id }
}
