// What a type of step is: all that the check of a graph, the engine, simulations and the drawing ask about it. Each type
// is one value in a file of its own, and `index.ts` has them all.
import type { Effect } from '../effects/effect.ts'
import type { ConfigOf, Step, StepOf, Way } from '../graph/graph.ts'
import type { Known, Named, Names } from '../graph/names.ts'
import type { Problem } from '../graph/problems.ts'
import type { Passage, Run, StepError, StepRecord, Wait } from '../engine/run.ts'
import type { AutomationSettings } from '../settings.ts'
import type { EventPayload, ReferenceNames, ValueSources } from './config/variables.ts'

/** A problem that the step has by itself. */
export type Fault = Pick<Problem, 'rule' | 'message'>

/** What a step sees of its run at this moment. */
export interface StepContext {
  run: Run
  record: StepRecord
  now: Date
  /** The number of the event that was accepted last of all. */
  latest_event: number
  sources: ValueSources
  settings: AutomationSettings
}

/** What a step came to: it is over, it waits, it needs an effect, or it failed. */
export type StepResult =
  | ({ is: 'over' } & Passage)
  | ({ is: 'waiting' } & Wait)
  | { is: 'acting'; effect: Effect }
  | { is: 'failed'; error: StepError }

export interface StepType<Type extends Step['type']> {
  /** What people call it. */
  title: string
  /** In a few words, what a step of this type is about. */
  summary(config: ConfigOf<Type>): string
  /** Which ways may lead away from it, when it branches; otherwise the default one. */
  ways?: readonly Way[]
  /** The fields of the contract and nothing else, so that an answer never holds an undeclared field. */
  config(sent: ConfigOf<Type>): ConfigOf<Type>
  /** What can never be right. `names`: what references can name in this graph. */
  faults?(config: ConfigOf<Type>, names: ReferenceNames): Fault[]
  /** What has to be there in the team. */
  names?(config: ConfigOf<Type>): Partial<Named>
  /** What keeps the automation from being enabled. */
  readiness?(config: ConfigOf<Type>, known: Known): Fault[]
  /** What a run that stands at the step comes to now. */
  advance(step: StepOf<Type>, context: StepContext): StepResult
  /** What does not keep the automation from being enabled and is probably not meant so. */
  doubts?(config: ConfigOf<Type>): Fault[]
  /** For people: with what they call things instead of ids. */
  named?(config: ConfigOf<Type>, names: Names): ConfigOf<Type>
  /** Only of a type that waits for events. */
  hears?: Hearing<ConfigOf<Type>>
  /** Whether it matters where the contact is. */
  readsLocalTime?(config: ConfigOf<Type>): boolean
  /** Its output is an answer that later steps can refer to as `steps.<key>`. */
  leavesAnswer?: true
  /** It removes the contact, so no step may follow it. */
  removesContact?: true
}

/** How a step waits for an event. */
interface Hearing<Config> {
  event_name(config: Config): string
  /** Whether the event is one that is waited for. */
  accepts(config: Config, payload: EventPayload): boolean
  /** Whether the event may have come before the wait began. */
  looksBack(config: Config): boolean
}

export const OVER = { is: 'over', status: 'completed', way: 'default', output: null } as const
