// The requests of a run and their order: the steps of the plan, each followed by its refusals and preceded by the steps
// it depends on.
import type { OperationId } from '../../generated/api.ts'
import { type Contract, type Operation } from './contract.ts'
import { removalsOf } from './plan/derived.ts'
import { type Step, needsOf } from './plan/step.ts'
import { otherMethods, refusalsOf } from './refusals.ts'
import type { Schemas } from './schemas.ts'

export interface Case {
  operation: Operation
  step: Step
  title: string
  /** Included only because others depend on its result. */
  preparation: boolean
}

export interface Choice {
  /** By default all steps. */
  operations: readonly string[]
  tags: readonly string[]
}

export function casesOf(plan: readonly Step[], contract: Contract, schemas: Schemas, choice: Choice): Case[] {
  const chosen = (id: OperationId): boolean => isChosen(contract.operations.get(id)!, choice)
  const steps = withRefusals(plan, contract, schemas)
  const wanted = new Set(steps.filter(({ operation }) => chosen(operation)))
  const queue = [...wanted]
  for (let step = queue.pop(); step; step = queue.pop()) {
    const names = needsOf(step)
    const givers = plan.filter(({ leaves }) => leaves !== undefined && names.includes(leaves))
    const further = givers.filter(giver => !wanted.has(giver))
    for (const giver of further) wanted.add(giver)
    queue.push(...further)
  }
  return steps
    .filter(step => wanted.has(step))
    .map(step => ({
      operation: contract.operations.get(step.operation)!,
      step,
      title: step.title ?? 'success',
      preparation: !chosen(step.operation),
    }))
}

export function isChosen({ id, tag }: Operation, { operations, tags }: Choice): boolean {
  if (operations.length === 0 && tags.length === 0) return true
  return operations.includes(id) || tags.some(each => each.toLowerCase() === tag.toLowerCase())
}

/** Rejected requests of a deletion run before it; those of other steps run after them. */
function withRefusals(plan: readonly Step[], contract: Contract, schemas: Schemas): Step[] {
  const removing = new Set([...removalsOf(contract).values()].map(({ by }) => by))
  const seen = new Set<string>()
  const refused = otherMethods([...contract.operations.values()])
  const steps = plan.flatMap(step => {
    if (step.status !== undefined || seen.has(step.operation)) return [step]
    seen.add(step.operation)
    const operation = contract.operations.get(step.operation)!
    const refusals = [
      ...refusalsOf(operation, step, contract, schemas),
      ...refused.filter(each => each.operation === step.operation),
    ]
    return removing.has(step.operation) ? [...refusals, step] : [step, ...refusals]
  })
  return steps
}
