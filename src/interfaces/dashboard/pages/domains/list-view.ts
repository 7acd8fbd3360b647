// The list of a team's domains, and the form that adds one.
import { type Html, html } from '../../../../base/html/html.ts'
import { mailHostFault } from '../../../../identity/domains/names.ts'
import type { ListedDomain } from '../../../../identity/domains/store.ts'
import { tag } from '../../ui/facts.ts'
import { checkBox, field, VERBATIM } from '../../ui/fields.ts'
import { csrfField, errorBox } from '../../ui/forms.ts'
import { doneNote, entered, formOutcome } from '../../ui/reader.ts'
import { emptyText, isListEmpty, type ListColumn, type ListPage, listPage } from '../../ui/table.ts'
import { timeAgo } from '../../ui/time.ts'
import { domainTag } from './words.ts'

/** The limit of DNS. */
export const DOMAIN_NAME_MAX = 253

interface DomainsPageData {
  page: ListPage<ListedDomain>
  team: string
  /** Whether another team has the entered domain, so that it can be claimed. */
  canClaim: boolean
  mail_host: string
}

export function domainsBody({ page, team, canClaim, mail_host }: DomainsPageData): Html {
  const { trouble } = formOutcome()
  return html`<h1>Domains</h1>
    <p class="lead">Domains that <bdi>${team}</bdi> sends from. Emails from a verified domain are signed with DKIM.</p>
    ${mailHostWarning(mail_host)} ${doneNote()}
    <details class="panel" ${(trouble !== undefined || isListEmpty(page)) && html`open`}>
      <summary>Add domain</summary>
      ${errorBox(trouble)} ${canClaim && claimForm()} ${addForm()}
    </details>
    ${listPage('/domains', page, {
      columns: COLUMNS,
      empty: emptyText(page, 'No domains yet. Add the domain of your sender addresses.'),
      label: 'Domains',
    })}`
}

/** What the operator has to change first, if other servers cannot resolve the mail host. */
export function mailHostWarning(mail_host: string): Html | undefined {
  const fault = mailHostFault(mail_host)
  return fault === undefined
    ? undefined
    : html`<p class="warning" role="note">Domains can’t be verified yet. ${fault}</p>`
}

function addForm(): Html {
  const { form } = formOutcome()
  const isOpen = ['custom_return_path', 'tracking_subdomain', 'receiving', 'tls'].some(name => form.has(name))
  const label = { maxlength: 63, autocomplete: 'off' }
  return html`<form method="post" action="/domains/add">
    ${csrfField()}
    ${field('Name', { name: 'name', required: true, maxlength: DOMAIN_NAME_MAX, ...VERBATIM, value: entered('name'), hint: 'The domain of your sender addresses, such as example.com or news.example.com.' })}
    <details ${isOpen && html`open`}>
      <summary>More settings</summary>
      ${field('Return path', { ...label, name: 'custom_return_path', placeholder: 'send', value: entered('custom_return_path'), hint: 'The subdomain that bounces are sent to. It can’t be changed later.' })}
      ${field('Tracking subdomain', { ...label, name: 'tracking_subdomain', maxlength: DOMAIN_NAME_MAX, placeholder: 'links', value: entered('tracking_subdomain'), hint: 'The subdomain of tracked links. Optional.' })}
      ${checkBox('Receive emails', 'receiving', form.has('receiving'))}
    </details>
    <button class="main">Add domain</button>
  </form>`
}

/** Contains the fields of the refused form, because the claim adds the domain. */
function claimForm(): Html {
  const names = ['name', 'custom_return_path', 'tracking_subdomain']
  return html`<form method="post" action="/domains/claim">
    ${csrfField()} ${names.map(name => html`<input type="hidden" name="${name}" value="${entered(name, '')}" />`)}
    <p>
      Another team on this server has verified this domain. To transfer the domain to your team, prove ownership with a
      DNS record.
    </p>
    <button>Claim <bdi>${entered('name')}</bdi></button>
  </form>`
}

const COLUMNS: readonly ListColumn<ListedDomain>[] = [
  { title: 'Domain', cell: ({ id, name }) => html`<a href="/domains/${id}"><bdi>${name}</bdi></a>` },
  {
    title: 'Status',
    cell: ({ is_placeholder, status }) => (is_placeholder ? tag('Claimed', 'wait') : domainTag(status)),
  },
  {
    title: 'Capabilities',
    cell: ({ sending, receiving }) => [...(sending ? ['Sending'] : []), ...(receiving ? ['Receiving'] : [])].join(', '),
  },
  { title: 'Added', cell: ({ created_at }) => timeAgo(created_at) },
  { title: 'Last DNS check', cell: ({ checked_at }) => checked_at !== null && timeAgo(checked_at) },
]
