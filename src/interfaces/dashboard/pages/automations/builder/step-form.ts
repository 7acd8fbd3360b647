// The form of one step: its schema, the objects it can refer to, and the entered values.
import { listSegments } from '../../../../../audience/segments/store.ts'
import { listTopics } from '../../../../../audience/topics/store.ts'
import type { Tx } from '../../../../../base/store/database.ts'
import type { DraftStep, Exit } from '../../../../../campaigns/automations/drafts/draft.ts'
import { listTemplates } from '../../../../../mail/templates/store.ts'
import { FormFault } from '../../../problems.ts'
import type { Option } from '../../../ui/schema/fields.ts'
import { readFields } from '../../../ui/schema/read.ts'
import { isRecord, resolvedSchema, type FieldSchema, schemaNamed, shapeOf } from '../../../ui/schema/shape.ts'

/** The schema of each type of step. */
export function stepSchemas(): ReadonlyMap<string, FieldSchema> {
  const shape = shapeOf(schemaNamed('AutomationStep'))
  if (shape.is !== 'variants') throw new Error('the contract has one type of step only')
  return shape.of
}

/** The schema of the configuration of a step. */
export function configSchema(type: DraftStep['type']): FieldSchema {
  return resolvedSchema(stepSchemas().get(type)!).properties!.config!
}

export function stepTypeFromForm(form: URLSearchParams): DraftStep['type'] {
  const type = form.get('type') ?? ''
  if (!stepSchemas().has(type)) throw new FormFault('Select a step type.')
  return type as DraftStep['type']
}

/**
 * The step with the values of its form. A hidden value whose field is empty does not change, unless the URL has another
 * origin: a user who changes the URL must not receive secrets that the form does not show.
 */
export function stepFromForm({ key, type, config }: DraftStep, form: URLSearchParams): DraftStep {
  const read = (before: unknown): unknown => readFields(configSchema(type), { form, path: 'config', before })
  const typed = read(undefined)
  const kept = originOf(typed) === originOf(config) ? read(config) : typed
  return { key: form.get('name')?.trim() ?? key, type, config: kept ?? {} }
}

/** Refuses a step whose URL changed to another origin while fields of hidden header values are empty. */
export function refuseLostSecrets(before: DraftStep, after: DraftStep): void {
  const [known, typed] = [headersIn(before.config), headersIn(after.config)]
  const lost = Object.keys(typed).filter(name => typed[name] === '' && known[name])
  if (lost.length === 0) return
  const names = lost.join(', ')
  throw new FormFault(`The URL has another origin. Enter the values of these headers again: ${names}.`)
}

function headersIn(config: unknown): Record<string, unknown> {
  return isRecord(config) && isRecord(config.headers) ? config.headers : {}
}

/** Placeholders are not replaced, so that a placeholder in the host results in another origin. */
function originOf(config: unknown): string | undefined {
  return isRecord(config) && typeof config.url === 'string' ? URL.parse(config.url)?.origin : undefined
}

/** An exit as the value of an option. A connection type has no space in its name. */
export function exitText({ from, type }: Exit): string {
  return `${type} ${from}`
}

// ---- options ------------------------------------------------------------------------------------------------------

/** Maximum options of each kind, in addition to the current value. */
const LATEST = { limit: 100 }

/** The latest templates, topics and segments, by the path of the field. */
export async function findOptions(tx: Tx, team_id: string, type: string): Promise<ReadonlyMap<string, Option[]>> {
  if (type === 'add_to_segment') {
    const { rows } = await listSegments(tx, team_id, LATEST)
    return new Map([['config.segment_id', rows.filter(({ rule }) => rule === null).map(named)]])
  }
  if (type !== 'send_email') return new Map()
  const { rows: templates } = await listTemplates(tx, { team_id }, LATEST)
  const topics = await listTopics(tx, { team_id }, LATEST)
  return new Map([
    ['config.template.id', templates.map(templateOption)],
    ['config.topic_id', topics.rows.map(named)],
  ])
}

const named = ({ id, name }: Option): Option => ({ id, name })

function templateOption({ id, name, published_at }: Option & { published_at: string | null }): Option {
  return { id, name: published_at === null ? `${name} (not published)` : name }
}
