// Checks the request of a simulation, and applies its changes to the contact, within the simulation only.
import type { InSchemas, Schemas } from '../../../../generated/api.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { describeValue } from '../../../base/text/describe-value.ts'
import { durationMs, isWithinCalendar } from '../steps/config/duration.ts'
import type { EffectOutcome, SendEmail } from '../effects/effect.ts'
import type { Graph } from '../graph/graph.ts'
import type { PathStep } from '../engine/path.ts'
import { connectionFrom } from '../engine/run.ts'
import { type AutomationSettings, timeZoneOf } from '../settings.ts'
import { isBranching, hasResponse, readsLocalTime } from '../steps/index.ts'
import { type RunContact, isReference, propertyOrFallback } from '../steps/config/variables.ts'

export type SimulationRequest = InSchemas['Simulation']
export type Warning = Schemas['AutomationWarning']

/** An id that no contact has (RFC 9562 5.9). */
const NO_CONTACT_ID = '00000000-0000-0000-0000-000000000000'

export interface SimulatedEvent {
  at: Date
  event: string
  payload: Record<string, unknown>
}

/** When the run starts. */
export function simulationStart({ at }: SimulationRequest, now: Date): Date {
  const moment = at === undefined ? now : new Date(at)
  // RFC 3339 allows a leap second, the calendar of JavaScript does not
  if (!isWithinCalendar(moment)) {
    throw refusal('validation_error', 'Invalid `at` field: the time must be valid and in the years 0 to 9999.')
  }
  return moment
}

/** The later events in chronological order. */
export function simulatedEvents({ events = [] }: SimulationRequest, start: Date): SimulatedEvent[] {
  const all = events.map(({ event, after, payload = {} }, index) => {
    const after_ms = durationMs(after)
    if (after_ms === undefined) {
      const message = `Invalid \`events[${index}].after\` field: it must be a duration such as "30 minutes" or "3 days".`
      throw refusal('validation_error', message)
    }
    const at = new Date(start.getTime() + after_ms)
    if (!isWithinCalendar(at)) {
      throw refusal('validation_error', `Invalid \`events[${index}].after\` field: the time is after the year 9999.`)
    }
    return { event, payload, at }
  })
  return all.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

export function fictitiousContact(
  given: InSchemas['SimulatedContact'] | undefined,
  fallbacks: RunContact['fallbacks'],
): RunContact {
  const { email = 'someone@example.com', first_name, last_name, unsubscribed = false, properties } = given ?? {}
  return {
    id: NO_CONTACT_ID,
    email,
    first_name: first_name ?? null,
    last_name: last_name ?? null,
    unsubscribed,
    properties: properties ?? {},
    fallbacks,
  }
}

export const isFictitious = ({ id }: RunContact): boolean => id === NO_CONTACT_ID

export function simulatedContact(contact: RunContact): Schemas['SimulatedContact'] {
  const { email, first_name, last_name, unsubscribed, properties } = contact
  return { email, first_name, last_name, unsubscribed, properties }
}

// ---- warnings -----------------------------------------------------------------------------------------------------

/** Answers for steps that do not exist or do not send a request. */
export function unusedAnswerWarnings({ steps }: Graph, { answers = {} }: SimulationRequest): Warning[] {
  const asking = new Set(steps.filter(({ type }) => hasResponse(type)).map(({ key }) => key))
  return Object.keys(answers)
    .filter(key => !asking.has(key))
    .map(key => ({ step: null, rule: 'surplus_answer', message: `unknown http_request step ${describeValue(key)}` }))
}

/** Steps at which the path ends although they have another way out. */
export function deadEndWarnings(graph: Graph, path: readonly PathStep[]): Warning[] {
  return path.flatMap(({ key, type, way }) => {
    if (!isBranching(type) || way === null || connectionFrom(graph, key, way)) return []
    return [{ step: key, rule: 'no_way', message: `no connection of type ${way} leads on, so the run ends here` }]
  })
}

/** Variables of an email whose references have no value. */
export function missingVariableWarnings({ step_key, given, variables }: SendEmail): Warning[] {
  return Object.entries(given)
    .filter(([key]) => !Object.hasOwn(variables, key))
    .map(([key, value]) => {
      const source = isReference(value) ? `"${value.var}"` : 'it'
      const message = `the variable "${key}" has no value because ${source} has none; add a fallback`
      return { step: step_key, rule: 'variable_missing', message }
    })
}

/** An email that cannot be rendered. */
export function refusedEmailWarnings({ step_key }: SendEmail, outcome: EffectOutcome): Warning[] {
  return 'error' in outcome ? [{ step: step_key, rule: 'mail_refused', message: outcome.error.message }] : []
}

/** Warns if local time is used and the contact has no time zone. */
export function timeZoneWarnings(graph: Graph, contact: RunContact, settings: AutomationSettings): Warning[] {
  const counts = settings.quiet_hours || graph.steps.some(readsLocalTime)
  const own = propertyOrFallback(contact, settings.time_zone_property)
  if (!counts || own === timeZoneOf(contact, settings)) return []
  const found = own === undefined ? 'is not set' : `is "${own}", which is not a time zone`
  const message = `the contact's property "${settings.time_zone_property}" ${found}; ${settings.time_zone} is used`
  return [{ step: null, rule: 'time_zone', message }]
}
