// What a graph names: things of the team that have to be there when it runs.
import type { TemplatesByName } from '../../../mail/templates/actions.ts'

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

/** What people call things, by the id or alias that a step gives. What is not there any more is not in it. */
export interface Names {
  templates: ReadonlyMap<string, string>
  segments: ReadonlyMap<string, string>
}
