// The contact properties of a team.
import {
  updateContactProperty,
  removeContactProperty,
  createContactProperty,
} from '../../../audience/contact-properties/actions.ts'
import { type ContactProperty, isPropertyKey } from '../../../audience/contact-properties/rules.ts'
import { findContactProperty, listContactProperties } from '../../../audience/contact-properties/store.ts'
import { type Html, html } from '../../../base/html/html.ts'
import { TYPED_TEXT_MAX } from '../../../base/text/typed-values.ts'
import { type DashboardPage, page } from '../page.ts'
import { FormFault, requireFound } from '../problems.ts'
import { tag } from '../ui/facts.ts'
import { choice, field, innerField, lengthOf, VERBATIM } from '../ui/fields.ts'
import { inlineForm, confirmForm, panelForm } from '../ui/forms.ts'
import { doneNote, entered, formOutcome } from '../ui/reader.ts'
import { emptyText, findPage, isListEmpty, type ListColumn, listPage } from '../ui/table.ts'
import { timeAgo } from '../ui/time.ts'
import { formText } from '../ui/form-values.ts'
import { audienceNav } from './contacts/audience-nav.ts'

export const PROPERTY_TYPES: Record<ContactProperty['type'], string> = { string: 'Text', number: 'Number' }

const KEY_MAX = lengthOf('CreateContactProperty', 'key')
const FALLBACK = { name: 'fallback_value', maxlength: TYPED_TEXT_MAX, autocomplete: 'off' }
const DONE = {
  made: 'Property created.',
  changed: 'Default value updated.',
  deleted: 'Property deleted. Contacts no longer have values for it.',
}

const propertyList = page('GET /contact-properties', 'member', async ({ tx, team_id, query }) => {
  const rows = await findPage(query, asked => listContactProperties(tx, team_id, asked))
  const empty = 'No properties yet. Create one for each detail that emails or segments use.'
  const body = (): Html =>
    html`<h1>Properties</h1>
      <p class="lead">
        Properties describe a contact beyond name and email address, such as a plan. Emails, segments and automations
        can use them.
      </p>
      ${audienceNav('contact-properties')} ${doneNote()}
      ${panelForm({ title: 'Create property', path: '/contact-properties/make', trouble: formOutcome().trouble, isOpen: isListEmpty(rows), fields: newFields(), label: 'Create property' })}
      ${listPage('/contact-properties', rows, { columns: COLUMNS, empty: emptyText(rows, empty), label: 'Properties' })}`
  return { title: 'Properties', done: DONE, body }
})

function newFields(): Html {
  const types = Object.entries(PROPERTY_TYPES).map(([id, name]) => ({ id, name }))
  const hint = 'Such as plan. The key cannot be changed later.'
  return html`${field('Key', { name: 'key', required: true, maxlength: KEY_MAX, ...VERBATIM, hint, value: entered('key') })}
  ${choice({ name: 'type', title: 'Type', options: types, chosen: entered('type') })}
  ${field('Default value', { ...FALLBACK, hint: 'Used for contacts without a value.', value: entered('fallback_value') })}`
}

const COLUMNS: readonly ListColumn<ContactProperty>[] = [
  { title: 'Property', cell: ({ key }) => html`<a href="/contacts?property=${key}"><code>${key}</code></a>` },
  { title: 'Type', cell: ({ type }) => tag(PROPERTY_TYPES[type]) },
  {
    title: 'Default value',
    cell: ({ fallback_value }) => (fallback_value === null ? 'None' : html`<bdi>${fallback_value}</bdi>`),
  },
  { title: 'Created', cell: ({ created_at }) => timeAgo(created_at) },
  {
    title: 'Actions',
    kind: 'acts',
    cell: ({ id, key: about, fallback_value: value }) =>
      html`${inlineForm({ about, path: `/contact-properties/${id}/change`, label: 'Edit', fields: innerField('Default value', { ...FALLBACK, value }), button: 'Save' })}
      ${confirmForm({ about, path: `/contact-properties/${id}/delete`, label: 'Delete', question: 'This deletes the value of every contact. Emails that use the property lose its value.' })}`,
  },
]

/**
 * The entered value in the type of its property; `null`, for no text, removes it. Text that is not a number is passed on and
 * refused later.
 */
export function propertyValueFromForm(
  form: URLSearchParams,
  name: string,
  type: ContactProperty['type'] | undefined,
): string | number | null {
  const text = form.get(name) ?? ''
  if (text.trim() === '') return null
  const number = Number(text)
  return type === 'number' && Number.isFinite(number) ? number : text
}

export const contactPropertyPages: DashboardPage[] = [
  propertyList,

  page(
    'POST /contact-properties/make',
    'member',
    async visit => {
      const { form } = visit
      const key = formText(form, 'key')
      const type = form.get('type') === 'number' ? 'number' : 'string'
      if (!isPropertyKey(key)) throw new FormFault('“Key” must have 1 to 50 letters (a to z), digits and underscores.')
      await createContactProperty(visit, {
        key,
        type,
        fallback_value: propertyValueFromForm(form, 'fallback_value', type),
      })
      return { location: '/contact-properties?done=made' }
    },
    { refused: propertyList },
  ),

  page(
    'POST /contact-properties/:id/change',
    'member',
    async visit => {
      const { tx, team_id, params, form } = visit
      const property = requireFound(await findContactProperty(tx, team_id, params.id), 'property')
      const fallback_value = propertyValueFromForm(form, 'fallback_value', property.type)
      await updateContactProperty(visit, property, { fallback_value })
      return { location: '/contact-properties?done=changed' }
    },
    { refused: 'Property not updated' },
  ),

  page('POST /contact-properties/:id/delete', 'member', async visit => {
    requireFound(await removeContactProperty(visit, visit.params.id), 'property')
    return { location: '/contact-properties?done=deleted' }
  }),
]
