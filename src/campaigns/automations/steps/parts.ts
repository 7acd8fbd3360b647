// What several types of step have in common: how their configuration is read, and from when they count.
import { eventNameFault } from '../../../base/text/event-names.ts'
import type { Rule } from './config/rule-tree.ts'
import { isReference, referenceFault, type ReferenceNames, type Root } from './config/variables.ts'
import type { Fault, StepContext } from './step-type.ts'

export const fault = (rule: string, message: string | undefined): Fault[] =>
  message === undefined ? [] : [{ rule, message }]

/** What is wrong with the references among these values. */
export function referenceFaults(values: readonly unknown[], roots: readonly Root[], names: ReferenceNames): Fault[] {
  return values.flatMap(value => (isReference(value) ? fault('variable', referenceFault(value.var, roots, names)) : []))
}

/** A name by which nothing can be sent would never come. */
export function sendFault(name: string): string | undefined {
  const fault = eventNameFault(name)
  return fault && `the name of an event ${fault}`
}

/** The wait counts from when the step was reached, however late the run is looked at again. */
export function since({ record, now }: StepContext): number {
  return record.started_at === null ? now.getTime() : Date.parse(record.started_at)
}

/**
 * The step was reached by a clock that was set back since. How long it has waited cannot be told from its time then; the
 * queue has kept the wait's length, so it is over when the job of the run comes.
 */
export function isAhead(context: StepContext): boolean {
  return since(context) > context.now.getTime()
}

/** References are cut down to their one field. */
export function pickedValues<Values extends object>(values: Values): Values {
  const entries = Object.entries(values).map(([key, value]) => [key, isReference(value) ? { var: value.var } : value])
  return Object.fromEntries(entries) as Values
}

export function picked<Value extends object>(value: Value, names: ReadonlyArray<keyof Value & string>): Value {
  return Object.fromEntries(names.filter(name => Object.hasOwn(value, name)).map(name => [name, value[name]])) as Value
}

/** Only for a rule whose depth has been checked. */
export function pickedRule(rule: Rule): Rule {
  if (rule.type !== 'rule') return { type: rule.type, rules: rule.rules.map(pickedRule) }
  return picked(rule, ['type', 'field', 'operator', 'value'])
}
