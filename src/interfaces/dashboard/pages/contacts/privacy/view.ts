// The forms about the personal data of a contact, and the page of an erasure.
import type { Schemas } from '../../../../../../generated/api.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import { facts, tag } from '../../../ui/facts.ts'
import { confirmForm } from '../../../ui/forms.ts'
import { moment } from '../../../ui/time.ts'
import { numeral } from '../../../ui/reader.ts'

type Erasure = Schemas['ContactErasure']

export function privacyPart({ id, email }: { id: string; email: string }): Html {
  return html`<h2>What is kept of them</h2>
    <p>
      Give this file to a person who asks what you store about them: it has everything above and more, and no data of
      other people.
    </p>
    <form method="get" action="/contacts/${id}/export">
      <button>Download everything as JSON</button>
    </form>
    <p>
      Erase a person who asks to be forgotten: who they are, their choices and events, the emails to them, and what they
      did with broadcasts. Only counts stay. The address stays closed: mail that waits for it is not sent, and none goes
      to it later, even if it is added or imported again.
    </p>
    ${confirmForm({
      path: `/contacts/${id}/erase`,
      label: 'Erase for good',
      about: email,
      question: 'It is gone for good. Download it first if they want to have it.',
    })}`
}

const STATES: Record<Erasure['status'], { mark: Html; words: string }> = {
  in_progress: {
    mark: tag('Under way', 'wait'),
    words: 'They are no contact any more, and the rest is being erased. This page looks again by itself.',
  },
  waiting: {
    mark: tag('Waits', 'wait'),
    words:
      'An email to them is still on its way to other recipients, who get it unchanged. It is erased after that; everything else is erased already.',
  },
  completed: { mark: tag('Done', 'good'), words: 'What was kept of them is erased.' },
}

/** The page of an erasure. It does not name the erased contact, which only the person who erased it knows. */
export function erasureBody({ id, status, emails, created_at, completed_at }: Erasure): Html {
  const { mark, words } = STATES[status]
  return html`<p><a class="back" href="/contacts">Contacts</a></p>
    <h1>Erasing a contact</h1>
    <p class="lead" role="status">${mark} ${words}</p>
    ${facts([
      ['Emails erased', numeral(emails)],
      ['Begun', moment(created_at)],
      completed_at !== null && ['Done', moment(completed_at)],
      ['Erasure ID', html`<code>${id}</code>`],
    ])}
    <p class="soft">The address stays closed: nothing is written to it. Backups hold them until they are removed.</p>`
}
