// The operations on suppressions.
import type { Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { Tx } from '../../base/store/database.ts'
import * as actions from './actions.ts'
import { removedSuppression, suppressionItem, suppressionReference } from './present.ts'
import { MANUAL_CAUSE, selectedSuppressions, suppressibleAddress, type Suppression, suppressionKey } from './rules.ts'
import * as store from './store.ts'

async function requireSuppression(tx: Tx, team_id: string, id_or_email: string): Promise<Suppression> {
  const suppression = await store.findSuppression(tx, team_id, id_or_email)
  if (!suppression) throw refusal('not_found', 'Suppression not found')
  return suppression
}

export const listSuppressions: Handler<'listSuppressions'> = async ({ tx, caller, query }) => {
  const { rows, has_more } = await store.listSuppressions(tx, caller.team_id, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(suppressionItem) } }
}

export const addSuppression: Handler<'addSuppression'> = async ({ tx, team_id, body, now }) => {
  const email = suppressibleAddress(body.email, 'email')
  const [id] = await actions.suppressAddresses({ tx, team_id, now }, [email], MANUAL_CAUSE)
  return { status: 201, body: suppressionReference(id!) }
}

export const getSuppression: Handler<'getSuppression'> = async ({ tx, caller, path }) => {
  const suppression = await requireSuppression(tx, caller.team_id, path.suppression_id)
  return { status: 200, body: { object: 'suppression', ...suppressionItem(suppression) } }
}

export const removeSuppression: Handler<'removeSuppression'> = async ({ tx, team_id, path, now }) => {
  const suppression = await requireSuppression(tx, team_id, path.suppression_id)
  await actions.removeSuppressions({ tx, team_id, now }, [suppression])
  return { status: 200, body: removedSuppression(suppression.id) }
}

export const addSuppressions: Handler<'addSuppressions'> = async ({ tx, team_id, body, now }) => {
  const emails = body.emails.map((email, index) => suppressibleAddress(email, `emails[${index}]`))
  const ids = await actions.suppressAddresses({ tx, team_id, now }, emails, MANUAL_CAUSE)
  return { status: 201, body: { data: ids.map(suppressionReference) } }
}

export const removeSuppressions: Handler<'removeSuppressions'> = async ({ tx, caller, body, now }) => {
  const { team_id } = caller
  const named = selectedSuppressions(body)
  const wanted = 'ids' in named ? named.ids : named.emails.map(suppressionKey)
  const there = await ('ids' in named ? store.findSuppressionsById : store.findSuppressionsByKey)(tx, team_id, wanted)
  const found = [...new Set(wanted)].flatMap(each => there.get(each) ?? [])
  const lifted = await actions.removeSuppressions({ tx, team_id, now }, found)
  return { status: 200, body: { data: lifted.map(({ id }) => removedSuppression(id)) } }
}
