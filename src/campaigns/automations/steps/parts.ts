// Shared by several types of step: reading their configuration, and the time from which they wait.
import { eventNameFault } from '../../../base/text/event-names.ts'
import type { Rule } from './config/rule-tree.ts'
import { isReference, referenceFault, type ReferenceNames, type ReferenceRoot } from './config/variables.ts'
import type { StepFault, StepContext } from './step-type.ts'

export const stepFault = (rule: string, message: string | undefined): StepFault[] =>
  message === undefined ? [] : [{ rule, message }]

/** The faults of the references among these values. */
export function referenceFaults(
  values: readonly unknown[],
  roots: readonly ReferenceRoot[],
  names: ReferenceNames,
): StepFault[] {
  return values.flatMap(value =>
    isReference(value) ? stepFault('variable', referenceFault(value.var, roots, names)) : [],
  )
}

/** The fault of an event's name: an event whose name cannot be sent would never occur. */
export function eventNameProblem(name: string): string | undefined {
  const fault = eventNameFault(name)
  return fault && `the name of an event ${fault}`
}

/** The time at which the step was reached. Waits are measured from it, regardless of delays in advancing the run. */
export function reachedAt({ record, now }: StepContext): number {
  return record.started_at === null ? now.getTime() : Date.parse(record.started_at)
}

/**
 * Whether the step was reached in the future, because the clock was set back since. The waited time cannot be computed then.
 * The queue tracks the length of the wait, so the wait is over when the job of the run starts.
 */
export function isReachedInFuture(context: StepContext): boolean {
  return reachedAt(context) > context.now.getTime()
}

/** Reduces references to their only field. */
export function pickReferences<Values extends object>(values: Values): Values {
  const entries = Object.entries(values).map(([key, value]) => [key, isReference(value) ? { var: value.var } : value])
  return Object.fromEntries(entries) as Values
}

export function pickFields<Value extends object>(value: Value, names: ReadonlyArray<keyof Value & string>): Value {
  return Object.fromEntries(names.filter(name => Object.hasOwn(value, name)).map(name => [name, value[name]])) as Value
}

/** The depth of the rule must have been checked before, because this function recurses. */
export function pickRule(rule: Rule): Rule {
  if (rule.type !== 'rule') return { type: rule.type, rules: rule.rules.map(pickRule) }
  return pickFields(rule, ['type', 'field', 'operator', 'value'])
}
