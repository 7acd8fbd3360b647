import type { Handler } from '../operation.ts'
import { enqueue } from '../queue/enqueue.ts'
import { refusal } from '../refusal.ts'
import type { Tx } from '../store/database.ts'
import { propertyAnswer, propertyItem } from './present.ts'
import { type ContactProperty, PROPERTIES_MAX, createdProperty, updatedProperty } from './rules.ts'
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
  const property = createdProperty(body, tx.newId('contact_properties'), now)
  tx.guard(caller.team_id, 'contact_properties')
  if ((await store.countContactProperties(tx, caller.team_id)) >= PROPERTIES_MAX) {
    throw refusal(
      'validation_error',
      `A team can have ${PROPERTIES_MAX} contact properties at the most; delete one first`,
    )
  }
  if (!(await store.insertContactProperty(tx, caller.team_id, property))) {
    throw refusal('validation_error', `There already is a contact property with the key \`${property.key}\``)
  }
  return { status: 201, body: { object: 'contact_property', id: property.id } }
}

export const getContactProperty: Handler<'getContactProperty'> = async ({ tx, caller, path }) => {
  return { status: 200, body: propertyAnswer(await findOrRefuse(tx, caller.team_id, path.contact_property_id)) }
}

export const updateContactProperty: Handler<'updateContactProperty'> = async ({ tx, caller, path, body }) => {
  const property = await findOrRefuse(tx, caller.team_id, path.contact_property_id)
  await store.saveContactProperty(tx, caller.team_id, updatedProperty(property, body))
  return { status: 200, body: { object: 'contact_property', id: property.id } }
}

/** Without the property nobody sees its values any more; the job removes them. */
export const removeContactProperty: Handler<'removeContactProperty'> = async ({ tx, caller, path, now }) => {
  const { team_id } = caller
  const id = path.contact_property_id
  if (!(await store.removeContactProperty(tx, team_id, id))) throw unknown()
  await enqueue(tx, 'drop_property_values', { team_id, contact_property_id: id }, now)
  return { status: 200, body: { object: 'contact_property', id, deleted: true } }
}
