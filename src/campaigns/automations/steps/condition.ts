// Takes one of two ways, depending on whether its rule matches.
import { ruleSummary } from './config/rule-summary.ts'
import { ruleFaults, verdict } from './config/rule-tree.ts'
import { missingValue } from '../effects/effect.ts'
import type { ConfigOf } from '../graph/graph.ts'
import { pickedRule } from './parts.ts'
import { type StepContext, OVER, type StepResult, type StepType } from './step-type.ts'

export const conditionStep: StepType<'condition'> = {
  title: 'Condition',
  summary: ruleSummary,
  ways: ['condition_met', 'condition_not_met'],
  config: pickedRule,
  faults: (rule, names) =>
    ruleFaults(rule, ['event', 'contact', 'steps'], names).map(message => ({ rule: 'rule', message })),
  advance: ({ config }, context) => advance(config, context),
}

function advance(rule: ConfigOf<'condition'>, { sources }: StepContext): StepResult {
  const answer = verdict(rule, sources)
  if ('missing' in answer) return { is: 'failed', error: missingValue(answer.missing) }
  const way = answer.met ? 'condition_met' : 'condition_not_met'
  return { ...OVER, way, output: { outcome: way } }
}
