// The topics of a team.
import { updateTopic, removeTopic, createTopic } from '../../../audience/topics/actions.ts'
import type { Topic } from '../../../audience/topics/rules.ts'
import { findTopic, listTopics } from '../../../audience/topics/store.ts'
import { html } from '../../../base/html/html.ts'
import { type ChoiceText, lengthLimit, radioField, onCreate, optionalTextField, textField } from '../kit/fields.ts'
import { resource } from '../kit/resource.ts'
import { tag } from '../ui/facts.ts'
import { timeAgo, dateTime } from '../ui/time.ts'
import { audienceNav } from './contacts/audience-nav.ts'

const DEFAULTS: Record<Topic['default_subscription'], ChoiceText> = {
  opt_in: { title: 'Subscribed', description: 'Contacts receive these emails unless they unsubscribe.' },
  opt_out: { title: 'Not subscribed', description: 'Contacts receive these emails only after they subscribe.' },
}

const VISIBILITIES: Record<Topic['visibility'], ChoiceText> = {
  private: { title: 'Private', description: 'Only subscribers see the topic on the unsubscribe page.' },
  public: { title: 'Public', description: 'Every contact sees the topic on the unsubscribe page.' },
}

export const topicPages = resource({
  path: '/topics',
  title: 'Topics',
  noun: 'topic',
  who: 'member',
  nav: audienceNav('topics'),
  lead: 'Topics let contacts unsubscribe from one kind of email and keep receiving the others.',
  empty: 'No topics yet. Create one for each kind of email that contacts can unsubscribe from.',
  nameOf: ({ name }: Topic) => name,
  list: ({ tx, team_id }, query) => listTopics(tx, { team_id }, query),
  find: ({ tx, team_id }, id) => findTopic(tx, team_id, id),
  fields: {
    name: textField('Public name', {
      ...lengthLimit('CreateTopic', 'name'),
      hint: 'Shown on the unsubscribe page.',
    }),
    description: optionalTextField('Description', {
      ...lengthLimit('CreateTopic', 'description'),
      hint: 'Helps contacts decide whether to subscribe.',
    }),
    visibility: radioField('Visibility', VISIBILITIES),
    default_subscription: onCreate(radioField('Default subscription (can’t be changed later)', DEFAULTS)),
  },
  create: createTopic,
  update: updateTopic,
  delete: {
    act: removeTopic,
    question:
      'This also deletes all subscription choices for the topic, including unsubscribes. Emails that use the topic will be rejected.',
  },
  columns: [
    {
      title: 'Topic',
      cell: ({ id, name, description }) =>
        html`<a href="/topics/${id}"><bdi>${name}</bdi></a
          >${description !== null && html`<p class="soft"><bdi>${description}</bdi></p>`}`,
    },
    { title: 'Default subscription', cell: ({ default_subscription }) => DEFAULTS[default_subscription].title },
    { title: 'Visibility', cell: ({ visibility }) => tag(VISIBILITIES[visibility].title) },
    { title: 'Created', cell: ({ created_at }) => timeAgo(created_at) },
  ],
  facts: ({ id, default_subscription, created_at }) => [
    ['Default subscription', DEFAULTS[default_subscription].title],
    ['Created', dateTime(created_at)],
    ['Topic ID', html`<code>${id}</code>`],
  ],
  more: ({ id }) =>
    html`<ul>
      <li><a class="alone" href="/contacts?topic=${id}">Subscribed contacts</a></li>
      <li><a class="alone" href="/contacts?topic=${id}&subscription=opt_out">Unsubscribed contacts</a></li>
    </ul>`,
})
