// Faults of a draft: those of step configurations by the contract, and those by the rules of graphs.
import { type DraftGraph, draftProblems, type DraftStep } from '../../../../../campaigns/automations/drafts/draft.ts'
import type { Graph } from '../../../../../campaigns/automations/graph/graph.ts'
import { once } from '../../../../../base/runtime/lazy.ts'
import { fieldFaultIn } from '../../../../http/validation.ts'
import { validatorOfSchema } from '../../../../http/contract/validator.ts'
import { titleOfField } from '../../../ui/schema/fields.ts'

export interface DraftFault {
  /** The key of the faulty step. */
  step: string | undefined
  /** The path of the field in its form, such as `config.template.id`. */
  path: string | undefined
  message: string
}

export interface DraftFaults {
  all: readonly DraftFault[]
  /** The keys of steps whose configuration is invalid. */
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

/** The first fault of a step by the contract. */
function contractFault(step: DraftStep): (DraftFault & { step: string }) | undefined {
  const isFine = stepsValidator()
  // the validation writes defaults into its input
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

/** The graph of a draft without faults, in the form of a request: with defaults, and ids in lower case. */
export function readyToSave({ steps, connections }: DraftGraph): Graph {
  const checked = structuredClone(steps)
  stepsValidator()(checked)
  return { steps: checked as Graph['steps'], connections }
}
