// What is not right in a draft: what the contract refuses in the configuration of a step, and what the rules of graphs refuse.
import { type DraftGraph, draftProblems, type DraftStep } from '../../../../../campaigns/automations/drafts/actions.ts'
import type { Graph } from '../../../../../campaigns/automations/graph/graph.ts'
import { once } from '../../../../../base/runtime/lazy.ts'
import { fieldFaultIn } from '../../../../http/validation.ts'
import { validatorOfSchema } from '../../../../http/contract/validator.ts'
import { titleOfField } from '../../../ui/schema/fields.ts'

export interface DraftFault {
  /** The key of the step that it is about. */
  step: string | undefined
  /** The path of the field in its form, such as `config.template.id`. */
  path: string | undefined
  message: string
}

export interface DraftFaults {
  all: readonly DraftFault[]
  /** The keys of steps whose configuration cannot be read. */
  unfinished: ReadonlySet<string>
}

const stepsValidator = once(() => validatorOfSchema('AutomationSteps'))

export function draftFaults(graph: DraftGraph): DraftFaults {
  const refused = graph.steps.flatMap(step => contractFault(step) ?? [])
  const unfinished = new Set(refused.map(({ step }) => step))
  const broken = draftProblems(graph, unfinished).map(({ step, connection, rule, message }): DraftFault => {
    const from = connection === undefined ? undefined : graph.connections[connection]?.from
    // names of fields are in backticks
    const words = message.replaceAll(/`([\w.]+)`/g, (_, name: string) => `“${titleOfField(name)}”`)
    return { step: step ?? from, path: step === undefined ? undefined : `config.${rule}`, message: words }
  })
  return { all: [...refused, ...broken], unfinished }
}

/** The first thing in a step that the contract refuses. */
function contractFault(step: DraftStep): (DraftFault & { step: string }) | undefined {
  const isFine = stepsValidator()
  // it writes defaults into what it checks
  if (isFine([structuredClone(step)])) return undefined
  const { path, message } = fieldFaultIn(isFine.errors!)
  const [, ...names] = path
  return { step: step.key, path: names.join('.'), message: `${titleOfPath(names.slice(1))} ${message}` }
}

/** `['template', 'id']` → Template, id */
function titleOfPath(names: readonly string[]): string {
  const [first, ...others] = names.map(name => (/^\d+$/.test(name) ? String(Number(name) + 1) : name))
  return first === undefined
    ? 'The form'
    : [titleOfField(first), ...others.map(name => name.replaceAll('_', ' '))].join(', ')
}

/** The graph of a draft without faults, as a request would bring it: with defaults, and ids in lower case. */
export function readyToSave({ steps, connections }: DraftGraph): Graph {
  const checked = structuredClone(steps)
  stepsValidator()(checked)
  return { steps: checked as Graph['steps'], connections }
}
