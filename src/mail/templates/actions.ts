// Templates for other modules: rendering an email from a template, its required variables, and changing a template.
import type { InSchemas } from '../../../generated/api.ts'
import { refuseForeignFrom } from '../../identity/domains/actions.ts'
import { record } from '../../base/store/signals/record.ts'
import { valueOrRefusal, Refusal, refusal } from '../../base/text/refusal.ts'
import { userIdOfActor } from '../../base/store/actor.ts'
import type { TeamTx, TeamUnit, Tx } from '../../base/store/database.ts'
import { describeValue } from '../../base/text/describe-value.ts'
import {
  splitVersion,
  renderParts,
  templateNeeds,
  publicationWarnings,
  renderVersion,
  type ReservedValues,
  type TemplateValues,
  withJsonTexts,
} from './render.ts'
import {
  newTemplate,
  type TemplateDraft,
  duplicatedTemplate,
  isNewVersion,
  publishedTemplate,
  type RenderedTemplate,
  type TemplateRecord,
  type TemplateVersion,
  updatedTemplate,
} from './rules.ts'
import * as store from './store.ts'

/** A template with its newest version, by id or alias. Refuses (404 not_found) an unknown one. */
export async function findTemplateDraft({ tx, team_id }: TeamTx, id_or_alias: string): Promise<TemplateDraft> {
  const draft = await findTemplateDraftIfAny({ tx, team_id }, id_or_alias)
  if (!draft) throw refusal('not_found', 'Template not found')
  return draft
}

export async function findTemplateDraftIfAny(
  { tx, team_id }: TeamTx,
  id_or_alias: string,
): Promise<TemplateDraft | undefined> {
  const template = await store.findTemplate(tx, team_id, id_or_alias)
  return template && { template, version: await store.findVersion(tx, team_id, template.current_version_id) }
}

/** Changes a template. Refuses (422) invalid content, and (403) a sender whose domain another team has verified. */
export async function updateTemplate(
  { tx, team_id, now }: TeamUnit,
  before: TemplateDraft,
  body: InSchemas['UpdateTemplate'],
): Promise<void> {
  const { template, version } = updatedTemplate(before, body, { now, newId: tx.newId })
  await refuseTakenAlias(tx, team_id, template)
  await refuseForeignFrom({ tx, team_id }, version.from, before.version.from)
  const save = isNewVersion(before.version, version) ? store.insertVersion : store.saveVersion
  await save(tx, { ...version, team_id })
  await store.saveTemplate(tx, { ...template, writer_id: userIdOfActor(tx.actor), team_id })
}

/**
 * Stores a draft and returns its id. Refuses (422) invalid content and a taken alias, and (403) a sender whose domain another team
 * has verified.
 */
export async function createTemplate(
  { tx, team_id, now }: TeamUnit,
  body: InSchemas['CreateTemplate'],
): Promise<string> {
  const draft = newTemplate(body, { now, newId: tx.newId })
  await refuseTakenAlias(tx, team_id, draft.template)
  await refuseForeignFrom({ tx, team_id }, draft.version.from)
  await insertDraft({ tx, team_id, now }, draft)
  return draft.template.id
}

/** Stores a copy as a draft and returns its id. */
export async function duplicateTemplate({ tx, team_id, now }: TeamUnit, original: TemplateDraft): Promise<string> {
  const copy = duplicatedTemplate(original, { now, newId: tx.newId })
  await insertDraft({ tx, team_id, now }, copy)
  return copy.template.id
}

async function insertDraft(unit: TeamUnit, { template, version }: TemplateDraft): Promise<void> {
  const { tx, team_id } = unit
  await store.insertTemplate(tx, team_id, { template: { ...template, writer_id: userIdOfActor(tx.actor) }, version })
  await note(unit, 'template.created', template)
}

export async function removeTemplate(unit: TeamUnit, { template }: TemplateDraft): Promise<void> {
  const { tx, team_id } = unit
  await store.removeTemplate(tx, { team_id, id: template.id })
  await note(unit, 'template.deleted', template)
}

/** Records the change in the audit log. */
function note(
  { tx, team_id, now }: TeamUnit,
  type: 'template.created' | 'template.published' | 'template.deleted',
  { id, name }: TemplateRecord,
): Promise<void> {
  return record(tx, { type, team_id, at: now, object_id: id, name })
}

/** Published versions that are kept. */
export const PUBLICATIONS_MAX = 20

/**
 * Publishes the draft: emails are rendered from it from now on. Returns warnings, one sentence each. Refuses (422
 * validation_error) an empty draft.
 */
export async function publishTemplate(
  { tx, team_id, now }: TeamUnit,
  { template, version }: TemplateDraft,
): Promise<string[]> {
  const { id, template_id } = version
  await store.saveTemplate(tx, { ...publishedTemplate(template, version, now), team_id })
  const others = (await store.listPublications(tx, { team_id, template_id })).filter(each => each.id !== id)
  for (const { id: old } of others.slice(PUBLICATIONS_MAX - 1)) store.removeVersion(tx, { team_id, id: old })
  const publication = { published_at: now.toISOString(), publisher_id: userIdOfActor(tx.actor) }
  store.savePublication(tx, { team_id, id, needs: templateNeeds(version), ...publication })
  await note({ tx, team_id, now }, 'template.published', template)
  return publicationWarnings(version)
}

/** A version of the template; `undefined` if no version has this id. */
export async function findVersionOf(
  { tx, team_id }: TeamTx,
  { template }: TemplateDraft,
  id: string,
): Promise<TemplateVersion | undefined> {
  const [version] = await store.listVersions(tx, { team_id }, [id])
  return version?.template_id === template.id ? version : undefined
}

