// The page of a team's contact properties, and its forms.
import type { ContactProperty } from '../../../../audience/contact-properties/rules.ts'
import { TYPED_TEXT_MAX } from '../../../../base/text/typed-values.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Visitor } from '../../session/visitor.ts'
import { choice, field, innerField, lengthOf, VERBATIM } from '../../ui/fields.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import { tag } from '../../ui/facts.ts'
import { changeForm, confirmForm, panelForm } from '../../ui/forms.ts'
import { type ListColumn, emptyWords, isBlank, type ListPage, listPage } from '../../ui/table.ts'
import { ago } from '../../ui/time.ts'
import { audienceNav } from '../contacts/audience-nav.ts'

interface Shown extends FormOutcome {
  page: ListPage<ContactProperty>
  visitor: Visitor
}

const TYPES: Record<ContactProperty['type'], string> = { string: 'Text', number: 'Number' }

export function propertiesBody({ page, done, trouble, form }: Shown): Html {
  return html`<h1>Properties</h1>
    <p class="lead">
      What contacts have besides a name and an address, such as a plan. Mail can have their values, and steps of
      automations can decide by them.
    </p>
    ${audienceNav('contact-properties')} ${done}
    ${panelForm({
      title: 'Make a property',
      path: '/contact-properties/make',
      trouble,
      isOpen: isBlank(page),
      fields: newFields(form),
      label: 'Make the property',
    })}
    ${listPage('/contact-properties', page, {
      columns: columnsOf(),
      empty: emptyWords(
        page,
        'There is no property yet. Make one for each thing that mail or a segment is to know of a contact.',
      ),
      label: 'Properties',
    })}`
}

const KEY_MAX = lengthOf('CreateContactProperty', 'key')
const FALLBACK = { name: 'fallback_value', maxlength: TYPED_TEXT_MAX, autocomplete: 'off' }
const VALUES = [
  { id: 'string', name: 'Texts' },
  { id: 'number', name: 'Numbers' },
]

function newFields(form: URLSearchParams): Html {
  return html`${field(html`Key, such as <code>plan</code>; it cannot be changed later`, { name: 'key', required: true, maxlength: KEY_MAX, ...VERBATIM, value: form.get('key') })}
  ${choice({ name: 'type', title: 'Its values are', options: VALUES, chosen: form.get('type') })}
  ${field('Default value', { ...FALLBACK, value: form.get('fallback_value') })}`
}

function columnsOf(): ListColumn<ContactProperty>[] {
  return [
    { title: 'Property', cell: ({ key }) => html`<a href="/contacts?property=${key}"><code>${key}</code></a>` },
    { title: 'Its values are', cell: ({ type }) => tag(TYPES[type]) },
    {
      title: 'Without a value counts',
      cell: ({ fallback_value }) => (fallback_value === null ? 'Nothing' : html`<bdi>${fallback_value}</bdi>`),
    },
    { title: 'Made', cell: ({ created_at }) => ago(created_at) },
    { title: 'Change', kind: 'acts', cell: property => propertyActs(property) },
  ]
}

function propertyActs({ id, key, fallback_value }: ContactProperty): Html {
  const act = { about: key }
  const path = `/contact-properties/${id}`
  return html`${changeForm({ ...act, path: `${path}/change`, label: 'Change', fields: innerField('Default value', { ...FALLBACK, value: fallback_value }) })}
  ${confirmForm({ ...act, path: `${path}/delete`, label: 'Delete', question: 'All contacts lose their values of it, and mail that names it has none any more.' })}`
}
