// The page with the list of a team's domains, and the form for a new one.
import type { ListedDomain } from '../../../../identity/domains/store.ts'
import { mailHostFault } from '../../../../identity/domains/names.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import { tag } from '../../ui/facts.ts'
import type { Visitor } from '../../session/visitor.ts'
import { checkBox, field, VERBATIM } from '../../ui/fields.ts'
import { csrfField, troubleBox } from '../../ui/forms.ts'
import { ago } from '../../ui/time.ts'
import { type ListColumn, emptyWords, isBlank, type ListPage, listPage } from '../../ui/table.ts'
import { NAME_MAX } from './asked.ts'
import { domainTag } from './words.ts'

interface Shown extends FormOutcome {
  page: ListPage<ListedDomain>
  visitor: Visitor
  /** Whether another team has the entered domain, so that it can be claimed. */
  canClaim: boolean
  mail_host: string
}

export function domainsBody({ page, visitor, done, trouble, form, canClaim, mail_host }: Shown): Html {
  return html`<h1>Domains</h1>
    <p class="lead">
      What <bdi>${visitor.team.name}</bdi> sends from. Mail from a verified domain is signed with its keys.
    </p>
    ${mailHostWarning(mail_host)} ${done}
    <details class="panel" ${(trouble !== undefined || isBlank(page)) && html`open`}>
      <summary>Add a domain</summary>
      ${troubleBox(trouble)} ${canClaim && claimForm(visitor, form)} ${newForm(visitor, form)}
    </details>
    ${listPage('/domains', page, {
      columns: COLUMNS,
      empty: emptyWords(page, 'There is no domain yet. Add the one that your mail is from.'),
      label: 'Domains',
    })}`
}

/** What the operator has to change first, if other servers cannot resolve the mail host. */
export function mailHostWarning(mail_host: string): Html | undefined {
  const fault = mailHostFault(mail_host)
  return fault === undefined
    ? undefined
    : html`<p class="warning" role="note">No domain can be verified yet. ${fault}</p>`
}

function newForm(visitor: Visitor, form: URLSearchParams): Html {
  const isOpen = ['custom_return_path', 'tracking_subdomain', 'receiving', 'tls'].some(name => form.has(name))
  return html`<form method="post" action="/domains/add">
    ${csrfField()}
    ${field(html`Domain, such as <code>example.com</code> or <code>news.example.com</code>`, { name: 'name', required: true, maxlength: NAME_MAX, ...VERBATIM, value: form.get('name') })}
    <details ${isOpen && html`open`}>
      <summary>More settings</summary>
      ${field('Return path: a label below the domain that bounces come back to; it cannot be changed later', { name: 'custom_return_path', maxlength: 63, autocomplete: 'off', placeholder: 'send', value: form.get('custom_return_path') })}
      ${field('Tracking subdomain: a label below the domain that tracked links lead to, if any', { name: 'tracking_subdomain', maxlength: NAME_MAX, autocomplete: 'off', placeholder: 'links', value: form.get('tracking_subdomain') })}
      ${checkBox('It receives mail, too', 'receiving', form.has('receiving'))}
    </details>
    <button class="main">Add the domain</button>
  </form>`
}

/** Contains the fields of the refused form, because the claim adds the domain. */
function claimForm(visitor: Visitor, form: URLSearchParams): Html {
  const names = ['name', 'custom_return_path', 'tracking_subdomain']
  return html`<form method="post" action="/domains/claim">
    ${csrfField()} ${names.map(name => html`<input type="hidden" name="${name}" value="${form.get(name) ?? ''}" />`)}
    <p>
      Another team of this server has verified it. If the domain is yours, you can claim it: a record in DNS shows that,
      and then it changes hands.
    </p>
    <button>Claim <bdi>${form.get('name') ?? ''}</bdi></button>
  </form>`
}

const COLUMNS: readonly ListColumn<ListedDomain>[] = [
  { title: 'Domain', cell: ({ id, name }) => html`<a href="/domains/${id}"><bdi>${name}</bdi></a>` },
  {
    title: 'State',
    cell: ({ is_placeholder, status }) => (is_placeholder ? tag('Claimed', 'wait') : domainTag(status)),
  },
  {
    title: 'Used for',
    cell: ({ sending, receiving }) => [...(sending ? ['Sending'] : []), ...(receiving ? ['receiving'] : [])].join(', '),
  },
  { title: 'Added', cell: ({ created_at }) => ago(created_at) },
  { title: 'DNS last asked', cell: ({ checked_at }) => checked_at !== null && ago(checked_at) },
]
