// A run that is nobody's: the engine of real runs, a clock that is put forward from one moment to the next, and steps that
// only look at what there is. It reads and writes nothing down, so it needs no unit of work and gives others their turn.
import type { Schemas } from '../../../generated/api.ts'
import { draftedContact, findContact } from '../../contacts/actions.ts'
import { fallbacksOf } from '../../contact-properties/actions.ts'
import { draftedEmail } from '../../emails/actions.ts'
import { payloadFor } from '../../events/actions.ts'
import { refusal } from '../../refusal.ts'
import type { Tx } from '../../store/database.ts'
import { findTopics, isSubscribed } from '../../topics/actions.ts'
import { lookUp } from '../actions.ts'
import { type Carry, carryingOut } from '../deeds/actions.ts'
import type { SendEmail } from '../effects.ts'
import { type Facts, type Happening, received } from '../engine.ts'
import type { Graph } from '../model.ts'
import type { Known } from '../names.ts'
import { doubtsAbout, namesIn, readyProblems } from '../ready.ts'
import { begun, type Run } from '../run.ts'
import { walked, type World } from '../runs/actions.ts'
import { warningOf } from '../problems.ts'
import type { Settings } from '../settings.ts'
import type { Contact } from '../variables.ts'
import { LONGEST_BODIES_CHARACTERS, shortened, shortenedPath, shortenedWarnings, sizeOf } from './extent.ts'
import {
  type Asked,
  beginning,
  contactAnswer,
  dropped,
  isMadeUp,
  madeUp,
  missingVariables,
  refusedMail,
  type Moment,
  moments,
  pathOf,
  unknownPlace,
  type Warning,
} from './rules.ts'

type Simulated = Schemas['AutomationSimulation']
type Drafted = ReturnType<typeof draftedEmail>

interface Stage {
  tx: Tx
  team_id: string
  graph: Graph
  known: Known
  emails: Simulated['emails']
  warnings: Warning[]
  /** What has happened so far. */
  happened: Happening[]
  /** Of contact properties, for who is made up. */
  fallbacks: Contact['fallbacks']
  /** How many characters of bodies still fit into the answer. */
  left: number
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
  const warnings = [...readyProblems(graph, known), ...doubtsAbout(graph)].map(warningOf)
  const fallbacks = await fallbacksOf(tx, team_id)
  const stage: Stage = {
    tx,
    team_id,
    graph,
    known,
    warnings,
    fallbacks,
    emails: [],
    happened: [],
    left: LONGEST_BODIES_CHARACTERS,
  }
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
  const last = await played(stage, first, later)
  // writing the answer takes a while of its own
  await tx.pause()
  return answered(stage, last, start)
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
    carry: pretending(stage, now),
    earlier: async (_, name, since) =>
      stage.happened.filter(happening => happening.name === name && happening.number > since),
  }
  const latest_event = stage.happened.length
  return { ...(await walked(stage.graph, run, { ...facts, latest_event }, now, world)), now }
}

/** As steps do it, but nothing is kept. */
function pretending(stage: Stage, now: Date): Carry {
  const { tx, team_id, known } = stage
  const carry = carryingOut(tx, team_id, {
    isSubscribed: (contact, topic_id) => wants(stage, contact, topic_id),
    accept: async (email, effect) => {
      keep(stage, effect, draftedEmail(email, now), now)
      return null
    },
    change: (contact, change) => draftedContact(tx, team_id, contact, change),
    remove: async () => {},
    addToSegment: async (_, segment_id) => known.segments.has(segment_id),
  })
  return async (effect, contact) => {
    // others get their turn: a run of many large mails takes a while
    await new Promise(resolve => void setImmediate(resolve))
    if (effect.kind !== 'send_email') return carry(effect, contact)
    stage.warnings.push(...missingVariables(stage.graph, effect))
    const carried = await carry(effect, contact)
    stage.warnings.push(...refusedMail(effect, carried.outcome))
    return carried
  }
}

function keep(stage: Stage, effect: SendEmail, drafted: Drafted, now: Date): void {
  const { step_key, topic_id = null } = effect
  const { from, to, reply_to, subject, html, text } = drafted
  const bodies = shortened({ html, text }, stage.left)
  stage.left -= sizeOf(bodies)
  stage.emails.push({ step: step_key, at: now.toISOString(), from, to, reply_to, subject, ...bodies, topic_id })
}

/** Somebody who is made up has chosen nothing. */
async function wants({ tx, team_id }: Stage, contact: Contact, topic_id: string): Promise<boolean> {
  if (!isMadeUp(contact)) return isSubscribed(tx, team_id, contact.id, topic_id)
  return (await findTopics(tx, team_id, [topic_id])).get(topic_id)?.default_subscription === 'opt_in'
}

async function contactOf({ tx, team_id, fallbacks }: Stage, { contact_id, contact }: Asked): Promise<Contact> {
  if (contact_id === undefined) return madeUp(contact, fallbacks)
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
    path: shortenedPath(path),
    emails,
    events,
    contact: facts.contact ? contactAnswer(facts.contact) : null,
    warnings: shortenedWarnings([...warnings, ...dropped(graph, path)]),
  }
}
