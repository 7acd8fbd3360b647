// The objects of a team that a graph names and that must exist when it runs.
import type { Refusal } from '../../../base/text/refusal.ts'
import type { TemplatesByName } from '../../../mail/templates/actions.ts'

/** Those of the named objects that exist in the team. */
export interface ExistingObjects {
  templates: TemplatesByName
  segments: ReadonlySet<string>
  topics: ReadonlySet<string>
  /** Keys of contact properties. */
  properties: ReadonlySet<string>
  /** Sender addresses whose domain another team has verified, each with the refusal, including the senders of templates. */
  senders: ReadonlyMap<string, Refusal>
}

/** The named objects: ids, for templates also aliases, for properties keys, for senders addresses. */
export type NamedObjects = { readonly [Kind in keyof ExistingObjects]: readonly string[] }

/** The display names, by the id or alias in a step. A deleted object is missing. */
export interface DisplayNames {
  templates: ReadonlyMap<string, string>
  segments: ReadonlyMap<string, string>
}
