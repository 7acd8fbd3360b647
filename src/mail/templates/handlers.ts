// The operations on templates.
import type { Handler } from '../../base/operation/operation.ts'
import { htmlToDisplayText } from '../../base/threads/mails.ts'
import * as actions from './actions.ts'
import { templateResponse, templateItem } from './present.ts'
import * as store from './store.ts'

export const listTemplates: Handler<'listTemplates'> = async ({ tx, team_id, query }) => {
  const { rows, has_more } = await store.listTemplates(tx, { team_id }, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(templateItem) } }
}

export const createTemplate: Handler<'createTemplate'> = async call => {
  return { status: 201, body: { object: 'template', id: await actions.createTemplate(call, call.body) } }
}

export const getTemplate: Handler<'getTemplate'> = async ({ tx, caller, path }) => {
  const { template, version } = await actions.findTemplateDraft({ tx, team_id: caller.team_id }, path.template_id)
  const afterCommit = async () =>
    templateResponse(template, version, version.text ?? (await htmlToDisplayText(version.html, caller.team_id)))
  return { status: 200, afterCommit }
}

export const updateTemplate: Handler<'updateTemplate'> = async call => {
  const before = await actions.findTemplateDraft(call, call.path.template_id)
  await actions.updateTemplate(call, before, call.body)
  return { status: 200, body: { object: 'template', id: before.template.id } }
}

export const removeTemplate: Handler<'removeTemplate'> = async call => {
  const draft = await actions.findTemplateDraft(call, call.path.template_id)
  await actions.removeTemplate(call, draft)
  return { status: 200, body: { object: 'template', id: draft.template.id, deleted: true } }
}

export const publishTemplate: Handler<'publishTemplate'> = async call => {
  const draft = await actions.findTemplateDraft(call, call.path.template_id)
  const warnings = await actions.publishTemplate(call, draft)
  return { status: 200, body: { object: 'template', id: draft.template.id, ...(warnings.length > 0 && { warnings }) } }
}

export const duplicateTemplate: Handler<'duplicateTemplate'> = async call => {
  const original = await actions.findTemplateDraft(call, call.path.template_id)
  return { status: 200, body: { object: 'template', id: await actions.duplicateTemplate(call, original) } }
}
