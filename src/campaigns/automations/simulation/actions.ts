// A simulation: the engine of real runs, with a clock that advances from one moment to the next, and effects that only read. It
// writes nothing, so it requires no transaction, and it yields to the event loop between steps.
import type { Schemas } from '../../../../generated/api.ts'
import { findContact } from '../../../audience/contacts/actions.ts'
import { findFallbacks } from '../../../audience/contact-properties/actions.ts'
import { coerceEventPayload } from '../../events/actions.ts'
import { refusal } from '../../../base/text/refusal.ts'
import type { TeamUnit } from '../../../base/store/database.ts'
import { findNamedObjects } from '../actions.ts'
import { type PerformEffect, effectPerformer } from '../effects/actions.ts'
import { SIMULATE, type Simulation } from '../effects/simulate.ts'
import { type RunFacts, type IncomingEvent, afterEvent } from '../engine/engine.ts'
import { type Graph, triggerOf } from '../graph/graph.ts'
import { graphWarnings, namedObjects, readinessProblems } from '../graph/readiness.ts'
import { pathOf } from '../engine/path.ts'
import { newRun, type Run } from '../engine/run.ts'
import { advanceWithEffects, type RunEnvironment } from '../runs/advance/actions.ts'
import { warningOf } from '../graph/problems.ts'
import type { AutomationSettings } from '../settings.ts'
import type { RunContact } from '../steps/config/variables.ts'
import { LONGEST_BODIES_CHARACTERS, shortenedPath, shortenedWarnings } from './extent.ts'
import {
  type SimulationRequest,
  simulationStart,
  simulatedContact,
  deadEndWarnings,
  fictitiousContact,
  type SimulatedEvent,
  simulatedEvents,
  unusedAnswerWarnings,
  timeZoneWarnings,
} from './rules.ts'

type SimulatedRun = Schemas['AutomationSimulation']

/** The simulation in the form that effects use, and its remaining data. */
interface SimulationInput extends Simulation {
  graph: Graph
  /** The events so far. */
  events: IncomingEvent[]
  /** The fallbacks of contact properties, for a simulated contact. */
  fallbacks: RunContact['fallbacks']
}

/** The state that changes while a simulation runs. */
interface State {
  run: Run
  facts: RunFacts
  now: Date
}

/** Simulates a run of the graph. Refuses requests that do not correspond to a possible run. */
export async function simulateRun(
  { tx, team_id, now }: TeamUnit,
  { graph, settings }: { graph: Graph; settings: AutomationSettings },
  asked: SimulationRequest,
): Promise<SimulatedRun> {
  const known = await findNamedObjects(tx, team_id, namedObjects(graph))
  const warnings = [...readinessProblems(graph, known), ...graphWarnings(graph)].map(warningOf)
  const fallbacks = await findFallbacks(tx, team_id)
  const simulation: SimulationInput = {
    tx,
    team_id,
    graph,
    known,
    warnings,
    fallbacks,
    emails: [],
    events: [],
    answers: new Map(Object.entries(asked.answers ?? {})),
    left: LONGEST_BODIES_CHARACTERS,
  }
  const start = simulationStart(asked, now)
  const contact = await findOrInventContact(simulation, asked)
  simulation.warnings.push(...timeZoneWarnings(graph, contact, settings), ...unusedAnswerWarnings(graph, asked))
  const origin = { id: 'simulation', automation_id: '', graph_version: 0, contact_id: contact.id, begun_by: 0 }
  const run = newRun(graph, origin, start)
  const event = await coerceEventPayload({ tx, team_id }, triggerOf(graph).config.event_name, asked.payload ?? {})
  const later: SimulatedEvent[] = []
  for (const moment of simulatedEvents(asked, start)) {
    later.push({ ...moment, payload: await coerceEventPayload({ tx, team_id }, moment.event, moment.payload) })
  }
  const first = await advanceState(simulation, {
    run,
    facts: { event, contact, settings, latest_event: 0 },
    now: start,
  })
  const last = await playEvents(simulation, first, later)
  // writing the response takes time, too
  await tx.pause()
  return answered(simulation, last, start)
}

/** Advances the clock until the run ends or nothing can happen anymore. */
async function playEvents(simulation: SimulationInput, first: State, later: readonly SimulatedEvent[]): Promise<State> {
  let state = first
  for (const { event, at, payload } of later) {
    state = await advanceUntil(simulation, state, at)
    const incoming = { name: event, payload, at, number: simulation.events.length + 1 }
    simulation.events.push(incoming)
    const after = afterEvent({ graph: simulation.graph, run: state.run }, incoming, at)
    if (after) state = await advanceState(simulation, { ...state, run: after, now: at })
  }
  return advanceUntil(simulation, state, undefined)
}

/** Advances the run through every time at which it is due, up to `end` if given. */
async function advanceUntil(simulation: SimulationInput, state: State, end: Date | undefined): Promise<State> {
  let at = state
  while (at.run.due_at !== null) {
    const due = new Date(at.run.due_at)
    if (end && due > end) break
    at = await advanceState(simulation, { ...at, now: due })
  }
  return at
}

async function advanceState(simulation: SimulationInput, { run, facts, now }: State): Promise<State> {
  const world: RunEnvironment = {
    performEffect: pausingPerformer(simulation, now),
    listEarlier: async (_, name, since) =>
      simulation.events.filter(event => event.name === name && event.number > since),
    now,
  }
  const latest_event = simulation.events.length
  return { ...(await advanceWithEffects({ graph: simulation.graph, run }, { ...facts, latest_event }, world)), now }
}

/** Performs effects like simulations, with a pause before each. */
function pausingPerformer(simulation: SimulationInput, now: Date): PerformEffect {
  const performEffect = effectPerformer(SIMULATE, { simulation, now })
  return async (effect, contact) => {
    // a run with many large emails takes long: other work of the process runs in between
    await new Promise(resolve => void setImmediate(resolve))
    return performEffect(effect, contact)
  }
}

async function findOrInventContact(
  { tx, team_id, fallbacks }: SimulationInput,
  { contact_id, contact }: SimulationRequest,
): Promise<RunContact> {
  if (contact_id === undefined) return fictitiousContact(contact, fallbacks)
  if (contact) throw refusal('validation_error', 'Send at most one of `contact_id` and `contact`')
  const found = await findContact(tx, team_id, contact_id)
  if (!found) throw refusal('not_found', 'Contact not found')
  return found
}

function answered(
  { graph, emails, warnings, events }: SimulationInput,
  { run, facts }: State,
  start: Date,
): SimulatedRun {
  const path = pathOf(graph, run)
  return {
    object: 'automation_simulation',
    status: run.status,
    started_at: start.toISOString(),
    completed_at: run.completed_at,
    path: shortenedPath(path),
    emails,
    // known only at the end: a wait that looks back receives earlier events
    events: events.map(({ name, at, number }) => {
      return { event: name, at: at.toISOString(), received_by: run.received[number] ?? null }
    }),
    contact: facts.contact ? simulatedContact(facts.contact) : null,
    warnings: shortenedWarnings([...warnings, ...deadEndWarnings(graph, path)]),
  }
}
