// Takes one of two ways, depending on whether its rule matches.
import { ruleSummary } from './config/rule-summary.ts'
import { ruleFaults, ruleVerdict } from './config/rule-tree.ts'
import { missingValue } from '../effects/effect.ts'
import type { ConfigOf } from '../graph/graph.ts'
import { pickRule } from './parts.ts'
import { type StepContext, STEP_COMPLETED, type StepResult, type StepType } from './step-type.ts'

export const conditionStep: StepType<'condition'> = {
  title: 'Condition',
  summary: ruleSummary,
  connectionTypes: ['condition_met', 'condition_not_met'],
  config: pickRule,
  faults: (rule, names) =>
    ruleFaults(rule, ['event', 'contact', 'steps'], names).map(message => ({ rule: 'rule', message })),
  advance: ({ config }, context) => advance(config, context),
}

function advance(rule: ConfigOf<'condition'>, { sources }: StepContext): StepResult {
  const answer = ruleVerdict(rule, sources)
  if ('missing' in answer) return { is: 'failed', error: missingValue(answer.missing) }
  const way = answer.met ? 'condition_met' : 'condition_not_met'
  return { ...STEP_COMPLETED, way, output: { outcome: way } }
}
