// Rules of conditions and waits: what their fields can be, and where the values of these come from.
import type { Schemas } from '../../../../../generated/api.ts'
import { treeAnswer, treeFaults, type Verdict } from '../../../../base/rules/tree.ts'
import { NO_NAMES, referenceFault, type ReferenceNames, type Root, type ValueSources, valueOf } from './variables.ts'

export type Rule = Schemas['Rule']

/** What is wrong with a rule whose fields are read from these roots, a sentence each. */
export function ruleFaults(rule: Rule, roots: readonly Root[], names: ReferenceNames = NO_NAMES): string[] {
  return treeFaults(rule, ({ field }) => {
    const fault = referenceFault(field, roots, names)
    return fault && `the field ${fault}`
  })
}

/** Only for a rule whose depth has been checked. What the answer does not depend on is not looked at. */
export function verdict(rule: Rule, sources: ValueSources): Verdict {
  return treeAnswer(rule, field => valueOf(field, sources))
}