async function refuseTakenAlias(tx: Tx, team_id: string, template: TemplateRecord): Promise<void> {
  if (await store.isAliasTaken(tx, team_id, template)) {
    throw refusal('validation_error', `Another template already has the alias "${template.alias}"`)
  }
}

/** The facts about a template that other modules check before they use it. */
export interface TemplateFacts {
  published: boolean
  /** The sender of the published version, if there is one. */
  from: string | null
  subject: string | null
  variables: readonly string[]
  /** Variables without a fallback, which require a value. */
  needed: readonly string[]
}

/** By the given id or alias; unknown ones are missing. */
export type TemplatesByName = ReadonlyMap<string, TemplateFacts>

/** Renders an email from the published version. Refuses a template that does not exist or was never published. */
export async function renderTemplate(
  { tx, team_id }: TeamTx,
  id_or_alias: string,
  variables: TemplateValues,
): Promise<RenderedTemplate> {
  const version = await publishedVersion(tx, team_id, id_or_alias)
  return { ...renderVersion(version, variables), template_id: version.template_id }
}

/**
 * Like `renderTemplate`, for many emails; each result, or refusal, is at the index of its email. A version is read and parsed
 * once for all emails. `room` receives the bytes of versions before they are read, and the characters of each email, and throws
 * if they exceed its limit.
 */
export async function renderTemplates(
  { tx, team_id }: TeamTx,
  mails: readonly { id: string; variables: TemplateValues }[],
  room: { read(bytes: number): void; spend(characters: number): void },
): Promise<(RenderedTemplate | Refusal)[]> {
  const names = [...new Set(mails.map(({ id }) => id))]
  const templates = names.length > 0 ? await store.listTemplatesNamed(tx, team_id, names) : []
  const ids = templates.flatMap(({ published_version_id }) => published_version_id ?? [])
  // a single version is bounded by the limits of one email
  if (ids.length > 1) room.read(await store.sumVersionBytes(tx, team_id, ids))
  const versions = new Map(
    (await store.listVersions(tx, { team_id }, ids)).map(version => [
      version.id,
      valueOrRefusal(() => splitVersion(version)),
    ]),
  )
  return mails.map(({ id, variables }) => {
    const made = valueOrRefusal(() => {
      const named = templates.find(each => each.id === id.toLowerCase()) ?? templates.find(({ alias }) => alias === id)
      const version = versions.get(publishedId(named, id))!
      if (version instanceof Refusal) throw version
      return { ...renderParts(version, variables), template_id: named!.id }
    })
    if (!(made instanceof Refusal)) room.spend(made.html.length + (made.text?.length ?? 0))
    return made
  })
}

interface GivenValues {
  variables: TemplateValues
  surroundings: ReservedValues
}

/** Like `renderTemplate`, with values of a contact (`surroundings`) and of payloads, converted to text for text variables. */
export async function renderTemplateFor(
  { tx, team_id }: TeamTx,
  id_or_alias: string,
  { variables, surroundings }: GivenValues,
): Promise<RenderedTemplate> {
  const version = await publishedVersion(tx, team_id, id_or_alias)
  return {
    ...renderVersion(version, withJsonTexts(version, variables), surroundings),
    template_id: version.template_id,
  }
}

async function publishedVersion(tx: Tx, team_id: string, id_or_alias: string): Promise<TemplateVersion> {
  const template = await store.findTemplate(tx, team_id, id_or_alias)
  return store.findVersion(tx, team_id, publishedId(template, id_or_alias))
}

function publishedId(template: Pick<TemplateRecord, 'published_version_id'> | undefined, id_or_alias: string): string {
  if (!template) throw refusal('not_found', 'Template not found')
  const { published_version_id } = template
  if (published_version_id !== null) return published_version_id
  throw refusal(
    'validation_error',
    `The template ${describeValue(id_or_alias)} is a draft. Publish it before using it.`,
  )
}

/** Facts about the templates with these ids or aliases; unknown ones are missing. */
export async function findTemplateFacts(tx: Tx, team_id: string, ids_or_aliases: string[]): Promise<TemplatesByName> {
  const templates = await store.listTemplatesNamed(tx, team_id, ids_or_aliases)
  const published = templates.flatMap(template => template.published_version_id ?? [])
  const known = new Map<string, TemplateFacts>()
  for (const version of await store.listNeeds(tx, { team_id }, published))
    known.set(version.id, await factsOf(tx, version))
  const byName = new Map<string, TemplateFacts>()
  for (const { id, alias, published_version_id } of templates) {
    const facts = known.get(published_version_id ?? '') ?? UNPUBLISHED
    for (const name of ids_or_aliases) if (name.toLowerCase() === id || name === alias) byName.set(name, facts)
  }
  return byName
}

/** The names of the templates with these ids or aliases; an unknown one is returned as given. */
export async function findTemplateNames(
  tx: Tx,
  team_id: string,
  ids_or_aliases: string[],
): Promise<Map<string, string>> {
  const templates = await store.listTemplatesNamed(tx, team_id, ids_or_aliases)
  const nameOf = (called: string): string | undefined =>
    templates.find(({ id, alias }) => id === called.toLowerCase() || alias === called)?.name
  return new Map(ids_or_aliases.flatMap(called => [[called, nameOf(called) ?? called]]))
}

const UNPUBLISHED: TemplateFacts = { published: false, from: null, subject: null, variables: [], needed: [] }

async function factsOf(tx: Tx, { id, team_id, from, subject, needs }: store.Publication): Promise<TemplateFacts> {
  const { fillable, needed } = needs ?? templateNeeds(await store.findVersion(tx, team_id, id))
  return { published: true, from, subject, variables: fillable, needed }
}
