// Changes fields and properties of the contact.
import { type ContactChange, missingValue, type UpdateContact } from '../effects/effect.ts'
import type { ConfigOf, StepOf } from '../graph/graph.ts'
import type { StepError } from '../engine/run.ts'
import { isReference, type ValueSources, resolveReference } from './config/variables.ts'
import { pickFields, pickReferences, referenceFaults } from './parts.ts'
import type { StepType } from './step-type.ts'

type Config = ConfigOf<'contact_update'>

export const contactUpdateStep: StepType<'contact_update'> = {
  title: 'Update contact',
  summary: ({ properties = {}, ...fields }) => [...Object.keys(fields), ...Object.keys(properties)].join(', '),
  config: sent => {
    const config = pickReferences(pickFields(sent, ['first_name', 'last_name', 'unsubscribed']))
    return sent.properties ? { ...config, properties: pickReferences(sent.properties) } : config
  },
  faults: (config, names) => referenceFaults(valuesOf(config), ['event', 'contact', 'steps'], names),
  names: ({ properties = {} }) => ({ properties: Object.keys(properties) }),
  readiness: ({ properties = {} }, known) =>
    Object.keys(properties)
      .filter(key => !known.properties.has(key))
      .map(key => ({ rule: 'property', message: `unknown contact property "${key}"` })),
  advance: (step, { sources }) => {
    const effect = effectOf(step, sources)
    return 'kind' in effect ? { is: 'acting', effect } : { is: 'failed', error: effect }
  },
}

function valuesOf({ first_name, last_name, unsubscribed, properties = {} }: Config): unknown[] {
  return [first_name, last_name, unsubscribed, ...Object.values(properties)]
}

/** The change of a contact, or an error: a reference without a value must not delete a stored value. */
function effectOf({ key, config }: StepOf<'contact_update'>, sources: ValueSources): UpdateContact | StepError {
  const { properties, ...fields } = config
  const given = filled(fields, sources)
  const values = filled(properties ?? {}, sources)
  const missing = [...given.missing, ...values.missing]
  if (missing.length > 0) return missingValue(missing[0]!)
  const fault = changeFault(given.values)
  if (fault) return { name: 'validation_error', message: fault }
  const change = { ...given.values, ...(properties && { properties: values.values }) } as ContactChange
  return { kind: 'update_contact', step_key: key, change }
}

function changeFault({ first_name, last_name, unsubscribed }: Record<string, unknown>): string | undefined {
  for (const [field, value] of Object.entries({ first_name, last_name })) {
    if (value !== undefined && value !== null && typeof value !== 'string') return `${field} must be a text`
  }
  return unsubscribed === undefined || typeof unsubscribed === 'boolean'
    ? undefined
    : 'unsubscribed must be true or false'
}

function filled(given: object, sources: ValueSources): { values: Record<string, unknown>; missing: string[] } {
  const entries = Object.entries(given).map(([key, value]: [string, unknown]) => ({
    key,
    value: isReference(value) ? resolveReference(value.var, sources) : value,
    reference: isReference(value) ? value.var : '',
  }))
  return {
    values: Object.fromEntries(entries.map(({ key, value }) => [key, value])),
    missing: entries.filter(({ value }) => value === undefined).map(({ reference }) => reference),
  }
}
