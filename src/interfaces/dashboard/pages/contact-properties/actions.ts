// The contact properties of a team: lists, creates and deletes them, and changes their default values.
import { changeProperty, dropProperty, makeProperty } from '../../../../audience/contact-properties/actions.ts'
import { findContactProperty, listContactProperties } from '../../../../audience/contact-properties/store.ts'
import { isPropertyKey } from '../../../../audience/contact-properties/rules.ts'
import { type DashboardPage, page } from '../../page.ts'
import { FormFault, found } from '../../problems.ts'
import { findPage } from '../../ui/table.ts'
import { askedValue } from '../contacts/asked.ts'
import { propertiesBody } from './view.ts'

const KEY_FAULT = 'A key has 1 to 50 letters (a to z), digits and underscores.'

const DONE = {
  made: 'The property is made.',
  changed: 'What counts without a value is changed.',
  deleted: 'The property was deleted, and contacts lose their values of it.',
}

const propertyList = page('GET /contact-properties', 'member', async ({ tx, team_id, visitor, query }) => {
  const page = await findPage(query, asked => listContactProperties(tx, team_id, asked))
  return { title: 'Properties', done: DONE, body: outcome => propertiesBody({ ...outcome, page, visitor }) }
})

/** As in the API, every member of the team may use these pages. */
export const contactPropertyPages: DashboardPage[] = [
  propertyList,

  page(
    'POST /contact-properties/make',
    'member',
    async visit => {
      const { form } = visit
      const key = (form.get('key') ?? '').trim()
      const type = form.get('type') === 'number' ? 'number' : 'string'
      if (!isPropertyKey(key)) throw new FormFault(KEY_FAULT)
      const fallback_value = askedValue(form.get('fallback_value') ?? '', type)
      await makeProperty(visit, { key, type, fallback_value })
      return { location: '/contact-properties?done=made' }
    },
    { refused: propertyList },
  ),

  page(
    'POST /contact-properties/:id/change',
    'member',
    async visit => {
      const { tx, team_id, params, form } = visit
      const property = found(await findContactProperty(tx, team_id, params.id), 'property')
      const fallback_value = askedValue(form.get('fallback_value') ?? '', property.type)
      await changeProperty(visit, property, { fallback_value })
      return { location: '/contact-properties?done=changed' }
    },
    { refused: 'The property was not changed' },
  ),

  page('POST /contact-properties/:id/delete', 'member', async visit => {
    found(await dropProperty(visit, visit.params.id), 'property')
    return { location: '/contact-properties?done=deleted' }
  }),
]
