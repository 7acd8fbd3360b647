import type { Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { Tx } from '../../base/store/database.ts'
import { textOf } from '../../base/threads/mails.ts'
import { templateAnswer, templateItem } from './present.ts'
import { needsOf, publicationWarnings } from './render.ts'
import {
  createdTemplate,
  type Draft,
  duplicated,
  isNewVersion,
  published,
  type TemplateRecord,
  updatedTemplate,
} from './rules.ts'
import * as store from './store.ts'

async function findOrRefuse(tx: Tx, team_id: string, id_or_alias: string): Promise<Draft> {
  const template = await store.findTemplate(tx, team_id, id_or_alias)
  if (!template) throw refusal('not_found', 'Template not found')
  return { template, version: await store.findVersion(tx, team_id, template.current_version_id) }
}

async function refuseTakenAlias(tx: Tx, team_id: string, template: TemplateRecord): Promise<void> {
  if (await store.isAliasTaken(tx, team_id, template)) {
    throw refusal('validation_error', `Another template already has the alias "${template.alias}"`)
  }
}

export const listTemplates: Handler<'listTemplates'> = async ({ tx, team_id, query }) => {
  const { rows, has_more } = await store.listTemplates(tx, { team_id }, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(templateItem) } }
}

export const createTemplate: Handler<'createTemplate'> = async ({ tx, caller, body, now }) => {
  const draft = createdTemplate(body, { now, newId: tx.newId })
  await refuseTakenAlias(tx, caller.team_id, draft.template)
  await store.insertTemplate(tx, caller.team_id, draft)
  return { status: 201, body: { object: 'template', id: draft.template.id } }
}

export const getTemplate: Handler<'getTemplate'> = async ({ tx, caller, path }) => {
  const { template, version } = await findOrRefuse(tx, caller.team_id, path.template_id)
  const afterCommit = async () =>
    templateAnswer(template, version, version.text ?? (await textOf(version.html, caller.team_id)))
  return { status: 200, afterCommit }
}

export const updateTemplate: Handler<'updateTemplate'> = async ({ tx, team_id, path, body, now }) => {
  const before = await findOrRefuse(tx, team_id, path.template_id)
  const { template, version } = updatedTemplate(before, body, { now, newId: tx.newId })
  await refuseTakenAlias(tx, team_id, template)
  const save = isNewVersion(before.version, version) ? store.insertVersion : store.saveVersion
  await save(tx, { ...version, team_id })
  await store.saveTemplate(tx, { ...template, team_id })
  return { status: 200, body: { object: 'template', id: template.id } }
}

export const removeTemplate: Handler<'removeTemplate'> = async ({ tx, team_id, path }) => {
  const { template } = await findOrRefuse(tx, team_id, path.template_id)
  await store.removeTemplate(tx, { team_id, id: template.id })
  return { status: 200, body: { object: 'template', id: template.id, deleted: true } }
}

export const publishTemplate: Handler<'publishTemplate'> = async ({ tx, team_id, path, now }) => {
  const { template, version } = await findOrRefuse(tx, team_id, path.template_id)
  await store.saveTemplate(tx, { ...published(template, version, now), team_id })
  await store.saveNeeds(tx, { team_id, id: version.id, needs: needsOf(version) })
  const warnings = publicationWarnings(version)
  return { status: 200, body: { object: 'template', id: template.id, ...(warnings.length > 0 && { warnings }) } }
}

export const duplicateTemplate: Handler<'duplicateTemplate'> = async ({ tx, caller, path, now }) => {
  const original = await findOrRefuse(tx, caller.team_id, path.template_id)
  const draft = duplicated(original, { now, newId: tx.newId })
  await store.insertTemplate(tx, caller.team_id, draft)
  return { status: 200, body: { object: 'template', id: draft.template.id } }
}
