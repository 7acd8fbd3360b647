// The operations on contact properties.
import type { Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { TeamUnit } from '../../base/store/database.ts'
import * as actions from './actions.ts'
import { contactPropertyResponse, contactPropertyItem } from './present.ts'
import type { ContactProperty } from './rules.ts'
import * as store from './store.ts'

const unknown = (): Error => refusal('not_found', 'Contact property not found')

async function requireContactProperty(
  call: TeamUnit & { path: { contact_property_id: string } },
): Promise<ContactProperty> {
  const property = await store.findContactProperty(call.tx, call.team_id, call.path.contact_property_id)
  if (!property) throw unknown()
  return property
}

export const listContactProperties: Handler<'listContactProperties'> = async ({ tx, team_id, query }) => {
  const { rows, has_more } = await store.listContactProperties(tx, team_id, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(contactPropertyItem) } }
}

export const createContactProperty: Handler<'createContactProperty'> = async call => {
  const { id } = await actions.createContactProperty(call, call.body)
  return { status: 201, body: { object: 'contact_property', id } }
}

export const getContactProperty: Handler<'getContactProperty'> = async call => {
  return { status: 200, body: contactPropertyResponse(await requireContactProperty(call)) }
}

export const updateContactProperty: Handler<'updateContactProperty'> = async call => {
  const property = await requireContactProperty(call)
  await actions.updateContactProperty(call, property, call.body)
  return { status: 200, body: { object: 'contact_property', id: property.id } }
}

export const removeContactProperty: Handler<'removeContactProperty'> = async call => {
  const id = call.path.contact_property_id
  if (!(await actions.removeContactProperty(call, id))) throw unknown()
  return { status: 200, body: { object: 'contact_property', id, deleted: true } }
}
