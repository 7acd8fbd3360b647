// The page with the list of a team's topics, the page of one, and their forms.
import type { Topic } from '../../../../audience/topics/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Visitor } from '../../session/visitor.ts'
import { field, radios } from '../../ui/fields.ts'
import type { FormOutcome } from '../../page.ts'
import { facts, tag } from '../../ui/facts.ts'
import { confirmForm, csrfField, panelForm, troubleBox } from '../../ui/forms.ts'
import { type ListColumn, emptyWords, isBlank, type ListPage, listPage } from '../../ui/table.ts'
import { ago, moment } from '../../ui/time.ts'
import { audienceNav } from '../contacts/audience-nav.ts'
import { DESCRIPTION_MAX, TOPIC_NAME_MAX } from './asked.ts'

interface Shown extends FormOutcome {
  visitor: Visitor
}

const DEFAULTS: Record<Topic['default_subscription'], { title: string; description: string }> = {
  opt_in: { title: 'Subscribed', description: 'Contacts get it unless they unsubscribe from it.' },
  opt_out: { title: 'Not subscribed', description: 'Contacts get it only after they subscribe to it.' },
}

const VISIBILITIES: Record<Topic['visibility'], { title: string; description: string }> = {
  private: { title: 'Private', description: 'Only its subscribers see it on the unsubscribe page.' },
  public: { title: 'Public', description: 'Every contact sees it on the unsubscribe page.' },
}

export function topicsBody({ page, visitor, done, trouble, form }: Shown & { page: ListPage<Topic> }): Html {
  return html`<h1>Topics</h1>
    <p class="lead">What mail is about. People can leave one topic, and stay for the others.</p>
    ${audienceNav('topics')} ${done}
    ${panelForm({
      title: 'Make a topic',
      path: '/topics/make',
      csrf_token: visitor.csrf_token,
      trouble,
      isOpen: isBlank(page),
      fields: html`${describing(form)}
      ${radios('Who gets it; this cannot be changed later', optionsOf(DEFAULTS), { name: 'default_subscription', value: form.get('default_subscription') ?? 'opt_in' })}`,
      label: 'Make the topic',
    })}
    ${listPage('/topics', page, {
      columns: COLUMNS,
      empty: emptyWords(
        page,
        'There is no topic yet. Make one for each kind of mail that contacts may unsubscribe from.',
      ),
      label: 'Topics',
    })}`
}

const COLUMNS: readonly ListColumn<Topic>[] = [
  {
    title: 'Topic',
    cell: ({ id, name, description }) =>
      html`<a href="/topics/${id}"><bdi>${name}</bdi></a
        >${description !== null && html`<p class="soft"><bdi>${description}</bdi></p>`}`,
  },
  { title: 'Who gets it', cell: ({ default_subscription }) => DEFAULTS[default_subscription].description },
  { title: 'Who finds it', cell: ({ visibility }) => tag(VISIBILITIES[visibility].title) },
  { title: 'Made', cell: ({ created_at }) => ago(created_at) },
]

export function topicBody({ topic, visitor, done, trouble, form }: Shown & { topic: Topic }): Html {
  const { id, name, default_subscription, created_at } = topic
  const { description } = DEFAULTS[default_subscription]
  return html`<p><a class="back" href="/topics">Topics</a></p>
    <h1><bdi>${name}</bdi></h1>
    ${done}
    ${facts([
      ['Who gets it', description],
      ['Made', moment(created_at)],
      ['Topic ID', html`<code>${id}</code>`],
    ])}
    <ul>
      <li><a class="alone" href="/contacts?topic=${id}">Contacts that are subscribed</a></li>
      <li><a class="alone" href="/contacts?topic=${id}&subscription=opt_out">Contacts that are not</a></li>
    </ul>
    <section class="panel">
      <h2>Change it</h2>
      ${troubleBox(trouble)}
      <form method="post" action="/topics/${id}/change">
        ${csrfField(visitor)} ${describing(form, topic)}
        <button class="main">Save</button>
      </form>
    </section>
    ${confirmForm({
      path: `/topics/${id}/delete`,
      label: 'Delete the topic',
      about: name,
      csrf_token: visitor.csrf_token,
      question:
        'The choices of contacts about it are deleted, too, including who unsubscribed from it. Mail that names it is refused.',
    })}`
}

function describing(form: URLSearchParams, topic?: Topic): Html {
  const value = (name: 'name' | 'description' | 'visibility'): string | null => form.get(name) ?? topic?.[name] ?? null
  return html`${field('Name, as people see it', { name: 'name', required: true, maxlength: TOPIC_NAME_MAX, autocomplete: 'off', value: value('name') })}
  ${field('Description, for people who decide whether to subscribe', { name: 'description', maxlength: DESCRIPTION_MAX, autocomplete: 'off', value: value('description') })}
  ${radios('Who finds it', optionsOf(VISIBILITIES), { name: 'visibility', value: value('visibility') ?? 'private' })}`
}

type Option = Parameters<typeof radios>[1][number]

function optionsOf(all: Record<string, Omit<Option, 'name'>>): Option[] {
  return Object.entries(all).map(([name, { title, description }]) => ({ name, title, description }))
}
