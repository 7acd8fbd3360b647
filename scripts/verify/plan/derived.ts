// The part of the plan that is derived from the contract. `topic_id` in a URL is the id of the result stored as
// `topic`; an object created by POST to `/topics` is deleted by DELETE of `/topics/{topic_id}`; bodies are those of the
// examples, with the ids of this run.
import type { OperationId } from '../../../generated/api.ts'
import { type Example, examplesIn } from '../../../src/interfaces/contract/examples.ts'
import { type Contract, type Operation, successStatus } from '../contract.ts'
import { type Removal, type Step, needsOf } from './step.ts'

const CREATED = 201

const thingOf = (parameter: string): string => parameter.replace(/_id$/, '')
const parametersIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

/** The path parameter of an item of the list at this path. */
function itemOf({ path }: Operation, all: readonly Operation[]): string | undefined {
  const items = all.filter(
    other => other.path.startsWith(`${path}/{`) && !other.path.slice(path.length + 1).includes('/'),
  )
  return items.flatMap(item => parametersIn(item.path).slice(-1))[0]
}

/** Every successful response of these operations has created an object that is deleted at the end. */
export function removalsOf({ operations }: Contract): Map<OperationId, Removal> {
  const all = [...operations.values()]
  const removers = all.filter(({ method, path }) => method === 'DELETE' && /^[^{]*\/\{\w+\}$/.test(path))
  const by = new Map(removers.map(({ id, path }) => [parametersIn(path)[0]!, id]))
  const made = all
    .filter(({ method }) => method === 'POST')
    .map(each => {
      const item = successStatus(each) === CREATED ? itemOf(each, all) : undefined
      return [each.id, item ?? /\{(\w+)\}\/duplicate$/.exec(each.path)?.[1]] as const
    })
  return new Map(
    made.flatMap(([id, parameter]) => {
      const remover = by.get(parameter ?? '')
      return remover === undefined ? [] : [[id, { by: remover, parameter: parameter! }]]
    }),
  )
}

/**
 * The handwritten steps, followed within each tag by a step for each missing operation. Final steps run after
 * that. Created objects are deleted at the end, newest first.
 */
export function planOf(contract: Contract, steps: readonly Step[], endings: readonly Step[]): Step[] {
  const { operations } = contract
  const known = new Set([...steps, ...endings].filter(({ status }) => status === undefined).map(each => each.operation))
  const removals = removalsOf(contract)
  const lacking = derivedSteps(contract, removals).filter(({ operation }) => !known.has(operation))
  const removers = new Set([...removals.values()].map(({ by }) => by))
  const plan = [...steps]
  for (const step of lacking.filter(({ operation }) => !removers.has(operation))) {
    const tagOf = ({ operation }: Step): string => operations.get(operation)!.tag
    const needs = needsOf(step)
    const before = plan.findLastIndex(each => tagOf(each) === tagOf(step) || needs.includes(each.leaves ?? ''))
    plan.splice(before < 0 ? plan.length : before + 1, 0, step)
  }
  const madeAt = (step: Step): number => plan.findIndex(({ leaves }) => needsOf(step).includes(leaves ?? ''))
  const last = lacking
    .filter(({ operation }) => removers.has(operation))
    .toSorted((one, other) => madeAt(other) - madeAt(one))
  return [...plan, ...endings, ...last]
}

function derivedSteps(contract: Contract, removals: Map<OperationId, Removal>): Step[] {
  const all = [...contract.operations.values()]
  const examples = new Map(
    examplesIn(contract.document)
      .toReversed()
      .map(each => [each.operation, each]),
  )
  const ids = new Map(
    all.flatMap(each => {
      const { id } = (examples.get(each.id)!.answer ?? {}) as { id?: unknown }
      const removal = removals.get(each.id)
      return removal && typeof id === 'string' ? [[id, `((${thingOf(removal.parameter)}.id))`] as const] : []
    }),
  )
  const steps = all.map(each =>
    derivedStep(each, itemOf(each, all), removals.get(each.id), examples.get(each.id)!, ids),
  )
  // an object is created before it is read, and read before it is updated and found in its list
  const rank = ({ operation, path, leaves }: Step): number => {
    if (leaves !== undefined) return 0
    if (contract.operations.get(operation)!.method !== 'GET') return 2
    return path !== undefined && itemOf(contract.operations.get(operation)!, all) === undefined ? 1 : 3
  }
  return steps.toSorted((one, other) => rank(one) - rank(other))
}

function derivedStep(
  { id, method, path, parameters }: Operation,
  item: string | undefined,
  removal: Removal | undefined,
  { body, path_values, required_query, answer }: Example,
  ids: Map<string, string>,
): Step {
  const names = parametersIn(path)
  const shown = (answer ?? {}) as Record<string, unknown>
  const own = names.find(name => path_values[name] === shown.id)
  const expect = {
    ...(own !== undefined && { id: `((${thingOf(own)}.id))` }),
    ...(shown.deleted === true && { deleted: true }),
  }
  const query = {
    ...required_query,
    ...(parameters.some(each => each.in === 'query' && each.name === 'limit') && { limit: '2' }),
  }
  return {
    operation: id,
    ...(names.length > 0 && { path: Object.fromEntries(names.map(name => [name, `((${thingOf(name)}.id))`])) }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(body !== undefined && { body: withIds(body, ids) }),
    ...(removal && item !== undefined && { leaves: thingOf(removal.parameter) }),
    ...(method === 'GET' && item !== undefined && { needs: [thingOf(item)] }),
    ...(Object.keys(expect).length > 0 && { expect }),
  }
}

function withIds(value: unknown, ids: Map<string, string>): unknown {
  const text = JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? (ids.get(each) ?? each) : each))
  return JSON.parse(text) as unknown
}
