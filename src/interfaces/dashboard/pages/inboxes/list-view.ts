// The page with a team's inboxes, and the form to create one.
import type { InboxRecord } from '../../../../inbound/inboxes/store/inboxes.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import type { Visitor } from '../../session/visitor.ts'
import { choice, field, radios, VERBATIM } from '../../ui/fields.ts'
import { tag } from '../../ui/facts.ts'
import { panelForm } from '../../ui/forms.ts'
import { numeral } from '../../ui/reader.ts'
import { type ListColumn, emptyWords, isBlank, type ListPage, listPage } from '../../ui/table.ts'
import { ago } from '../../ui/time.ts'
import { FROM_NAME_MAX, INBOX_NAME_MAX } from './asked.ts'

interface Shown extends FormOutcome {
  page: ListPage<InboxRecord>
  visitor: Visitor
  /** Verified domains. */
  domains: readonly { name: string; receiving: boolean }[]
  hasDomain: boolean
}

export function inboxesBody({ page, domains, hasDomain, done, trouble, form }: Shown): Html {
  return html`<h1>Inboxes</h1>
    <p class="lead">Addresses at which the team reads and answers mail together, sorted into threads.</p>
    ${done}
    ${
      domains.length === 0
        ? nextStep(hasDomain)
        : panelForm({
            title: 'Make an inbox',
            path: '/inboxes/make',
            trouble,
            isOpen: isBlank(page),
            fields: html`${addressFields(domains, form)} ${inboxNameFields(form)}`,
            label: 'Make the inbox',
          })
    }
    ${listPage('/inboxes', page, {
      columns: COLUMNS,
      empty: emptyWords(page, `There is no inbox yet.${domains.length > 0 ? ' Make one above.' : ''}`),
      label: 'Inboxes',
    })}`
}

const WAYS = [
  {
    name: 'here',
    title: 'Directly',
    description: 'The mail of the domain comes to this server: its MX record names it.',
  },
  {
    name: 'forwarding',
    title: 'By forwarding',
    description:
      'Another provider has the mail of the domain. It forwards it to an address that you find on the page of the inbox.',
  },
]

function addressFields(domains: Shown['domains'], form: URLSearchParams): Html {
  const options = domains.map(({ name, receiving }) => ({
    id: name,
    name: receiving ? name : `${name} (by forwarding only)`,
  }))
  const way = form.get('way') ?? (domains.some(({ receiving }) => receiving) ? 'here' : 'forwarding')
  return html`${field(html`Address: the part before the <code>@</code>, such as <code>help</code>`, { name: 'local', required: true, maxlength: 64, ...VERBATIM, value: form.get('local') })}
  ${choice({ name: 'domain', title: 'At which domain', options, chosen: form.get('domain') })}
  ${radios('How its mail comes in', WAYS, { name: 'way', value: way })}`
}

function nextStep(hasDomain: boolean): Html {
  return html`<p class="note">
    ${
      hasDomain
        ? html`No domain of this team is verified yet. Open <a href="/domains">the domain</a> and add the records that
            it shows: an inbox needs a verified domain.`
        : html`An inbox needs a domain. <a href="/domains">Add a domain</a> first. Turn on receiving for it if its mail
            is to come here directly.`
    }
  </p>`
}

export function inboxNameFields(form: URLSearchParams, inbox?: InboxRecord): Html {
  const value = (name: 'name' | 'from_name'): string | null => form.get(name) ?? inbox?.[name] ?? null
  return html`${field('Name, for your team', { name: 'name', maxlength: INBOX_NAME_MAX, autocomplete: 'off', value: value('name') })}
  ${field('Name that people see beside the address', { name: 'from_name', maxlength: FROM_NAME_MAX, autocomplete: 'off', value: value('from_name') })}`
}

const COLUMNS: readonly ListColumn<InboxRecord>[] = [
  {
    title: 'Inbox',
    cell: ({ id, name, email_address }) =>
      html`<a href="/inboxes/${id}"><bdi>${name ?? email_address}</bdi></a>
        <p class="soft"><bdi>${email_address}</bdi></p>`,
  },
  { title: 'Unread', cell: ({ unread }) => unread > 0 && tag(html`${unread} unread`, 'good') },
  { title: 'Drafts', kind: 'number', cell: ({ drafts }) => drafts > 0 && numeral(drafts) },
  {
    title: 'Last received',
    cell: ({ last_received }) => (last_received === null ? 'Nothing was received yet.' : ago(last_received)),
  },
]
