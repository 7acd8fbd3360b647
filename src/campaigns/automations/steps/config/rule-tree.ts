// Rules of conditions and waits: their fields, and the sources of the field values.
import type { Schemas } from '../../../../../generated/api.ts'
import { treeVerdict, treeFaults, type Verdict } from '../../../../base/rules/tree.ts'
import {
  NO_NAMES,
  referenceFault,
  type ReferenceNames,
  type ReferenceRoot,
  type ValueSources,
  resolveReference,
} from './variables.ts'

export type Rule = Schemas['Rule']

/** The faults of a rule whose fields may begin with these roots, one sentence each. */
export function ruleFaults(rule: Rule, roots: readonly ReferenceRoot[], names: ReferenceNames = NO_NAMES): string[] {
  return treeFaults(rule, ({ field }) => {
    const fault = referenceFault(field, roots, names)
    return fault && `the field ${fault}`
  })
}

/** Whether the rule matches. Its depth must have been checked before. Values that do not affect the result are not read. */
export function ruleVerdict(rule: Rule, sources: ValueSources): Verdict {
  return treeVerdict(rule, field => resolveReference(field, sources))
}
