// The properties that a team's contacts can have: which there are, making one, changing what counts without a value, and
// deleting one.
import {
  changeProperty,
  dropProperty,
  findContactProperty,
  isPropertyKey,
  listContactProperties,
  makeProperty,
} from '../../../../audience/contact-properties/actions.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { type DashboardPage, page, unlessRefused, type View, type Visit } from '../../page.ts'
import { found } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { doneBox } from '../../ui/flash.ts'
import { findPage } from '../../ui/table.ts'
import { askedValue } from '../contacts/asked.ts'
import { propertiesBody, type PropertyTrouble } from './view.ts'

const KEY_FAULT = 'A key has 1 to 50 letters (a to z), digits and underscores.'

const DONE = {
  made: 'The property is made.',
  changed: 'What counts without a value is changed.',
  deleted: 'The property was deleted, and contacts lose their values of it.',
}

/** As at the API, every member of the team may do what is on these pages. */
export const contactPropertyPages: DashboardPage[] = [
  page('GET /contact-properties', visit => findPropertiesView(visit)),

  page('POST /contact-properties/make', async visit => {
    const { tx, visitor, form, now } = visit
    const key = (form.get('key') ?? '').trim()
    const type = form.get('type') === 'number' ? 'number' : 'string'
    if (!isPropertyKey(key)) return findPropertiesView(visit, { form, text: KEY_FAULT })
    try {
      const fallback_value = askedValue(form.get('fallback_value') ?? '', type)
      await makeProperty(tx, visitor.team.id, { key, type, fallback_value }, now)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return findPropertiesView(visit, { form, text: error.message })
    }
    return { location: '/contact-properties?done=made' }
  }),

  page('POST /contact-properties/:id/change', ({ tx, visitor, params, form }) =>
    unlessRefused('The property was not changed', async () => {
      const property = found(await findContactProperty(tx, visitor.team.id, params.id), 'property')
      const fallback_value = askedValue(form.get('fallback_value') ?? '', property.type)
      await changeProperty(tx, visitor.team.id, property, { fallback_value })
      return { location: '/contact-properties?done=changed' }
    }),
  ),

  page('POST /contact-properties/:id/delete', async ({ tx, visitor, params, now }) => {
    found(await dropProperty(tx, visitor.team.id, params.id, now), 'property')
    return { location: '/contact-properties?done=deleted' }
  }),
]

async function findPropertiesView({ tx, visitor, query }: Visit<Visitor>, trouble?: PropertyTrouble): Promise<View> {
  const page = await findPage(query, asked => listContactProperties(tx, visitor.team.id, asked))
  const done = doneBox(query, DONE)
  return {
    title: 'Properties',
    body: () => propertiesBody({ page, visitor, done, trouble }),
    ...(trouble && { status: 422 }),
  }
}
