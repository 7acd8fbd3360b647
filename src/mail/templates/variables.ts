// Which variables a template may declare, and which values they accept.
import { refusal } from '../../base/text/refusal.ts'
import type { InSchemas, Schemas } from '../../../generated/api.ts'
import type { NewId } from '../../base/store/database.ts'
import { PLACEHOLDERS_MAX, listPlaceholders } from '../../base/text/placeholders.ts'
import { valueFault } from '../../base/text/typed-values.ts'
import { isReserved } from './placeholders.ts'

export type Variable = Schemas['TemplateVariable']
type VariableInput = InSchemas['TemplateVariableInput']

const KEY = /^[A-Za-z0-9_]{1,50}$/
const MOST_VARIABLES = 50

/** The parts of a template that can contain placeholders. */
interface Fillable {
  subject: string | null
  html: string
  text: string | null
}

const invalid = (message: string): Error => refusal('validation_error', message)

/** Refuses an invalid list of variables. */
export function checkVariables(variables: readonly VariableInput[]): void {
  if (variables.length > MOST_VARIABLES) throw invalid(`A template can have at most ${MOST_VARIABLES} variables`)
  const seen = new Set<string>()
  for (const { key, type, fallback_value } of variables) {
    if (!KEY.test(key)) throw invalid(`Variable '${key}' must have a name of at most 50 letters, digits and '_'`)
    if (isReserved(key)) throw invalid(`Variable '${key}' has a reserved name. Choose another name.`)
    if (seen.has(key)) throw invalid(`Variable '${key}' is in the variables list twice`)
    seen.add(key)
    const fault = fallback_value == null ? undefined : valueFault(type, fallback_value)
    if (fault) throw invalid(`The fallback_value of variable '${key}' ${fault}`)
  }
}

/** Refuses content with too many placeholders, or with a variable that is neither declared nor reserved. */
export function checkPlaceholderUses(content: Fillable, variables: readonly { key: string }[]): void {
  const declared = new Set(variables.map(variable => variable.key))
  const uses = placeholdersInTemplate(content)
  checkPlaceholderCount(uses)
  for (const { key } of uses) {
    if (declared.has(key) || isReserved(key)) continue
    throw invalid(`Variable '${key}' is used in the template but not defined in the variables list`)
  }
}

/** Refuses too many placeholders, because each costs time and memory when an email is rendered. */
export function checkPlaceholderCount({ length }: ReturnType<typeof placeholdersInTemplate>): void {
  if (length <= PLACEHOLDERS_MAX) return
  throw invalid(`A template can have at most ${PLACEHOLDERS_MAX} placeholders`)
}

/** All placeholders in the subject, the HTML and the text. */
export function placeholdersInTemplate(content: Fillable): ReturnType<typeof listPlaceholders> {
  return [content.subject, content.html, content.text].flatMap(source => listPlaceholders(source ?? ''))
}

/** The time and the ids for new rows. */
export interface CreationContext {
  now: Date
  newId: NewId
}

/** The variables to store. An existing variable keeps its id and, if unchanged, its times. */
export function mergeVariables(
  inputs: readonly VariableInput[],
  before: readonly Variable[],
  { now, newId }: CreationContext,
): Variable[] {
  const moment = now.toISOString()
  const known = new Map(before.map(variable => [variable.key, variable]))
  return inputs.map(({ key, type, fallback_value = null }) => {
    const old = known.get(key)
    if (old?.type === type && old.fallback_value === fallback_value) return old
    return {
      id: old?.id ?? newId('template_variables'),
      key,
      type,
      fallback_value,
      created_at: old?.created_at ?? moment,
      updated_at: moment,
    }
  })
}
