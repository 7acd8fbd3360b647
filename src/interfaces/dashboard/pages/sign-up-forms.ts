// The sign-up forms of a team, and the people who used one.
import { listSegments } from '../../../audience/segments/store.ts'
import { listTopics } from '../../../audience/topics/store.ts'
import { type Html, html } from '../../../base/html/html.ts'
import type { TeamTx } from '../../../base/store/database.ts'
import { parseAddress } from '../../../base/text/addresses.ts'
import { updateSignUpForm, removeSignUpForm, createSignUpForm } from '../../../campaigns/sign-ups/actions.ts'
import {
  CONSENT_CHARACTERS_MAX,
  FORM_NAME_MAX,
  type SignUp,
  type SignUpForm,
} from '../../../campaigns/sign-ups/rules.ts'
import { findForm, listForms, listSignUps } from '../../../campaigns/sign-ups/store.ts'
import { selectField, textField } from '../kit/fields.ts'
import { resource } from '../kit/resource.ts'
import { tag } from '../ui/facts.ts'
import { emptyText, findPage, type ListColumn, listPage } from '../ui/table.ts'
import { timeAgo, dateTime } from '../ui/time.ts'
import { signUpFields } from './sign-up/view.ts'

/** Maximum topics and segments to choose from: the newest ones. */
const CHOICES_MAX = 100
type Options = readonly { id: string; name: string }[]
type Destinations = Record<'topics' | 'segments', Options>

async function findDestinations({ tx, team_id }: TeamTx): Promise<Destinations> {
  const query = { limit: CHOICES_MAX }
  const [topics, segments] = [await listTopics(tx, { team_id }, query), await listSegments(tx, team_id, query)]
  return { topics: topics.rows, segments: segments.rows }
}

const nameOf = (all: Options, of: string | null): Html =>
  html`<bdi>${all.find(each => each.id === of)?.name ?? (of === null ? 'None' : 'Deleted')}</bdi>`

export const signUpFormPages = resource({
  path: '/sign-up-forms',
  title: 'Forms',
  noun: 'form',
  who: 'member',
  lead: 'Let visitors subscribe on your site. They become contacts after they confirm their email address. Lettermill records the consent text, time and IP address.',
  empty: 'No forms yet. Create one, then link to it or embed it in your site.',
  nameOf: ({ name }: SignUpForm) => name,
  list: ({ tx, team_id }, query) => listForms(tx, { team_id }, query),
  find: ({ tx, team_id }, id) => findForm(tx, { team_id, id }),
  load: findDestinations,
  fields: {
    name: textField('Internal name', { length_max: FORM_NAME_MAX }),
    consent: textField('Consent text', {
      length_max: CONSENT_CHARACTERS_MAX,
      rows: 3,
      hint: 'What people agree to when they sign up. Shown on the form.',
    }),
    from: textField('From', {
      length_max: 320,
      hint: 'Sender of the confirmation email, such as News <news@example.com>.',
      check: value => parseAddress(value) !== undefined,
      fault: '“From” must be an email address, such as News <news@example.com>.',
    }),
    topic_id: selectField('Topic', {
      options: ({ topics }: Destinations) => topics,
      hint: 'New contacts are subscribed to this topic.',
    }),
    segment_id: selectField('Segment', {
      options: ({ segments }: Destinations) => segments,
      hint: 'New contacts are added to this segment.',
    }),
  },
  create: createSignUpForm,
  update: updateSignUpForm,
  delete: {
    act: removeSignUpForm,
    question:
      'The form page will be unavailable. Pending confirmation links will no longer subscribe people to its topic or segment.',
  },
  done: {
    created: 'Open the form or embed it in your site.',
    deleted: 'Consent records are preserved.',
  },
  columns: [
    { title: 'Form', cell: ({ id, name }) => html`<a href="/sign-up-forms/${id}"><bdi>${name}</bdi></a>` },
    { title: 'Consent text', cell: ({ consent }) => html`<bdi>${consent}</bdi>` },
    { title: 'Created', cell: ({ created_at }) => timeAgo(created_at) },
  ],
  facts: ({ id, consent, from, topic_id, segment_id, created_at }, to, { parts }) => {
    const url = `${parts.site.public_url}/sign-up/${id}`
    return [
      ['URL', html`<a href="${url}">${url}</a>`],
      ['Topic', nameOf(to.topics, topic_id)],
      ['Segment', nameOf(to.segments, segment_id)],
      ['From', html`<bdi>${from}</bdi>`],
      ['Consent text', html`<bdi>${consent}</bdi>`],
      ['Created', dateTime(created_at)],
    ]
  },
  rest: async ({ id, consent }, { tx, team_id, query, parts }) => {
    const page = await findPage(query, asked => listSignUps(tx, { team_id, form_id: id }, asked))
    return () =>
      html`<details class="panel">
          <summary>Embed in your site</summary>
          <p>Plain HTML without a script. You can style the form, but do not rename its fields.</p>
          <pre class="text" tabindex="0">${embedded(`${parts.site.public_url}/sign-up/${id}`, consent)}</pre>
        </details>
        <h2>Sign-ups</h2>
        ${listPage(`/sign-up-forms/${id}`, page, {
          columns: SIGN_UP_COLUMNS,
          empty: emptyText(page, 'No sign-ups yet. Open the form and try it with your own address.'),
          label: 'Sign-ups',
        })}`
  },
})

const SIGN_UP_COLUMNS: readonly ListColumn<SignUp>[] = [
  {
    title: 'Email address',
    cell: ({ email }) => html`<a href="/people/${encodeURIComponent(email)}"><bdi>${email}</bdi></a>`,
  },
  {
    title: 'Status',
    cell: ({ confirmed_at }) => (confirmed_at === null ? tag('Pending', 'wait') : tag('Confirmed', 'good')),
  },
  { title: 'Consent text', cell: ({ consent }) => html`<bdi>${consent}</bdi>` },
  { title: 'Submitted', cell: ({ created_at, ip }) => html`${dateTime(created_at)} from <code>${ip}</code>` },
  {
    title: 'Confirmed',
    cell: ({ confirmed_at, confirmed_ip }) =>
      confirmed_at !== null && html`${dateTime(confirmed_at)} from <code>${confirmed_ip}</code>`,
  },
]

/** The form as HTML to embed. */
function embedded(url: string, consent: string): string {
  const labels = { email: 'Email', first_name: 'First name', button: 'Sign up', honeypot: 'Leave this empty' }
  return html`<form method="post" action="${url}">
    ${signUpFields(labels)}
    <p>${consent}</p>
  </form>`.toString()
}
