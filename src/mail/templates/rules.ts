// How a template is created, edited, published and duplicated. Changes of name and alias take effect immediately. Content is in
// versions: edits go to a draft version, and emails are rendered from the published one.
import { refusal } from '../../base/text/refusal.ts'
import type { InSchemas } from '../../../generated/api.ts'
import { truncate } from '../../base/text/length.ts'
import {
  checkTemplateAddress,
  checkTemplateAlias,
  TEMPLATE_NAME_CHARACTERS_MAX,
  checkTemplateName,
  checkOneLine,
  checkTemplateReplyTo,
} from './fields.ts'
import {
  checkPlaceholderUses,
  checkVariables,
  mergeVariables,
  type CreationContext,
  type Variable,
} from './variables.ts'

/** The filled-in template. Fields of the email itself take precedence. */
export interface RenderedTemplate {
  /** The id of the template, if it is a stored one. */
  template_id?: string
  from?: string | null
  subject?: string | null
  reply_to?: string[] | null
  html?: string | null
  text?: string | null
}

export interface TemplateRecord {
  id: string
  name: string
  alias: string | null
  current_version_id: string
  /** The published version, which emails are rendered from; `null` until the first publication. */
  published_version_id: string | null
  published_at: string | null
  created_at: string
  updated_at: string
  /** The user who last changed it; `null` for a program. */
  writer_id: string | null
}

/** The content of a template. A published version never changes. */
export interface TemplateVersion {
  id: string
  template_id: string
  from: string | null
  subject: string | null
  reply_to: string[] | null
  html: string
  /** `null`: generated from the HTML. Empty: none is sent. */
  text: string | null
  variables: Variable[]
  created_at: string
  /** When it was last published; `null` for a draft. */
  published_at: string | null
  /** The user who published it; `null` for a program. */
  publisher_id: string | null
}

const UNPUBLISHED = { published_at: null, publisher_id: null }

/** A template and its newest version, in stored form. */
export interface TemplateDraft {
  template: TemplateRecord
  version: TemplateVersion
}

/** Whether to insert a version instead of updating it. */
export const isNewVersion = (before: TemplateVersion, after: TemplateVersion): boolean => before.id !== after.id

export function newTemplate(body: InSchemas['CreateTemplate'], making: CreationContext): TemplateDraft {
  const { now, newId } = making
  const moment = now.toISOString()
  const id = newId('templates')
  const empty: TemplateVersion = {
    id: newId('template_versions'),
    template_id: id,
    from: null,
    subject: null,
    reply_to: null,
    html: '',
    text: null,
    variables: [],
    created_at: moment,
    ...UNPUBLISHED,
  }
  const version = edited(empty, body, making)
  return {
    template: unpublished(version, checkTemplateName(body.name), checkTemplateAlias(body.alias ?? null)),
    version,
  }
}

/** A new template with its first version. */
function unpublished(
  { id: current_version_id, template_id: id, created_at }: TemplateVersion,
  name: string,
  alias: string | null,
): TemplateRecord {
  const dates = { published_at: null, created_at, updated_at: created_at, writer_id: null }
  return { id, name, alias, current_version_id, published_version_id: null, ...dates }
}

/** Edits a template; if its newest version is published, content is stored in a new version. */
export function updatedTemplate(
  { template, version: draft }: TemplateDraft,
  body: InSchemas['UpdateTemplate'],
  making: CreationContext,
): TemplateDraft {
  const version = changesContent(body) ? edited(forked({ template, version: draft }, making), body, making) : draft
  const name = body.name === undefined ? template.name : checkTemplateName(body.name)
  const alias = body.alias === undefined ? template.alias : checkTemplateAlias(body.alias)
  return {
    template: { ...template, name, alias, current_version_id: version.id, updated_at: making.now.toISOString() },
    version,
  }
}

/** Publishes the newest version. */
export function publishedTemplate(template: TemplateRecord, draft: TemplateVersion, now: Date): TemplateRecord {
  if (draft.html.trim() === '' && !draft.text?.trim()) {
    throw refusal('validation_error', 'This template has no content. Add html or text before publishing it.')
  }
  const moment = now.toISOString()
  return { ...template, published_version_id: draft.id, published_at: moment, updated_at: moment }
}

/** A copy with the newest content, as a draft. It has no alias, because aliases are unique. */
export function duplicatedTemplate(
  { template, version: draft }: TemplateDraft,
  making: CreationContext,
): TemplateDraft {
  const { now, newId } = making
  const moment = now.toISOString()
  const id = newId('templates')
  const variables = mergeVariables(draft.variables, [], making)
  const made = { id: newId('template_versions'), template_id: id, variables, created_at: moment }
  const version = { ...draft, ...made, ...UNPUBLISHED }
  const ending = ' (Copy)'
  const name = truncate(template.name, TEMPLATE_NAME_CHARACTERS_MAX - ending.length) + ending
  return { template: unpublished(version, name, null), version }
}

const CONTENT = ['from', 'subject', 'reply_to', 'html', 'text', 'variables'] as const

function changesContent(body: InSchemas['UpdateTemplate']): boolean {
  return CONTENT.some(field => body[field] !== undefined)
}

function forked({ template, version: draft }: TemplateDraft, { now, newId }: CreationContext): TemplateVersion {
  return draft.id === template.published_version_id
    ? { ...draft, id: newId('template_versions'), created_at: now.toISOString(), ...UNPUBLISHED }
    : draft
}

function edited(version: TemplateVersion, body: InSchemas['UpdateTemplate'], making: CreationContext): TemplateVersion {
  if (body.variables) checkVariables(body.variables)
  const after: TemplateVersion = {
    ...version,
    from: body.from === undefined ? version.from : checkTemplateAddress('from', body.from),
    subject: body.subject === undefined ? version.subject : checkOneLine('subject', body.subject),
    reply_to: body.reply_to === undefined ? version.reply_to : checkTemplateReplyTo(body.reply_to),
    html: body.html ?? version.html,
    text: body.text === undefined ? version.text : body.text,
    variables: body.variables ? mergeVariables(body.variables, version.variables, making) : version.variables,
  }
  checkPlaceholderUses(after, after.variables)
  return after
}
