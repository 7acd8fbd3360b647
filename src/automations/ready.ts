// Whether a sound graph can run: what is asked when an automation is enabled, over and above what is asked when it is saved.
import type { Graph } from './graph.ts'
import type { Problem } from './problems.ts'
import type { Step } from './steps.ts'

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

/** The step types that the engine executes. A graph with any other can be saved but not enabled. */
export const EXECUTABLE: ReadonlyArray<Step['type']> = ['trigger', 'delay', 'send_email']

/** Everything that keeps a graph from being enabled. */
export function readyProblems(graph: Graph | null, templates: TemplatesByName): Problem[] {
  if (graph === null) return [{ rule: 'has_graph', message: 'the automation has no steps yet' }]
  return graph.steps.flatMap(step => {
    if (!EXECUTABLE.includes(step.type)) {
      const message = `steps of type ${step.type} can be saved but not run yet`
      return [{ step: step.key, rule: 'executable', message }]
    }
    if (step.type !== 'send_email') return []
    const topic = step.config.topic_id === undefined ? [] : [noTopics(step.key)]
    return [...topic, ...mailFaults(step, templates).map(message => ({ step: step.key, rule: 'template', message }))]
  })
}

/** Leaving the topic out would send to people who do not want it. */
function noTopics(step: string): Problem {
  return { step, rule: 'executable', message: 'a topic_id can be saved but not used yet' }
}

/** The templates, by id or alias, that `readyProblems` asks about. */
export function templatesOf(graph: Pick<Graph, 'steps'> | null): string[] {
  const names = (graph?.steps ?? []).flatMap(step => (step.type === 'send_email' ? [step.config.template.id] : []))
  return [...new Set(names)]
}

function mailFaults({ config }: Extract<Step, { type: 'send_email' }>, templates: TemplatesByName): string[] {
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
