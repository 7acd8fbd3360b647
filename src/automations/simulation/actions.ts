// A run that is nobody's: the engine of real runs, a clock that is put forward from one moment to the next, and steps that
// only look at what there is. It reads and writes nothing down, so it needs no unit of work and gives others their turn.
import type { Schemas } from '../../../generated/api.ts'
import { findContact } from '../../contacts/actions.ts'
import { fallbacksOf } from '../../contact-properties/actions.ts'
import { payloadFor } from '../../events/actions.ts'
import { refusal } from '../../refusal.ts'
import type { Tx } from '../../store/database.ts'
import { lookUp } from '../actions.ts'
import { type PerformEffect, effectPerformer } from '../effects/actions.ts'
import { SIMULATE, type SimulatedWorld } from '../effects/simulate.ts'
import { type Facts, type IncomingEvent, received } from '../engine/engine.ts'
import { type Graph, triggerOf } from '../graph/graph.ts'
import { doubtsAbout, namesIn, readyProblems } from '../graph/ready.ts'
import { begun, type Run } from '../engine/run.ts'
import { advanceWithEffects, type World } from '../runs/actions.ts'
import { warningOf } from '../graph/problems.ts'
import type { AutomationSettings } from '../settings.ts'
import type { RunContact } from '../steps/config/variables.ts'
import { LONGEST_BODIES_CHARACTERS, shortenedPath, shortenedWarnings } from './extent.ts'
import {
  type Asked,
  beginning,
  simulatedContact,
  dropped,
  madeUp,
  type Moment,
  moments,
  pathOf,
  surplusAnswers,
  unknownPlace,
} from './rules.ts'

type Simulated = Schemas['AutomationSimulation']

interface Stage extends SimulatedWorld {
  graph: Graph
  /** What has happened so far. */
  happened: IncomingEvent[]
  /** Of contact properties, for who is made up. */
  fallbacks: RunContact['fallbacks']
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
  { graph, settings }: { graph: Graph; settings: AutomationSettings },
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
    answers: new Map(Object.entries(asked.answers ?? {})),
    left: LONGEST_BODIES_CHARACTERS,
  }
  const start = beginning(asked, now)
  const contact = await contactOf(stage, asked)
  stage.warnings.push(...unknownPlace(graph, contact, settings), ...surplusAnswers(graph, asked))
  const origin = { id: 'simulation', automation_id: '', graph_version: 0, contact_id: contact.id, begun_by: 0 }
  const run = begun(graph, origin, start)
  const event = await payloadFor(tx, team_id, triggerOf(graph).config.event_name, asked.payload ?? {})
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
  return { ...(await advanceWithEffects(stage.graph, run, { ...facts, latest_event }, now, world)), now }
}

/** As steps do it, but nothing is kept. */
function pretending(stage: Stage, now: Date): PerformEffect {
  const carry = effectPerformer(SIMULATE, { stage, now })
  return async (effect, contact) => {
    // others get their turn: a run of many large mails takes a while
    await new Promise(resolve => void setImmediate(resolve))
    return carry(effect, contact)
  }
}

async function contactOf({ tx, team_id, fallbacks }: Stage, { contact_id, contact }: Asked): Promise<RunContact> {
  if (contact_id === undefined) return madeUp(contact, fallbacks)
  if (contact) throw refusal('validation_error', 'Give at most one of `contact_id` and `contact`')
  const found = await findContact(tx, team_id, contact_id)
  if (!found) throw refusal('not_found', 'Contact not found')
  return found
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
    contact: facts.contact ? simulatedContact(facts.contact) : null,
    warnings: shortenedWarnings([...warnings, ...dropped(graph, path)]),
  }
}
