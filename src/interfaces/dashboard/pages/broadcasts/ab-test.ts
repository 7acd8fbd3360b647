// The A/B test of a broadcast: its form, a test email of version B, and choosing the winner.
import {
  chooseWinner,
  removeAbTest,
  findAbTest,
  versionB,
  saveAbTest,
} from '../../../../campaigns/broadcasts/ab-test/actions.ts'
import type { AbTestRequest } from '../../../../campaigns/broadcasts/ab-test/rules.ts'
import { type Broadcast, isEditable } from '../../../../campaigns/broadcasts/rules.ts'
import { sendTestEmails } from '../../../../campaigns/broadcasts/testing/actions.ts'
import { type DashboardPage, page, type Redirect } from '../../page.ts'
import { requireFound, problem } from '../../problems.ts'
import { formText } from '../../ui/form-values.ts'
import type { OneVisit } from '../editor/editor.ts'
import { EDITOR_FORM_BYTES, multilineText, withFailureTitle } from '../editor/saving.ts'
import { abTestBody } from './ab-test-view.ts'
import { buttonPage, requireBroadcast } from './actions.ts'

const formPage = page('GET /broadcasts/:id/ab-test', 'member', async ({ fault, ...visit }) => {
  const whole = await requireBroadcast(visit)
  const { id, name, status } = whole.broadcast
  if (!isEditable(status)) {
    if (fault) throw problem(fault.status, 'A/B test not saved', fault.message)
    return { location: `/broadcasts/${id}` }
  }
  const test = await findAbTest(visit.tx, whole.broadcast)
  const done = { saved: 'A/B test saved. It starts when the broadcast is sent.' }
  return { title: `A/B test of ${name}`, done, body: () => abTestBody(whole, test) }
})

export const abTestPages: DashboardPage[] = [
  formPage,

  page('POST /broadcasts/:id/ab-test', 'member', visit => withFailureTitle('A/B test not saved', () => save(visit)), {
    form_bytes: EDITOR_FORM_BYTES,
    refused: formPage,
  }),

  buttonPage('ab-test/remove', 'A/B test not removed', 'changed', removeAbTest),
  buttonPage('ab-test/choose', 'Winner not chosen', 'chosen', (visit, { broadcast }) =>
    chooseWinner(visit, broadcast, visit.form.get('version') === 'b' ? 'b' : 'a'),
  ),

  /** As for version A: only to the person's own address. */
  page(
    'POST /broadcasts/:id/ab-test/try',
    'member',
    async visit => {
      const whole = await requireBroadcast(visit)
      const test = requireFound(await findAbTest(visit.tx, whole.broadcast), 'A/B test')
      const [sent] = await sendTestEmails(visit, versionB(whole, test), [visit.visitor.user.email])
      return { location: `/emails/${sent!.id}?done=test` }
    },
    { refused: 'Test email not sent' },
  ),
]

async function save(visit: OneVisit): Promise<Redirect> {
  const whole = await requireBroadcast(visit)
  const body = abTestFromForm(visit.form, whole)
  // content that is too long for the page is unchanged
  const content = visit.form.has('html') ? body : await findAbTest(visit.tx, whole.broadcast)
  saveAbTest(visit, whole, { ...body, html: content?.html ?? null, text: content?.text ?? null })
  return { location: `/broadcasts/${whole.broadcast.id}/ab-test?done=saved` }
}

/** Fields that are the same in both versions are not stored, so that they follow version A. */
function abTestFromForm(form: URLSearchParams, { broadcast, content }: Broadcast): AbTestRequest {
  const subject = formText(form, 'subject')
  const html = multilineText(form, 'html') || null
  const text = multilineText(form, 'text') || null
  const isSame = html === content.html && text === (content.text || null)
  return {
    subject: subject === '' || subject === broadcast.subject ? null : subject,
    ...(isSame ? { html: null, text: null } : { html, text }),
    share: Number(formText(form, 'share')),
    wait_hours: Number(formText(form, 'wait_hours')),
    winner_by: form.get('winner_by') === 'clicked' ? 'clicked' : 'opened',
  }
}
