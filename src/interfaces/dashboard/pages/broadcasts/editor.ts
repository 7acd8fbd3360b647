// The forms in which a broadcast is edited.
import type { Broadcast } from '../../../../campaigns/broadcasts/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Visitor } from '../../session/visitor.ts'
import { choice, EMAIL, field, lengthOf, VERBATIM } from '../../ui/fields.ts'
import { csrfField } from '../../ui/forms.ts'
import { contentFields, placeholderHelp, seenField, type Writing } from '../writing/view.ts'
import { NO_TOPIC, type SenderParts, senderOf, typedSender } from './asked.ts'

interface Named {
  id: string
  name: string
}

/** What a broadcast can refer to. */
export interface Nameable {
  segments: readonly Named[]
  topics: readonly Named[]
  /** Verified domains that may send. */
  domains: readonly string[]
  /** Keys of contact properties. */
  properties: readonly string[]
}

/** The id of the draft's form, for the buttons next to it. */
export const EDITOR = 'editor'

interface New {
  known: Nameable
  /** The topic of the latest broadcast that has one. */
  last_topic_id: string | undefined
  form: URLSearchParams
}

/** The required fields of a broadcast. */
export function newBroadcastFields({ known, last_topic_id, form }: New): Html {
  return html`${nameField(form.get('name'))} ${senderFields(form.size > 0 ? typedSender(form) : senderOf(null), known)}
  ${subjectField(form.get('subject'))} ${segmentField(known, form.get('segment_id'))}
  ${topicField(known, form.get('topic_id') ?? last_topic_id)}`
}

interface Edited extends Pick<Broadcast, 'broadcast'> {
  visitor: Visitor
  people: ReadonlyMap<string, string>
  writing: Writing
  known: Nameable
  /** The typed values, if they are to be filled in again. If empty, the form shows the stored ones. */
  form: URLSearchParams
}

export function editorForm({ broadcast, writing, people, visitor, known, form }: Edited): Html {
  const { name, subject, segment_id, topic_id, without_topic, preview_text, reply_to } = broadcast
  const value = (field: string, stored: string | null): string => form.get(field) ?? stored ?? ''
  const path = `/broadcasts/${broadcast.id}`
  const isTopicSet = topic_id !== null || without_topic
  return html`<form
    method="post"
    action="${path}/change"
    class="editor"
    id="${EDITOR}"
    data-autosave="${path}/autosave"
    data-page="${path}"
  >
    ${csrfField()} ${seenField(broadcast, people, visitor)} ${nameField(value('name', name))}
    ${senderFields(form.size > 0 ? typedSender(form) : senderOf(broadcast.from), known)}
    ${subjectField(value('subject', subject))}
    ${field('Preview text', { name: 'preview_text', maxlength: SUBJECT_MAX, autocomplete: 'off', value: value('preview_text', preview_text) })}
    ${field('Reply-to', { name: 'reply_to', maxlength: 5000, autocomplete: 'off', value: value('reply_to', (reply_to ?? []).join(', ')) })}
    <p class="soft">Comma-separated. Defaults to the sender.</p>
    ${segmentField(known, value('segment_id', segment_id))}
    ${topicField(known, form.get('topic_id') ?? topic_id ?? (without_topic ? NO_TOPIC : undefined), isTopicSet)}
    ${contentFields(writing, form)} ${placeholderHelp(known.properties)} ${hoursFields(broadcast, form)}
    <div class="choice">
      <button class="main">Save</button>
      <button name="next" value="send">Save and go on to sending</button>
    </div>
  </form>`
}

/** Maximum characters of a line in the header of an email (RFC 5322, 2.1.1). */
const SUBJECT_MAX = 998

function nameField(value: string | null | undefined): Html {
  return field('Name, for you alone', { name: 'name', required: true, maxlength: 70, autocomplete: 'off', value })
}

function subjectField(value: string | null | undefined): Html {
  return field('Subject', { name: 'subject', required: true, maxlength: SUBJECT_MAX, autocomplete: 'off', value })
}

function segmentField({ segments }: Nameable, chosen: string | null | undefined): Html {
  return choice({
    name: 'segment_id',
    title: 'Goes to the segment',
    none: 'Choose one',
    options: segments,
    chosen,
    isNeeded: true,
  })
}

/**
 * The select for a topic, if the team has topics. Having no topic is a separate option, because such a broadcast also goes to
 * contacts who unsubscribed from a topic. Unless `isRequired`, a draft can be saved without a choice.
 */
export function topicField(
  { topics }: Pick<Nameable, 'topics'>,
  chosen: string | undefined,
  isRequired = true,
): Html | false {
  if (topics.length === 0) return false
  return html`${choice({
      name: 'topic_id',
      title: 'Topic',
      none: 'Choose one',
      options: [...topics, { id: NO_TOPIC, name: 'No topic: includes contacts who unsubscribed from topics' }],
      chosen,
      isNeeded: isRequired,
    })}
    <p class="soft">Contacts who unsubscribed from the topic do not receive the broadcast.</p>`
}

/** The domain is selected among the verified ones. If there is none, the whole address is typed. */
function senderFields({ name, local, domain }: SenderParts, { domains }: Nameable): Html {
  const all = domain === '' || domains.includes(domain) ? domains : [domain, ...domains]
  return html`<fieldset class="sender">
    <legend>From</legend>
    ${field('Name, as people see it', { name: 'from_name', maxlength: 200, autocomplete: 'off', value: name })}
    ${
      domains.length === 0
        ? field(html`Email address. No domain of this team is <a href="/domains">verified</a> yet`, {
            name: 'from_address',
            ...EMAIL,
            autocomplete: 'off',
            value: domain === '' ? local : `${local}@${domain}`,
          })
        : html`${field('Address, before the @', { name: 'from_local', required: true, maxlength: 64, ...VERBATIM, value: local })}
          ${choice({ name: 'from_domain', title: 'Domain', options: all.map(id => ({ id, name: domains.includes(id) ? id : `${id} (not verified)` })), chosen: domain })}`
    }
  </fieldset>`
}

function hoursFields(broadcast: Broadcast['broadcast'], form: URLSearchParams): Html {
  const { quiet_hours, local_time, time_zone, time_zone_property } = broadcast
  const time = (name: string, title: string, stored: string | null | undefined): Html =>
    field(title, { name, type: 'time', value: form.get(name) ?? stored })
  const isSaid = quiet_hours !== null || local_time !== null || form.size > 0
  return html`<details ${isSaid && html`open`}>
    <summary>At what time of the day it goes, by the clock of each contact</summary>
    ${time('local_time', 'Time of day from which it is sent; left empty, at once', local_time)}
    ${time('quiet_from', 'Quiet hours from', quiet_hours?.from)}
    ${time('quiet_to', 'Quiet hours until', quiet_hours?.to)}
    ${field('Time zone of contacts without a known one', { name: 'time_zone', maxlength: lengthOf('UpdateBroadcast', 'time_zone'), ...VERBATIM, value: form.get('time_zone') ?? time_zone })}
    ${field('Time zone property: the contact property with a name such as Europe/Berlin', { name: 'time_zone_property', maxlength: lengthOf('CreateContactProperty', 'key'), ...VERBATIM, value: form.get('time_zone_property') ?? time_zone_property })}
  </details>`
}
