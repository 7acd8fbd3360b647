// The things of a team that a graph names, and that must exist when it runs.
import type { Refusal } from '../../../base/text/refusal.ts'
import type { TemplatesByName } from '../../../mail/templates/actions.ts'

/** Those of the named things that exist in the team. */
export interface Known {
  templates: TemplatesByName
  segments: ReadonlySet<string>
  topics: ReadonlySet<string>
  /** Keys of contact properties. */
  properties: ReadonlySet<string>
  /** Sender addresses whose domain another team has verified, each with the refusal; those of templates, too. */
  senders: ReadonlyMap<string, Refusal>
}

/** The named things: ids, for templates also aliases, for properties keys, for senders addresses. */
export type Named = { readonly [Kind in keyof Known]: readonly string[] }

/** The names that people see, by the id or alias in a step. A thing that was deleted is missing. */
export interface Names {
  templates: ReadonlyMap<string, string>
  segments: ReadonlyMap<string, string>
}
