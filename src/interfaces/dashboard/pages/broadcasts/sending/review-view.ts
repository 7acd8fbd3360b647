// The review before a broadcast is sent: its content and number of recipients, and the forms that send it now or later.
import type { AbTest } from '../../../../../campaigns/broadcasts/ab-test/rules.ts'
import type { Broadcast } from '../../../../../campaigns/broadcasts/rules.ts'
import type { CheckedBroadcast } from '../../../../../campaigns/broadcasts/check/actions.ts'
import { isReady } from '../../../../../campaigns/broadcasts/check/rules.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import { type Fact, facts } from '../../../ui/facts.ts'
import type { FormOutcome } from '../../../ui/reader.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { csrfField, troubleBox } from '../../../ui/forms.ts'
import { mailFrame, mailText } from '../../../ui/mail-frame.ts'
import { moment } from '../../../ui/time.ts'
import { whenFields } from '../../../ui/when.ts'
import { abTestWords } from '../ab-test/view.ts'
import { paceFields, readinessPart, topicProblems } from './view.ts'
import { numeral } from '../../../ui/reader.ts'

interface Shown extends Broadcast, Omit<FormOutcome, 'done'> {
  visitor: Visitor
  /** Names of the segment and the topic; `undefined` if they do not exist. */
  segment: string | undefined
  topic: string | undefined
  /** Whether a topic, or none, must be chosen before sending. */
  lacksTopic: boolean
  test: AbTest | undefined
  found: CheckedBroadcast
}

export function reviewBody(shown: Shown): Html {
  const { broadcast, found, trouble, lacksTopic } = shown
  const problems = [...topicProblems(lacksTopic), ...found.problems]
  const { id, name } = broadcast
  return html`<p>
      <a class="back" href="/broadcasts/${id}"><bdi>${name}</bdi></a>
    </p>
    <h1>Send it</h1>
    ${troubleBox(trouble)}
    <p class="lead">${audienceWords(found)} This is what goes out.</p>
    ${reviewFacts(shown)} ${readinessPart(problems)}
    ${isReady(problems) && html`${hasRecipients(found) && nowForm(shown)} ${laterForm(shown)}`}
    <h2>What it says</h2>
    ${contentPart(shown)}
    <p><a class="alone" href="/broadcasts/${id}/preview">See it as a contact gets it</a></p>`
}

/** Whether sending now reaches a contact, if they were counted. */
function hasRecipients({ audience }: CheckedBroadcast): boolean {
  return !audience?.isWhole || audience.count > 0
}

/** The number of recipients, as text. */
function audienceWords({ audience }: CheckedBroadcast): string {
  if (!audience) return 'To how many it goes is not known yet.'
  const { count, isWhole } = audience
  const people = `${numeral(count)} ${count === 1 ? 'person' : 'people'}`
  return isWhole ? `It goes to ${people} now.` : `It goes to more than ${people} now.`
}

function reviewFacts({ broadcast, segment, topic, lacksTopic, test, visitor: { team } }: Shown): Html {
  const { from, subject, preview_text, reply_to, topic_id, scheduled_at } = broadcast
  return facts([
    fact('From', from),
    fact('Subject', subject),
    fact('Preview text', preview_text),
    fact('Reply-to', reply_to && reply_to.join(', ')),
    fact('Segment', segment ?? 'One that was deleted'),
    fact(
      'Topic',
      topic_id === null
        ? lacksTopic
          ? 'Not chosen'
          : 'None: includes contacts who unsubscribed from topics'
        : (topic ?? 'One that was deleted'),
    ),
    test !== undefined && ['A/B test', abTestWords(test)],
    fact('The page to leave says', `Emails from ${team.sender_name ?? team.name}`),
    scheduled_at !== null && ['To be sent', moment(scheduled_at)],
  ])
}

function fact(title: string, value: string | null): Fact {
  return value !== null && value !== '' && [title, html`<bdi>${value}</bdi>`]
}

function contentPart({ broadcast: { id }, content }: Shown): Html {
  if (content.html !== null) return mailFrame(`/broadcasts/${id}/html`)
  return content.text === null ? html`<p class="empty">It has no content yet.</p>` : mailText(content.text)
}

/** The fields of one of the two forms, if it was refused. */
function typedIn({ trouble, form }: Shown, isLater: boolean): URLSearchParams | undefined {
  return trouble !== undefined && form.has('scheduled_at') === isLater ? form : undefined
}

function nowForm(shown: Shown): Html {
  const { broadcast } = shown
  const typed = typedIn(shown, false)
  return html`<section class="panel">
    <h2>Now</h2>
    <form method="post" action="/broadcasts/${broadcast.id}/send">
      ${seen(shown)}
      <p class="soft">
        It goes to all contacts of its segment, except those who are unsubscribed, suppressed, or have left its topic.
      </p>
      <details ${typed && html`open`}>
        <summary>How fast</summary>
        ${paceFields(broadcast, typed)}
      </details>
      <button class="main">${sendLabel(shown)}</button>
    </form>
  </section>`
}

function sendLabel({ found: { audience } }: Shown): string {
  if (!audience?.isWhole) return 'Send it now'
  return `Send it now to ${numeral(audience.count)}`
}

function laterForm(shown: Shown): Html {
  const { broadcast, visitor } = shown
  const typed = typedIn(shown, true)
  return html`<section class="panel">
    <h2>Later</h2>
    <form method="post" action="/broadcasts/${broadcast.id}/send">
      ${seen(shown)} ${whenFields(visitor.team.time_zone, typed, '; it goes to those who are in the segment then')}
      <details ${typed && html`open`}>
        <summary>How fast</summary>
        ${paceFields(broadcast, typed)}
      </details>
      <button>${broadcast.status === 'scheduled' ? 'Send it at another time' : 'Schedule'}</button>
    </form>
  </section>`
}

/** The version that was reviewed: sending is refused if a colleague has changed the broadcast since. */
function seen({ broadcast }: Shown): Html {
  return html`${csrfField()} <input type="hidden" name="seen" value="${broadcast.updated_at}" />`
}
