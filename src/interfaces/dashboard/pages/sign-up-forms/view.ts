// The list of a team's sign-up forms, the page of one, and their form.
import { CONSENT_MAX, FORM_NAME_MAX, type SignUp, type SignUpForm } from '../../../../campaigns/sign-ups/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { FormOutcome } from '../../page.ts'
import type { Visitor } from '../../session/visitor.ts'
import { facts, tag } from '../../ui/facts.ts'
import { area, choice, field } from '../../ui/fields.ts'
import { confirmForm, csrfField, panelForm, troubleBox } from '../../ui/forms.ts'
import { emptyWords, isBlank, type ListColumn, type ListPage, listPage } from '../../ui/table.ts'
import { ago, moment } from '../../ui/time.ts'
import { signUpFields } from '../sign-up/view.ts'
import { FROM_MAX } from './asked.ts'

/** The objects that a form can subscribe to. */
export interface Destinations {
  topics: readonly { id: string; name: string }[]
  segments: readonly { id: string; name: string }[]
}

interface Shown extends FormOutcome {
  visitor: Visitor
  to: Destinations
}

export function formsBody({ page, to, visitor, done, trouble, form }: Shown & { page: ListPage<SignUpForm> }): Html {
  return html`<h1>Sign-up forms</h1>
    <p class="lead">
      Visitors of your site type their address and confirm it by a link in an email. Then they are contacts. What they
      agreed to, when and from which IP address is kept as proof.
    </p>
    ${done}
    ${panelForm({
      title: 'Make a form',
      path: '/sign-up-forms/make',
      csrf_token: visitor.csrf_token,
      trouble,
      isOpen: isBlank(page),
      fields: describing(form, to),
      label: 'Make the form',
    })}
    ${listPage('/sign-up-forms', page, {
      columns: FORM_COLUMNS,
      empty: emptyWords(page, 'There is no form yet. Make one, and link to it or paste it into your site.'),
      label: 'Sign-up forms',
    })}`
}

const FORM_COLUMNS: readonly ListColumn<SignUpForm>[] = [
  { title: 'Form', cell: ({ id, name }) => html`<a href="/sign-up-forms/${id}"><bdi>${name}</bdi></a>` },
  { title: 'People agree to', cell: ({ consent }) => html`<bdi>${consent}</bdi>` },
  { title: 'Made', cell: ({ created_at }) => ago(created_at) },
]

interface ShownForm extends Shown {
  sign_up_form: SignUpForm
  page: ListPage<SignUp>
  /** The URL of the form. */
  url: string
}

export function formBody({ sign_up_form, page, to, url, visitor, done, trouble, form }: ShownForm): Html {
  const { id, name, consent, from, topic_id, segment_id, created_at } = sign_up_form
  const nameOf = (all: Destinations['topics'], of: string | null): Html | string =>
    html`<bdi>${all.find(each => each.id === of)?.name ?? (of === null ? 'None' : 'Deleted')}</bdi>`
  return html`<p><a class="back" href="/sign-up-forms">Sign-up forms</a></p>
    <h1><bdi>${name}</bdi></h1>
    ${done}
    ${facts([
      ['Its page', html`<a href="${url}">${url}</a>`],
      ['Topic', nameOf(to.topics, topic_id)],
      ['Segment', nameOf(to.segments, segment_id)],
      ['Sender of the mail', html`<bdi>${from}</bdi>`],
      ['People agree to', html`<bdi>${consent}</bdi>`],
      ['Made', moment(created_at)],
    ])}
    <details class="panel">
      <summary>Paste it into your site</summary>
      <p>Plain HTML, without a script. Style it as you like; the names of its fields have to stay.</p>
      <pre class="text" tabindex="0">${embedded(url, consent)}</pre>
    </details>
    <details class="panel" ${trouble !== undefined && html`open`}>
      <summary>Change it</summary>
      ${troubleBox(trouble)}
      <form method="post" action="/sign-up-forms/${id}/change">
        ${csrfField(visitor)} ${describing(form, to, sign_up_form)}
        <button class="main">Save</button>
      </form>
    </details>
    <h2>Sign-ups</h2>
    ${listPage(`/sign-up-forms/${id}`, page, {
      columns: SIGN_UP_COLUMNS,
      empty: emptyWords(page, 'There is no sign-up yet. Open the page of the form and try it with your own address.'),
      label: 'Sign-ups',
    })}
    ${confirmForm({
      path: `/sign-up-forms/${id}/delete`,
      label: 'Delete the form',
      about: name,
      csrf_token: visitor.csrf_token,
      question:
        'Its page is closed. Links in emails that were not opened yet no longer subscribe to its topic or segment.',
    })}`
}

const SIGN_UP_COLUMNS: readonly ListColumn<SignUp>[] = [
  {
    title: 'Address',
    cell: ({ email }) => html`<a href="/people/${encodeURIComponent(email)}"><bdi>${email}</bdi></a>`,
  },
  {
    title: 'State',
    cell: ({ confirmed_at }) => (confirmed_at === null ? tag('Not confirmed', 'wait') : tag('Confirmed', 'good')),
  },
  { title: 'Agreed to', cell: ({ consent }) => html`<bdi>${consent}</bdi>` },
  { title: 'Asked', cell: ({ created_at, ip }) => html`${moment(created_at)} from <code>${ip}</code>` },
  {
    title: 'Confirmed',
    cell: ({ confirmed_at, confirmed_ip }) =>
      confirmed_at !== null && html`${moment(confirmed_at)} from <code>${confirmed_ip}</code>`,
  },
]

/** The form as HTML to paste. */
function embedded(url: string, consent: string): string {
  const fields = signUpFields({
    email: 'Email',
    first_name: 'First name',
    button: 'Sign up',
    honeypot: 'Leave this empty',
  })
  const markup = html`<form method="post" action="${url}">
    ${fields}
    <p>${consent}</p>
  </form>`
  return markup.toString()
}

function describing(form: URLSearchParams, to: Destinations, known?: SignUpForm): Html {
  const value = (name: 'name' | 'consent' | 'from' | 'topic_id' | 'segment_id'): string | null =>
    form.get(name) ?? known?.[name] ?? null
  return html`${field('Name, for your team', { name: 'name', required: true, maxlength: FORM_NAME_MAX, autocomplete: 'off', value: value('name') })}
  ${area('What people agree to', { name: 'consent', required: true, maxlength: CONSENT_MAX, rows: 3, value: value('consent') })}
  ${field('Sender of the email with the link, such as News <news@example.com>', { name: 'from', required: true, maxlength: FROM_MAX, autocomplete: 'off', value: value('from') })}
  ${choice({ name: 'topic_id', title: 'Topic that they subscribe to', none: 'None', options: to.topics, chosen: value('topic_id') })}
  ${choice({ name: 'segment_id', title: 'Segment that they are put into', none: 'None', options: to.segments, chosen: value('segment_id') })}`
}
