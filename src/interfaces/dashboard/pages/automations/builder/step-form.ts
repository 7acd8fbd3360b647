// The form of one step: what it is made of, and what was typed into it.
import type { DraftStep, Exit } from '../../../../../campaigns/automations/drafts/actions.ts'
import { FormFault } from '../../../problems.ts'
import { readFields } from '../../../ui/schema/read.ts'
import { resolvedSchema, type FieldSchema, schemaNamed, formOf } from '../../../ui/schema/shape.ts'

/** The schema of each type of step. */
export function stepSchemas(): ReadonlyMap<string, FieldSchema> {
  const shape = formOf(schemaNamed('AutomationStep'))
  if (shape.is !== 'variants') throw new Error('the contract has one type of step only')
  return shape.of
}

/** The schema of the configuration of a step. */
export function configSchema(type: DraftStep['type']): FieldSchema {
  return resolvedSchema(stepSchemas().get(type)!).properties!.config!
}

export function stepTypeIn(form: URLSearchParams): DraftStep['type'] {
  const type = form.get('type') ?? ''
  if (!stepSchemas().has(type)) throw new FormFault('Please choose what the step is to do.')
  return type as DraftStep['type']
}

/** The step with what was typed into its form. */
export function typedStep({ key, type, config }: DraftStep, form: URLSearchParams): DraftStep {
  const typed = readFields(configSchema(type), { form, path: 'config', before: config })
  return { key: form.get('name')?.trim() ?? key, type, config: typed ?? {} }
}

/** An exit as the value of a choice. A way has no space in its name. */
export function exitText({ from, type }: Exit): string {
  return `${type} ${from}`
}
