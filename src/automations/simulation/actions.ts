// A run that is nobody's: the engine of real runs, a clock that is put forward from one moment to the next, and steps that
// only look at what there is. It reads and writes nothing down.
import type { Schemas } from '../../../generated/api.ts'
import { findContact } from '../../contacts/actions.ts'
import { checkPropertyValues } from '../../contact-properties/actions.ts'
import { draftedEmail } from '../../emails/actions.ts'
import { payloadFor } from '../../events/actions.ts'
import { refusal } from '../../refusal.ts'
import type { Tx } from '../../store/database.ts'
import { renderTemplate } from '../../templates/actions.ts'
import { findTopics, isSubscribed } from '../../topics/actions.ts'
import { lookUp } from '../actions.ts'
import type { Carried, Effect, SendEmail } from '../effects.ts'
import { type Facts, type Happening, received } from '../engine.ts'
import type { Graph } from '../graph.ts'
import { mailBody, stepError, surroundingsOf } from '../mail.ts'
import { type Known, namesIn, readyProblems } from '../ready.ts'
import { begun, type Run } from '../run.ts'
import { walked, type World } from '../runs/actions.ts'
import type { Settings } from '../settings.ts'
import type { Contact } from '../variables.ts'
import {
  type Asked,
  beginning,
  changedContact,
  contactAnswer,
  dropped,
  isMadeUp,
  madeUp,
  missingVariables,
  type Moment,
  moments,
  pathOf,
  unknownPlace,
  type Warning,
  warningOf,
} from './rules.ts'

type Simulated = Schemas['AutomationSimulation']

interface Stage {
  tx: Tx
  team_id: string
  graph: Graph
  known: Known
  emails: Simulated['emails']
  warnings: Warning[]
  /** What has happened so far. */
  happened: Happening[]
}

/** The moving part of a simulation. */
interface Scene {
  run: Run
  facts: Facts
  now: Date
}

/** What a run of this graph would do. Refuses what could not be asked of a real one either. */
export async function simulated(
  tx: Tx,
  team_id: string,
  { graph, settings }: { graph: Graph; settings: Settings },
  asked: Asked,
  now: Date,
): Promise<Simulated> {
  const known = await lookUp(tx, team_id, namesIn(graph))
  const warnings = readyProblems(graph, known).map(warningOf)
  const stage: Stage = { tx, team_id, graph, known, emails: [], warnings, happened: [] }
  const start = beginning(asked, now)
  const contact = await contactOf(stage, asked)
  stage.warnings.push(...unknownPlace(graph, contact, settings))
  const origin = { id: 'simulation', automation_id: '', graph_version: 0, contact_id: contact.id, begun_by: 0 }
  const run = begun(graph, origin, start)
  const event = await payloadFor(tx, team_id, triggerOf(graph), asked.payload ?? {})
  const later: Moment[] = []
  for (const moment of moments(asked, start)) {
    later.push({ ...moment, payload: await payloadFor(tx, team_id, moment.event, moment.payload) })
  }
  const first = await moved(stage, { run, facts: { event, contact, settings, latest_event: 0 }, now: start })
  return answered(stage, await played(stage, first, later), start)
}

/** Puts the clock forward until the run ends, or until nothing is left that could happen. */
async function played(
  stage: Stage,
  first: Scene,
  later: readonly Moment[],
): Promise<Scene & { events: Simulated['events'] }> {
  const events: Simulated['events'] = []
  let scene = first
  for (const { event, at, payload } of later) {
    scene = await movedUntil(stage, scene, at)
    const happening = { name: event, payload, at, number: stage.happened.length + 1 }
    stage.happened.push(happening)
    const after = received(stage.graph, scene.run, happening, at)
    events.push({ event, at: at.toISOString(), received_by: after ? scene.run.cursor : null })
    if (after) scene = await moved(stage, { ...scene, run: after, now: at })
  }
  return { ...(await movedUntil(stage, scene, undefined)), events }
}

