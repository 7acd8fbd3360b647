// How the properties of a team's contacts look, and the forms about them.
import type { ContactProperty } from '../../../../audience/contact-properties/actions.ts'
import { TYPED_TEXT_MAX } from '../../../../base/text/typed-values.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Visitor } from '../../session/visitor.ts'
import { choice, field, innerField, lengthOf, VERBATIM } from '../../ui/fields.ts'
import { confirmForm, csrfField, troubleBox } from '../../ui/forms.ts'
import { emptyWords, isBlank, type ListPage, listPage } from '../../ui/table.ts'
import { moment } from '../../ui/time.ts'
import { audienceNav } from '../contacts/audience-nav.ts'

/** Why the form has to be filled in again. */
export interface PropertyTrouble {
  form: URLSearchParams
  text: string
}

interface Shown {
  page: ListPage<ContactProperty>
  visitor: Visitor
  done: Html | undefined
  trouble: PropertyTrouble | undefined
}

const TYPES: Record<ContactProperty['type'], string> = { string: 'Text', number: 'Number' }

export function propertiesBody({ page, visitor, done, trouble }: Shown): Html {
  return html`<h1>Properties</h1>
    <p class="lead">
      What contacts have besides a name and an address, such as a plan. Mail can have their values, and steps of
      automations can decide by them.
    </p>
    ${audienceNav('contact-properties')} ${done}
    <details class="panel" ${(trouble !== undefined || isBlank(page)) && html`open`}>
      <summary>Make a property</summary>
      ${troubleBox(trouble?.text)} ${newForm(visitor, trouble?.form)}
    </details>
    ${listPage('/contact-properties', page, {
      row: property => propertyRow(property, visitor),
      empty: emptyWords(page, 'There is no property yet.'),
      label: 'Properties',
    })}`
}

const KEY_MAX = lengthOf('CreateContactProperty', 'key')
const FALLBACK = { name: 'fallback_value', maxlength: TYPED_TEXT_MAX, autocomplete: 'off' }
const VALUES = [
  { id: 'string', name: 'Texts' },
  { id: 'number', name: 'Numbers' },
]

function newForm(visitor: Visitor, form: URLSearchParams | undefined): Html {
  return html`<form method="post" action="/contact-properties/make">
    ${csrfField(visitor)}
    ${field(html`Key, such as <code>plan</code>; it cannot be changed later`, { name: 'key', required: true, maxlength: KEY_MAX, ...VERBATIM, value: form?.get('key') })}
    ${choice({ name: 'type', title: 'Its values are', options: VALUES, chosen: form?.get('type') })}
    ${field('What counts for a contact without a value, if anything', { ...FALLBACK, value: form?.get('fallback_value') })}
    <button class="main">Make the property</button>
  </form>`
}

function propertyRow({ id, key, type, fallback_value, created_at }: ContactProperty, visitor: Visitor): Html {
  const path = `/contact-properties/${id}`
  return html`<li>
    <div class="what">
      <h2><code>${key}</code></h2>
      <p>
        <span class="tag">${TYPES[type]}</span>
        ${fallback_value === null ? 'Nothing counts without a value.' : html`Without a value counts <bdi>${fallback_value}</bdi>.`}
      </p>
      <p class="soft">Made ${moment(created_at)}. <a href="/contacts?property=${key}">Contacts that have a value</a></p>
    </div>
    <div class="acts">
      <details class="confirm">
        <summary aria-label="Change: ${key}">Change</summary>
        <form method="post" action="${path}/change">
          ${csrfField(visitor)}
          ${innerField('What counts without a value; left empty, nothing does', { ...FALLBACK, value: fallback_value })}
          <button>Change</button>
        </form>
      </details>
      ${confirmForm({
        path: `${path}/delete`,
        label: 'Delete',
        about: key,
        csrf_token: visitor.csrf_token,
        question: 'All contacts lose their values of it, and mail that names it has none any more.',
      })}
    </div>
  </li>`
}
