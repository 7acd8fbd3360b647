// The operations on templates.
import type { Handler } from '../../base/operation/operation.ts'
import { shownTextOf } from '../../base/threads/mails.ts'
import { changeTemplate, copyTemplate, dropTemplate, findDraft, publishDraft, writeTemplate } from './actions.ts'
import { templateAnswer, templateItem } from './present.ts'
import * as store from './store.ts'

export const listTemplates: Handler<'listTemplates'> = async ({ tx, team_id, query }) => {
  const { rows, has_more } = await store.listTemplates(tx, { team_id }, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(templateItem) } }
}

export const createTemplate: Handler<'createTemplate'> = async call => {
  return { status: 201, body: { object: 'template', id: await writeTemplate(call, call.body) } }
}

export const getTemplate: Handler<'getTemplate'> = async ({ tx, caller, path }) => {
  const { template, version } = await findDraft({ tx, team_id: caller.team_id }, path.template_id)
  const afterCommit = async () =>
    templateAnswer(template, version, version.text ?? (await shownTextOf(version.html, caller.team_id)))
  return { status: 200, afterCommit }
}

export const updateTemplate: Handler<'updateTemplate'> = async call => {
  const before = await findDraft(call, call.path.template_id)
  await changeTemplate(call, before, call.body)
  return { status: 200, body: { object: 'template', id: before.template.id } }
}

export const removeTemplate: Handler<'removeTemplate'> = async call => {
  const draft = await findDraft(call, call.path.template_id)
  await dropTemplate(call, draft)
  return { status: 200, body: { object: 'template', id: draft.template.id, deleted: true } }
}

export const publishTemplate: Handler<'publishTemplate'> = async call => {
  const draft = await findDraft(call, call.path.template_id)
  const warnings = await publishDraft(call, draft)
  return { status: 200, body: { object: 'template', id: draft.template.id, ...(warnings.length > 0 && { warnings }) } }
}

export const duplicateTemplate: Handler<'duplicateTemplate'> = async call => {
  const original = await findDraft(call, call.path.template_id)
  return { status: 200, body: { object: 'template', id: await copyTemplate(call, original) } }
}
