// References to values that are known only when a step runs: `event.<path>`, `contact.<field>`,
// `contact.properties.<key>`, `wait_events.<event name>.<path>` and `steps.<step key>.<path>`.
import type { Schemas } from '../../../../../generated/api.ts'

type VariableReference = Schemas['VariableReference']
export type EventPayload = Readonly<Record<string, unknown>>

export interface RunContact {
  id: string
  email: string
  first_name: string | null
  last_name: string | null
  unsubscribed: boolean
  properties: Readonly<Record<string, string | number>>
  /** The default values for properties without a value. */
  fallbacks: Readonly<Record<string, string | number>>
}

/** The sources of reference values. */
export interface ValueSources {
  /** The payload of the event that started the run. */
  event: EventPayload
  contact: RunContact
  /** The payload of the latest event that a step of this run received, by the name of the event. */
  wait_events: PayloadsByName
  /** The responses that steps of this run received, by the keys of the steps. */
  steps: PayloadsByName
}

type PayloadsByName = Pick<ReadonlyMap<string, EventPayload>, 'has' | 'get'>

export type ReferenceRoot = 'event' | 'contact' | 'wait_events' | 'steps'

/** The names that references in a graph can have: the events that its steps wait for, and its steps with a response. */
export interface ReferenceNames {
  wait_events: ReadonlySet<string>
  steps: ReadonlySet<string>
}

export const NO_NAMES: ReferenceNames = { wait_events: new Set(), steps: new Set() }

const CONTACT_FIELDS = new Set(['id', 'email', 'first_name', 'last_name', 'unsubscribed'])

/** Whether the value is a reference: an object with a text in `var`. Any other object is a plain value. */
export function isReference(value: unknown): value is VariableReference {
  return typeof value === 'object' && value !== null && 'var' in value && typeof value.var === 'string'
}

/** The fault of a reference that may begin with these roots, as a sentence. */
export function referenceFault(
  text: string,
  roots: readonly ReferenceRoot[],
  names: ReferenceNames,
): string | undefined {
  const [root, ...path] = text.split('.')
  if (!roots.includes(root as ReferenceRoot))
    return `"${text}" must start with ${roots.map(name => `"${name}."`).join(' or ')}`
  if (path.length === 0 || path.includes('')) return `"${text}" requires a field name after each dot`
  if (root === 'contact') return contactFault(text, path)
  if (root === 'wait_events' && !nameWithin(path.join('.'), names.wait_events)) {
    return `"${text}" must name an event that a step waits for, and a field of it`
  }
  if (root === 'steps' && !nameWithin(path.join('.'), names.steps)) {
    return `"${text}" must name a step of the type http_request, and a field of its response`
  }
  return undefined
}

function contactFault(text: string, [field, ...rest]: string[]): string | undefined {
  if (field === 'properties') return rest.length > 0 ? undefined : `"${text}" requires the name of a property`
  if (rest.length === 0 && CONTACT_FIELDS.has(field!)) return undefined
  return `"${text}" is not a contact field; allowed: ${[...CONTACT_FIELDS].join(', ')} and properties.<key>`
}

/** The current value of a reference; `undefined` if it has none. */
export function resolveReference(text: string, sources: ValueSources): unknown {
  const dot = text.indexOf('.')
  const path = text.slice(dot + 1)
  switch (text.slice(0, dot)) {
    case 'event':
      return within(sources.event, path.split('.'))
    case 'contact':
      return contactValue(sources.contact, path)
    case 'wait_events':
      return namedValue(sources.wait_events, path)
    case 'steps':
      return namedValue(sources.steps, path)
    default:
      return undefined
  }
}

/** The values with every reference replaced. References without a value are omitted. */
export function resolveReferences(
  values: Readonly<Record<string, unknown>>,
  sources: ValueSources,
): Record<string, unknown> {
  const entries = Object.entries(values).map(
    ([key, value]) => [key, isReference(value) ? resolveReference(value.var, sources) : value] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null))
}

/** The value of a property, or its fallback. */
export function propertyOrFallback(
  { properties, fallbacks }: Pick<RunContact, 'properties' | 'fallbacks'>,
  key: string,
): string | number | undefined {
  if (Object.hasOwn(properties, key)) return properties[key]
  return Object.hasOwn(fallbacks, key) ? fallbacks[key] : undefined
}

/** The value of a contact's field. The key of a property may contain dots. */
function contactValue(contact: RunContact, path: string): unknown {
  if (path.startsWith('properties.')) return propertyOrFallback(contact, path.slice('properties.'.length))
  return CONTACT_FIELDS.has(path) ? contact[path as keyof RunContact] : undefined
}

function namedValue(payloads: PayloadsByName, path: string): unknown {
  const name = nameWithin(path, payloads)
  return name === undefined ? undefined : within(payloads.get(name)!, path.slice(name.length + 1).split('.'))
}

/** The longest known name that the path starts with, because names of events and keys of steps may contain dots. */
function nameWithin(path: string, names: { has(name: string): boolean }): string | undefined {
  let end = path.lastIndexOf('.')
  while (end > 0) {
    if (names.has(path.slice(0, end))) return path.slice(0, end)
    end = path.lastIndexOf('.', end - 1)
  }
  return undefined
}

/** The value at a path of own fields only, so that `constructor` or `length` have no value. */
function within(value: unknown, path: readonly string[]): unknown {
  let at = value
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    if (Array.isArray(at) && !/^\d+$/.test(name)) return undefined
    at = (at as EventPayload)[name]
  }
  return at
}
