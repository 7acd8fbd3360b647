// A graph in the form of the contract: steps and connections.
import type { Schemas } from '../../../../generated/api.ts'

export type Step = Schemas['AutomationStep']
export type StepOf<Type extends Step['type']> = Extract<Step, { type: Type }>
export type ConfigOf<Type extends Step['type']> = StepOf<Type>['config']

export type Connection = Schemas['AutomationConnection']
export type ConnectionType = Connection['type']

export interface Graph {
  steps: Step[]
  connections: Connection[]
}

export function isTrigger(step: Step): step is StepOf<'trigger'> {
  return step.type === 'trigger'
}

/** The trigger; every sound graph has one. */
export function triggerOf({ steps }: Pick<Graph, 'steps'>): StepOf<'trigger'> {
  return steps.find(isTrigger)!
}
