// The form of one step: its schema, and the typed values.
import type { DraftStep, Exit } from '../../../../../campaigns/automations/drafts/draft.ts'
import { FormFault } from '../../../problems.ts'
import { readFields } from '../../../ui/schema/read.ts'
import { isRecord, resolvedSchema, type FieldSchema, schemaNamed, formOf } from '../../../ui/schema/shape.ts'

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

/**
 * The step with the values of its form. Hidden values that were left empty are kept, unless the URL has another origin: a
 * person who changes the URL must not receive secrets that the form does not show.
 */
export function typedStep({ key, type, config }: DraftStep, form: URLSearchParams): DraftStep {
  const read = (before: unknown): unknown => readFields(configSchema(type), { form, path: 'config', before })
  const typed = read(undefined)
  const kept = originOf(typed) === originOf(config) ? read(config) : typed
  return { key: form.get('name')?.trim() ?? key, type, config: kept ?? {} }
}

/** Refuses a step whose URL changed to another origin while hidden header values were left empty. */
export function refuseLostSecrets(before: DraftStep, after: DraftStep): void {
  const [known, typed] = [headersIn(before.config), headersIn(after.config)]
  const lost = Object.keys(typed).filter(name => typed[name] === '' && known[name])
  if (lost.length === 0) return
  const names = lost.join(', ')
  throw new FormFault(`The URL leads to another server, so enter the values of these headers again: ${names}.`)
}

function headersIn(config: unknown): Record<string, unknown> {
  return isRecord(config) && isRecord(config.headers) ? config.headers : {}
}

/** Placeholders are not replaced, so that a placeholder in the host results in another origin. */
function originOf(config: unknown): string | undefined {
  return isRecord(config) && typeof config.url === 'string' ? URL.parse(config.url)?.origin : undefined
}

/** An exit as the value of an option. A way has no space in its name. */
export function exitText({ from, type }: Exit): string {
  return `${type} ${from}`
}
