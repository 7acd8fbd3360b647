import type { Handler } from '../../base/operation/operation.ts'
import { textOf } from '../../base/threads/mails.ts'
import { changeTemplate, findDraft, refuseTakenAlias } from './actions.ts'
import { templateAnswer, templateItem } from './present.ts'
import { needsOf, publicationWarnings } from './render.ts'
import { createdTemplate, duplicated, published } from './rules.ts'
import * as store from './store.ts'

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
  const { template, version } = await findDraft({ tx, team_id: caller.team_id }, path.template_id)
  const afterCommit = async () =>
    templateAnswer(template, version, version.text ?? (await textOf(version.html, caller.team_id)))
  return { status: 200, afterCommit }
}

export const updateTemplate: Handler<'updateTemplate'> = async call => {
  const before = await findDraft(call, call.path.template_id)
  await changeTemplate(call, before, call.body)
  return { status: 200, body: { object: 'template', id: before.template.id } }
}

export const removeTemplate: Handler<'removeTemplate'> = async ({ tx, team_id, path }) => {
  const { template } = await findDraft({ tx, team_id }, path.template_id)
  await store.removeTemplate(tx, { team_id, id: template.id })
  return { status: 200, body: { object: 'template', id: template.id, deleted: true } }
}

export const publishTemplate: Handler<'publishTemplate'> = async ({ tx, team_id, path, now }) => {
  const { template, version } = await findDraft({ tx, team_id }, path.template_id)
  await store.saveTemplate(tx, { ...published(template, version, now), team_id })
  await store.saveNeeds(tx, { team_id, id: version.id, needs: needsOf(version) })
  const warnings = publicationWarnings(version)
  return { status: 200, body: { object: 'template', id: template.id, ...(warnings.length > 0 && { warnings }) } }
}

export const duplicateTemplate: Handler<'duplicateTemplate'> = async ({ tx, caller, path, now }) => {
  const original = await findDraft({ tx, team_id: caller.team_id }, path.template_id)
  const draft = duplicated(original, { now, newId: tx.newId })
  await store.insertTemplate(tx, caller.team_id, draft)
  return { status: 200, body: { object: 'template', id: draft.template.id } }
}
