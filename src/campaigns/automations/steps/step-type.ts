// What a type of step defines for the checks of graphs, the engine, simulations and the diagram. Each type is one value in a
// separate file, and `index.ts` lists them.
import type { Effect } from '../effects/effect.ts'
import type { ConfigOf, Step, StepOf, ConnectionType } from '../graph/graph.ts'
import type { ExistingObjects, NamedObjects, DisplayNames } from '../graph/names.ts'
import type { Problem } from '../graph/problems.ts'
import type { StepCompletion, Run, StepError, StepRecord, Wait } from '../engine/run.ts'
import type { AutomationSettings } from '../settings.ts'
import type { EventPayload, ReferenceNames, ValueSources } from './config/variables.ts'

/** A problem of the step alone. */
export type StepFault = Pick<Problem, 'rule' | 'message'>

/** The state of the run that a step can read. */
export interface StepContext {
  run: Run
  record: StepRecord
  now: Date
  /** The number of the contact's last event that is accepted and not yet applied; 0 if there is none. */
  latest_event: number
  sources: ValueSources
  settings: AutomationSettings
}

/** The result of a step: it ended, it waits, it requires an effect, or it failed. */
export type StepResult =
  | ({ is: 'over' } & StepCompletion)
  | ({ is: 'waiting' } & Wait)
  | { is: 'acting'; effect: Effect }
  | { is: 'failed'; error: StepError }

export interface StepType<Type extends Step['type']> {
  /** The display name of the type. */
  title: string
  /** The configuration in a few words. */
  summary(config: ConfigOf<Type>): string
  /** The ways out of it, if it branches; otherwise only the default one. */
  connectionTypes?: readonly ConnectionType[]
  /** Only the fields of the contract, so that a response never contains an undeclared field. */
  config(sent: ConfigOf<Type>): ConfigOf<Type>
  /** Faults that make it unsound. `names`: the names that references in this graph can use. */
  faults?(config: ConfigOf<Type>, names: ReferenceNames): StepFault[]
  /** The objects that must exist in the team. */
  names?(config: ConfigOf<Type>): Partial<NamedObjects>
  /** Faults that prevent enabling the automation. */
  readiness?(config: ConfigOf<Type>, known: ExistingObjects): StepFault[]
  /** The result for a run that is at the step now. */
  advance(step: StepOf<Type>, context: StepContext): StepResult
  /** Probable mistakes that do not prevent enabling the automation. */
  warnings?(config: ConfigOf<Type>): StepFault[]
  /** The configuration for display, with names instead of ids. */
  named?(config: ConfigOf<Type>, names: DisplayNames): ConfigOf<Type>
  /** Only for types that wait for events. */
  subscription?: EventSubscription<ConfigOf<Type>>
  /** Whether the time zone of the contact matters. */
  readsLocalTime?(config: ConfigOf<Type>): boolean
  /** Its output is a response that later steps can refer to as `steps.<key>`. */
  hasResponse?: true
  /** It removes the contact, so no step may follow it. */
  removesContact?: true
}

/** How a step waits for an event. */
interface EventSubscription<Config> {
  event_name(config: Config): string
  /** Whether an event with this payload ends the wait. */
  accepts(config: Config, payload: EventPayload): boolean
  /** Whether the event may have occurred before the wait began. */
  looksBack(config: Config): boolean
}

export const STEP_COMPLETED = { is: 'over', status: 'completed', way: 'default', output: null } as const
