// The page of one segment: its members and its actions.
import type { CountedContacts, FoundContacts } from '../../../../audience/contacts/search/actions.ts'
import type { Segment } from '../../../../audience/segments/store.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Visitor } from '../../session/visitor.ts'
import { EMAIL, field, innerField } from '../../ui/fields.ts'
import { actForm, changeForm, confirmForm, panelForm } from '../../ui/forms.ts'
import { type ListPage, pager } from '../../ui/table.ts'
import { moment } from '../../ui/time.ts'
import { SEGMENT_NAME } from './list-view.ts'
import { contactList, exportForm, type ListedContact } from '../contacts/list-view.ts'
import type { RuleNameable } from './by-rule/fields.ts'
import { countWords, ruleBox } from './by-rule/view.ts'

/** A page of members. Members by rule are listed as far as contacts were searched, with their number on the first page. */
export type ShownMembers =
  | ListPage<ListedContact>
  | (FoundContacts & { after: string | undefined; counted?: CountedContacts })

interface Shown {
  segment: Segment
  /** The objects that its rule can refer to, if it has one. */
  nameable: RuleNameable | undefined
  members: ShownMembers
  visitor: Visitor
  done: Html | undefined
}

export function segmentBody(shown: Shown): Html {
  const { segment, nameable, members, done } = shown
  const { id, name, created_at } = segment
  const path = `/segments/${id}`
  return html`<p><a class="back" href="/segments">Segments</a></p>
    <h1><bdi>${name}</bdi></h1>
    ${done}
    <p class="lead">Made ${moment(created_at)}. Segment ID <code>${id}</code></p>
    ${acts(segment)}
    <h2>Who is in it</h2>
    ${segment.rule && nameable ? ruleBox(segment, segment.rule, nameable) : addForm(path)}
    ${'counted' in members && members.counted && html`<p>${countWords(members.counted)}</p>`}
    ${
      members.rows.length > 0
        ? html`<p>The latest contacts first. <a href="/contacts?segment=${id}">Search among them</a></p>
            <div class="acts">${exportForm(id)}</div>
            ${contactList(members.rows, segment.rule === null ? contact => takeOut(path, contact) : undefined)}`
        : html`<p class="empty">${emptyWords(members)}</p>`
    }
    ${'place' in members ? pager(path, members) : onward(path, members)}`
}

function onward(path: string, { rows, behind, after }: FoundContacts & { after: string | undefined }): Html {
  return html`<nav class="pager" aria-label="Pages">
    ${after !== undefined && html`<a href="${path}">First page</a>`}
    ${behind !== undefined && html`<a href="${path}?after=${behind}" class="older">${rows.length > 0 ? 'Older' : 'Look further'}</a>`}
  </nav>`
}

function emptyWords(members: ShownMembers): string {
  if (!('place' in members)) {
    if (members.behind !== undefined) return 'No match among the contacts searched so far. Search on.'
    return members.after === undefined ? 'The rule matches no contact.' : 'There are no more.'
  }
  const isFirst = members.place.after === undefined && members.place.before === undefined
  return isFirst ? 'It has no contacts yet. Add one by address, or through the API.' : 'There are no more.'
}

function addForm(path: string): Html {
  return panelForm({
    title: 'Add a contact',
    path: `${path}/add`,
    fields: field('Email address; a new one becomes a contact', { name: 'email', ...EMAIL }),
    label: 'Put into the segment',
  })
}

function takeOut(path: string, { id, email }: ListedContact): Html {
  return actForm({ path: `${path}/take-out`, label: 'Take out', about: email, fields: { contact_id: id } })
}

function acts({ id, name }: Segment): Html {
  const act = { about: name }
  return html`<div class="acts">
    ${changeForm({ ...act, path: `/segments/${id}/rename`, label: 'Rename', fields: innerField('New name', { ...SEGMENT_NAME, value: name }) })}
    ${confirmForm({
      ...act,
      path: `/segments/${id}/delete`,
      label: 'Delete',
      question:
        'Its contacts stay. What sends to it, such as a draft of a broadcast or a step of an automation, needs another one.',
    })}
  </div>`
}
