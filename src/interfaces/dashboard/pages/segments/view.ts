// The page of one segment: its contacts and its actions.
import type { CountedContacts, FoundContacts } from '../../../../audience/contacts/search/actions.ts'
import type { Segment } from '../../../../audience/segments/store.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { EMAIL, field, innerField } from '../../ui/fields.ts'
import { actionForm, inlineForm, confirmForm, panelForm } from '../../ui/forms.ts'
import { doneNote } from '../../ui/reader.ts'
import { type ListPage, searchPager, pager } from '../../ui/table.ts'
import { dateTime } from '../../ui/time.ts'
import { contactList, exportForm, type ListedContact } from '../contacts/list-view.ts'
import type { RuleNameable } from './by-rule/fields.ts'
import { countText, ruleBox } from './by-rule/view.ts'
import { SEGMENT_NAME } from './list-view.ts'

/** A page of members. Members by rule are listed as far as contacts were searched, with their number on the first page. */
export type SegmentMembers =
  | ListPage<ListedContact>
  | (FoundContacts & { after: string | undefined; counted?: CountedContacts })

interface SegmentPageData {
  segment: Segment
  /** The objects that its rule can refer to, if it has one. */
  nameable: RuleNameable | undefined
  members: SegmentMembers
}

export function segmentBody({ segment, nameable, members }: SegmentPageData): Html {
  const { id, name, created_at } = segment
  const path = `/segments/${id}`
  return html`<p><a class="back" href="/segments">Segments</a></p>
    <h1><bdi>${name}</bdi></h1>
    ${doneNote()}
    <p class="lead">Created ${dateTime(created_at)}. Segment ID <code>${id}</code></p>
    ${acts(segment)}
    <h2>Contacts</h2>
    ${segment.rule && nameable ? ruleBox(segment, segment.rule, nameable) : addForm(path)}
    ${'counted' in members && members.counted && html`<p>${countText(members.counted)}</p>`}
    ${
      members.rows.length > 0
        ? html`<p>Newest first. <a href="/contacts?segment=${id}">Search these contacts</a></p>
            <div class="acts">${exportForm(id)}</div>
            ${contactList(members.rows, segment.rule === null ? contact => removeForm(path, contact) : undefined)}`
        : html`<p class="empty">${emptyText(members)}</p>`
    }
    ${'place' in members ? pager(path, members) : searchPager(path, members)}`
}

function emptyText(members: SegmentMembers): string {
  if (!('place' in members)) {
    if (members.behind !== undefined) return 'No matches among the contacts searched so far.'
    return members.after === undefined ? 'No contacts match the rule.' : 'No more results.'
  }
  const isFirst = members.place.after === undefined && members.place.before === undefined
  return isFirst ? 'No contacts yet. Add one here, or use the API.' : 'No more results.'
}

function addForm(path: string): Html {
  return panelForm({
    title: 'Add contact',
    path: `${path}/add`,
    fields: field('Email address', { name: 'email', ...EMAIL, hint: 'If no contact has this address, it is created.' }),
    label: 'Add contact',
  })
}

function removeForm(path: string, { id, email }: ListedContact): Html {
  return actionForm({ path: `${path}/take-out`, label: 'Remove', about: email, fields: { contact_id: id } })
}

function acts({ id, name }: Segment): Html {
  const act = { about: name }
  return html`<div class="acts">
    ${inlineForm({ ...act, path: `/segments/${id}/rename`, label: 'Rename', fields: innerField('Name', { ...SEGMENT_NAME, value: name }) })}
    ${confirmForm({
      ...act,
      path: `/segments/${id}/delete`,
      label: 'Delete',
      question: 'Its contacts remain. Broadcast drafts and automation steps that use this segment need another one.',
    })}
  </div>`
}
