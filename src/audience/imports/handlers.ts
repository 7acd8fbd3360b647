// The operations on imports of contacts.
import { latestTopicChoices, segmentIds } from '../contacts/rules.ts'
import type { Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { Tx } from '../../base/store/database.ts'
import { cancelImport, findImport, startImport } from './actions.ts'
import { importErrorItem, importResponse } from './present.ts'
import * as store from './store.ts'

async function requireImport(tx: Tx, team_id: string, id: string): Promise<store.ImportRecord> {
  return orImportNotFound(await findImport(tx, team_id, id))
}

function orImportNotFound(found: store.ImportRecord | undefined): store.ImportRecord {
  if (!found) throw refusal('not_found', 'Contact import not found')
  return found
}

/** Starts the import of a previously received file; `body.file` is the id of the import. */
export const createContactImport: Handler<'createContactImport'> = async ({ tx, team_id, body, now }) => {
  const { file: id, column_map, on_conflict, segments = [], topics = [] } = body
  const wanted = { column_map, on_conflict, segment_ids: segmentIds(segments), topics: latestTopicChoices(topics) }
  await startImport({ tx, team_id, now }, id, wanted)
  return { status: 201, body: { object: 'contact_import', id } }
}

export const listContactImports: Handler<'listContactImports'> = async ({ tx, caller, query }) => {
  const { rows, has_more } = await store.listImports(tx, caller.team_id, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(importResponse) } }
}

export const getContactImport: Handler<'getContactImport'> = async ({ tx, caller, path }) => ({
  status: 200,
  body: importResponse(await requireImport(tx, caller.team_id, path.import_id)),
})

export const listContactImportErrors: Handler<'listContactImportErrors'> = async ({ tx, caller, path, query }) => {
  const { id, team_id } = await requireImport(tx, caller.team_id, path.import_id)
  const { rows, has_more } = await store.listImportErrors(tx, { team_id, id }, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(importErrorItem) } }
}

export const cancelContactImport: Handler<'cancelContactImport'> = async ({ tx, team_id, path, now }) => ({
  status: 200,
  body: importResponse(orImportNotFound(await cancelImport({ tx, team_id, now }, path.import_id))),
})
