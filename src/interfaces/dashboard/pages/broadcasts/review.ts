// The review before a broadcast is sent: its content and number of recipients, and the forms that send it now or later.
import type { AbTest } from '../../../../campaigns/broadcasts/ab-test/rules.ts'
import type { Broadcast } from '../../../../campaigns/broadcasts/rules.ts'
import type { CheckedBroadcast } from '../../../../campaigns/broadcasts/check/actions.ts'
import { isReady } from '../../../../campaigns/broadcasts/check/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Visitor } from '../../session/visitor.ts'
import { type Fact, facts } from '../../ui/facts.ts'
import { csrfField, formMessages } from '../../ui/forms.ts'
import { backLink } from '../../ui/link.ts'
import { emailFrame, emailText } from '../../ui/mail-frame.ts'
import { formatCount, formOutcome } from '../../ui/reader.ts'
import { dateTime } from '../../ui/time.ts'
import { scheduledTimeFields } from '../../ui/scheduled-time.ts'
import { abTestWords } from './ab-test-view.ts'
import { readinessPart, speedFields, topicProblems } from './sending-view.ts'

interface ReviewData extends Broadcast {
  team: Visitor['team']
  /** Names of the segment and the topic; `undefined` if they do not exist. */
  segment: string | undefined
  topic: string | undefined
  /** Whether a topic, or none, must be chosen before sending. */
  lacksTopic: boolean
  test: AbTest | undefined
}

export function reviewBody(data: ReviewData, { audience, problems: checked }: CheckedBroadcast): Html {
  const { broadcast, content, lacksTopic } = data
  const { id, name, status } = broadcast
  const problems = [...topicProblems(lacksTopic), ...checked]
  const recipients = audience && formatCount(audience.count, 'recipient')
  const lead = audience?.isWhole ? recipients : audience && `More than ${recipients}`
  const hasRecipients = !audience?.isWhole || audience.count > 0
  return html`${backLink(`/broadcasts/${id}`, name)}
    <h1>Review and send</h1>
    ${formMessages()}
    <p class="lead">${lead ?? 'The recipients are not counted yet'}.</p>
    ${reviewFacts(data)} ${readinessPart(problems)}
    ${
      isReady(problems) &&
      html`${
        hasRecipients &&
        sendForm(data, false, {
          title: 'Send now',
          fields: html`<p class="soft">
            All contacts in the segment receive the broadcast, except unsubscribed and suppressed contacts and contacts
            who unsubscribed from the topic.
          </p>`,
          button: html`<button class="main">${audience?.isWhole ? `Send to ${recipients}` : 'Send broadcast'}</button>`,
        })
      }
      ${sendForm(data, true, {
        title: 'Schedule',
        fields: html`<p class="soft">Contacts who are in the segment at that time receive the broadcast.</p>
          ${scheduledTimeFields(data.team.time_zone, refusedForm(true))}`,
        button: html`<button>${status === 'scheduled' ? 'Reschedule' : 'Schedule'}</button>`,
      })}`
    }
    <h2>Content</h2>
    ${contentPart(id, content)}
    <p><a class="alone" href="/broadcasts/${id}/preview">Preview with a contact</a></p>`
}

function reviewFacts({ broadcast, segment, topic, lacksTopic, test, team }: ReviewData): Html {
  const { from, subject, preview_text, reply_to, topic_id, scheduled_at } = broadcast
  const no_topic = lacksTopic ? 'Not chosen' : 'None (includes contacts who unsubscribed from topics)'
  return facts([
    textFact('From', from),
    textFact('Subject', subject),
    textFact('Preview text', preview_text),
    textFact('Reply-to', reply_to && reply_to.join(', ')),
    textFact('Segment', segment ?? 'Deleted segment'),
    textFact('Topic', topic_id === null ? no_topic : (topic ?? 'Deleted topic')),
    test !== undefined && ['A/B test', abTestWords(test)],
    textFact('Unsubscribe page', `Emails from ${team.sender_name ?? team.name}`),
    scheduled_at !== null && ['Scheduled for', dateTime(scheduled_at)],
  ])
}

function textFact(title: string, value: string | null): Fact {
  return value !== null && value !== '' && [title, html`<bdi>${value}</bdi>`]
}

function contentPart(id: string, content: Broadcast['content']): Html {
  if (content.html !== null) return emailFrame(`/broadcasts/${id}/html`)
  return content.text === null
    ? html`<p class="empty">No content yet. Add it in the editor.</p>`
    : emailText(content.text)
}

/** The fields of one of the two forms, if it was refused. */
function refusedForm(isLater: boolean): URLSearchParams | undefined {
  const { trouble, form } = formOutcome()
  return trouble !== undefined && form.has('scheduled_at') === isLater ? form : undefined
}

/** `seen`: the version that was reviewed. Sending is refused if a colleague has changed the broadcast since. */
function sendForm(
  { broadcast }: ReviewData,
  isLater: boolean,
  of: { title: string; fields: Html; button: Html },
): Html {
  const refused = refusedForm(isLater)
  return html`<section class="panel">
    <h2>${of.title}</h2>
    <form method="post" action="/broadcasts/${broadcast.id}/send">
      ${csrfField()} <input type="hidden" name="seen" value="${broadcast.updated_at}" />
      ${of.fields}
      <details ${refused && html`open`}>
        <summary>Sending speed</summary>
        ${speedFields(broadcast, refused)}
      </details>
      ${of.button}
    </form>
  </section>`
}