/** Every moment that is due until then; all of them when there is no end. */
async function movedUntil(stage: Stage, scene: Scene, end: Date | undefined): Promise<Scene> {
  let at = scene
  while (at.run.due_at !== null) {
    const due = new Date(at.run.due_at)
    if (end && due > end) break
    at = await moved(stage, { ...at, now: due })
  }
  return at
}

async function moved(stage: Stage, { run, facts, now }: Scene): Promise<Scene> {
  const world: World = {
    carry: (effect, contact) => pretended(stage, effect, contact, now),
    earlier: async (_, name, since) =>
      stage.happened.filter(happening => happening.name === name && happening.number > since),
  }
  const latest_event = stage.happened.length
  return { ...(await walked(stage.graph, run, { ...facts, latest_event }, now, world)), now }
}

async function pretended(stage: Stage, effect: Effect, contact: Contact, now: Date): Promise<Carried> {
  try {
    return await carried(stage, effect, contact, now)
  } catch (thrown) {
    return { outcome: { error: stepError(thrown) }, contact }
  }
}

async function carried(stage: Stage, effect: Effect, contact: Contact, now: Date): Promise<Carried> {
  const { tx, team_id, known } = stage
  switch (effect.kind) {
    case 'send_email':
      return mailed(stage, effect, contact, now)
    case 'update_contact':
      if (effect.change.properties) await checkPropertyValues(tx, team_id, effect.change.properties)
      return { outcome: { output: null }, contact: changedContact(contact, effect.change) }
    case 'delete_contact':
      return { outcome: { output: null }, contact: undefined }
    case 'add_to_segment': {
      const error = { name: 'not_found', message: 'Segment not found' }
      return { outcome: known.segments.has(effect.segment_id) ? { output: null } : { error }, contact }
    }
  }
}

async function mailed(stage: Stage, effect: SendEmail, contact: Contact, now: Date): Promise<Carried> {
  const { tx, team_id, graph, emails, warnings } = stage
  const { topic_id = null, template_id, variables, step_key } = effect
  if (topic_id !== null && !(await wants(stage, contact, topic_id))) {
    return { outcome: { skipped: { reason: 'unsubscribed_from_topic' } }, contact }
  }
  warnings.push(...missingVariables(graph, effect))
  const rendered = await renderTemplate(tx, team_id, template_id, variables, surroundingsOf(contact))
  const { from, to, reply_to, subject, html, text } = draftedEmail({ team_id, body: mailBody(effect), rendered }, now)
  emails.push({ step: step_key, at: now.toISOString(), from, to, reply_to, subject, html, text, topic_id })
  const template = { id: template_id, variables: Object.keys(variables).length > 0 ? variables : null }
  return { outcome: { output: { to: effect.to, email_id: null, template } }, contact }
}

/** Somebody who is made up has chosen nothing. */
async function wants({ tx, team_id }: Stage, contact: Contact, topic_id: string): Promise<boolean> {
  if (!isMadeUp(contact)) return isSubscribed(tx, team_id, contact.id, topic_id)
  return (await findTopics(tx, team_id, [topic_id])).get(topic_id)?.default_subscription === 'opt_in'
}

async function contactOf({ tx, team_id }: Stage, { contact_id, contact }: Asked): Promise<Contact> {
  if (contact_id === undefined) return madeUp(contact)
  if (contact) throw refusal('validation_error', 'Give at most one of `contact_id` and `contact`')
  const found = await findContact(tx, team_id, contact_id)
  if (!found) throw refusal('not_found', 'Contact not found')
  return found
}

function triggerOf({ steps }: Graph): string {
  return steps.find(step => step.type === 'trigger')!.config.event_name
}

function answered(
  { graph, emails, warnings }: Stage,
  { run, facts, events }: Scene & { events: Simulated['events'] },
  start: Date,
): Simulated {
  const path = pathOf(graph, run)
  return {
    object: 'automation_simulation',
    status: run.status,
    started_at: start.toISOString(),
    completed_at: run.completed_at,
    path,
    emails,
    events,
    contact: facts.contact ? contactAnswer(facts.contact) : null,
    warnings: [...warnings, ...dropped(graph, path)],
  }
}
