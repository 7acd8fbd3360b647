import type { Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { Tx } from '../../base/store/database.ts'
import { changeProperty, dropProperty, makeProperty } from './actions.ts'
import { propertyAnswer, propertyItem } from './present.ts'
import type { ContactProperty } from './rules.ts'
import * as store from './store.ts'

const unknown = (): Error => refusal('not_found', 'Contact property not found')

async function findOrRefuse(tx: Tx, team_id: string, id: string): Promise<ContactProperty> {
  const property = await store.findContactProperty(tx, team_id, id)
  if (!property) throw unknown()
  return property
}

export const listContactProperties: Handler<'listContactProperties'> = async ({ tx, caller, query }) => {
  const { rows, has_more } = await store.listContactProperties(tx, caller.team_id, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(propertyItem) } }
}

export const createContactProperty: Handler<'createContactProperty'> = async ({ tx, caller, body, now }) => {
  const { id } = await makeProperty(tx, caller.team_id, body, now)
  return { status: 201, body: { object: 'contact_property', id } }
}

export const getContactProperty: Handler<'getContactProperty'> = async ({ tx, caller, path }) => {
  return { status: 200, body: propertyAnswer(await findOrRefuse(tx, caller.team_id, path.contact_property_id)) }
}

export const updateContactProperty: Handler<'updateContactProperty'> = async ({ tx, caller, path, body }) => {
  const property = await findOrRefuse(tx, caller.team_id, path.contact_property_id)
  await changeProperty(tx, caller.team_id, property, body)
  return { status: 200, body: { object: 'contact_property', id: property.id } }
}

export const removeContactProperty: Handler<'removeContactProperty'> = async ({ tx, caller, path, now }) => {
  const id = path.contact_property_id
  if (!(await dropProperty(tx, caller.team_id, id, now))) throw unknown()
  return { status: 200, body: { object: 'contact_property', id, deleted: true } }
}
