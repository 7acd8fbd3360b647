// Whether a sound graph can run: what is asked when an automation is enabled, over and above what is asked when it is saved.
import type { Graph } from './graph.ts'
import type { Problem } from './problems.ts'
import type { Step } from './steps.ts'
import { isOwnEvent, OWN_PREFIX } from '../text/event-names.ts'

/** What a step needs to know about the template that it names. */
export interface TemplateFacts {
  published: boolean
  /** Of the published version, if there is one. */
  from: string | null
  subject: string | null
  variables: readonly string[]
  /** The variables that have no fallback and so must be given. */
  needed: readonly string[]
}

/** By the id or alias that the step gives; an unknown one is not in it. */
export type TemplatesByName = ReadonlyMap<string, TemplateFacts>

/** What there is in the team of what a graph names. */
export interface Known {
  templates: TemplatesByName
  segments: ReadonlySet<string>
  topics: ReadonlySet<string>
  /** Keys of contact properties. */
  properties: ReadonlySet<string>
}

/** What a graph names: ids, templates also by alias, properties by key. */
export type Named = { readonly [Kind in keyof Known]: readonly string[] }

/** Everything that keeps a graph from being enabled. */
export function readyProblems(graph: Graph | null, known: Known): Problem[] {
  if (graph === null) return [{ rule: 'has_graph', message: 'the automation has no steps yet' }]
  return graph.steps.flatMap(step => stepProblems(step, known))
}

/** What this server can tell of its mails by now; for the rest it has no ears yet. */
const TOLD = new Set(['delivered', 'bounced', 'failed'].map(name => `${OWN_PREFIX}email.${name}`))

/** What does not keep a graph from being enabled and is probably not meant so. */
export function doubtsAbout(graph: Pick<Graph, 'steps'> | null): Problem[] {
  return (graph?.steps ?? []).flatMap(step => {
    if (step.type !== 'wait_for_event' || step.config.timeout !== undefined) return []
    const { event_name } = step.config
    if (!isOwnEvent(event_name) || TOLD.has(event_name)) return []
    const message = `this server does not tell of "${event_name}" yet, so the step waits for ever; give it a timeout`
    return [{ step: step.key, rule: 'never_told', message }]
  })
}

/** What `readyProblems` asks about. */
export function namesIn(graph: Pick<Graph, 'steps'> | null): Named {
  const steps = graph?.steps ?? []
  const of = (name: (step: Step) => string[]): string[] => [...new Set(steps.flatMap(name))]
  return {
    templates: of(step => (step.type === 'send_email' ? [step.config.template.id] : [])),
    segments: of(step => (step.type === 'add_to_segment' ? [step.config.segment_id] : [])),
    topics: of(step => (step.type === 'send_email' ? (step.config.topic_id ?? []) : []) as string[]),
    properties: of(step => (step.type === 'contact_update' ? Object.keys(step.config.properties ?? {}) : [])),
  }
}

function stepProblems(step: Step, known: Known): Problem[] {
  const problem = (rule: string, message: string): Problem => ({ step: step.key, rule, message })
  switch (step.type) {
    case 'send_email':
      return [
        ...topicFaults(step, known).map(fault => problem('topic', fault)),
        ...mailFaults(step, known.templates).map(fault => problem('template', fault)),
      ]
    case 'add_to_segment': {
      const { segment_id } = step.config
      return known.segments.has(segment_id) ? [] : [problem('segment', `there is no segment "${segment_id}"`)]
    }
    case 'contact_update':
      return Object.keys(step.config.properties ?? {})
        .filter(key => !known.properties.has(key))
        .map(key => problem('property', `there is no contact property "${key}"`))
    default:
      return []
  }
}

type MailStep = Extract<Step, { type: 'send_email' }>

function topicFaults({ config: { topic_id } }: MailStep, { topics }: Known): string[] {
  return topic_id === undefined || topics.has(topic_id) ? [] : [`there is no topic "${topic_id}"`]
}

function mailFaults({ config }: MailStep, templates: TemplatesByName): string[] {
  const { id, variables = {} } = config.template
  const template = templates.get(id)
  if (!template) return [`there is no template "${id}"`]
  if (!template.published) return [`the template "${id}" is not published`]
  const given = Object.keys(variables)
  return [
    ...((config.from ?? template.from) ? [] : ['neither the step nor its template has a from']),
    ...((config.subject ?? template.subject) ? [] : ['neither the step nor its template has a subject']),
    ...given
      .filter(key => !template.variables.includes(key))
      .map(key => `the template "${id}" has no variable "${key}"`),
    ...template.needed
      .filter(key => !given.includes(key))
      .map(key => `the template "${id}" needs a value for its variable "${key}"`),
  ]
}
