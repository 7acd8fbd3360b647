// The A/B test of a broadcast: the second version, and the recipients of each version.
import {
  chooseWinner,
  dropAbTest,
  findAbTest,
  versionB,
  writeAbTest,
} from '../../../../../campaigns/broadcasts/ab-test/actions.ts'
import type { AbTest, AskedAbTest, Version } from '../../../../../campaigns/broadcasts/ab-test/rules.ts'
import { type Broadcast, isEditable } from '../../../../../campaigns/broadcasts/rules.ts'
import { sendTest } from '../../../../../campaigns/broadcasts/testing/actions.ts'
import { type DashboardPage, page, type Redirect } from '../../../page.ts'
import { found, problem } from '../../../problems.ts'
import { typed } from '../../../ui/typed.ts'
import { EDITOR_FORM_BYTES, writtenField } from '../../writing/content.ts'
import { backTo, findBroadcastOr, orSay, type VisitOfBroadcast } from '../actions.ts'
import { abTestBody } from './view.ts'

const DONE = { saved: 'The A/B test is saved. It begins when the broadcast is sent.' }

const formPage = page('GET /broadcasts/:id/ab-test', 'member', async ({ fault, ...visit }) => {
  const whole = await findBroadcastOr(visit)
  const { id, name, status } = whole.broadcast
  if (!isEditable(status)) {
    if (fault) throw problem(fault.status, 'It was not saved', fault.message)
    return { location: `/broadcasts/${id}` }
  }
  const test = await findAbTest(visit.tx, whole.broadcast)
  const { visitor } = visit
  return { title: `A/B test of ${name}`, done: DONE, body: outcome => abTestBody({ ...outcome, whole, test, visitor }) }
})

export const abTestPages: DashboardPage[] = [
  formPage,

  page('POST /broadcasts/:id/ab-test', 'member', visit => orSay('It was not saved', () => save(visit)), {
    form_bytes: EDITOR_FORM_BYTES,
    refused: formPage,
  }),

  page(
    'POST /broadcasts/:id/ab-test/remove',
    'member',
    async visit => {
      dropAbTest(visit, await findBroadcastOr(visit))
      return backTo(visit.params.id, 'changed')
    },
    { refused: 'It was not removed' },
  ),

  /** As for version A: only to the person's own address. */
  page(
    'POST /broadcasts/:id/ab-test/try',
    'member',
    async visit => {
      const { whole, test } = await findTestOr(visit)
      const [made] = await sendTest(visit, versionB(whole, test), [visit.visitor.user.email])
      return { location: `/emails/${made!.id}?done=test` }
    },
    { refused: 'No test was sent' },
  ),

  page(
    'POST /broadcasts/:id/ab-test/choose',
    'member',
    async visit => {
      const { broadcast } = await findBroadcastOr(visit)
      await chooseWinner(visit, broadcast, versionIn(visit.form))
      return backTo(broadcast.id, 'chosen')
    },
    { refused: 'It was not chosen' },
  ),
]

function versionIn(form: URLSearchParams): Version {
  return form.get('version') === 'b' ? 'b' : 'a'
}

/** The displayed version of a broadcast: version B if the URL requests it. */
export async function findShownVersion(
  visit: VisitOfBroadcast,
): Promise<{ whole: Broadcast; version: Version | undefined }> {
  const whole = await findBroadcastOr(visit)
  const test = await findAbTest(visit.tx, whole.broadcast)
  if (!test) return { whole, version: undefined }
  return visit.query.get('version') === 'b' ? { whole: versionB(whole, test), version: 'b' } : { whole, version: 'a' }
}

async function findTestOr(visit: VisitOfBroadcast): Promise<{ whole: Broadcast; test: AbTest }> {
  const whole = await findBroadcastOr(visit)
  return { whole, test: found(await findAbTest(visit.tx, whole.broadcast), 'A/B test') }
}

async function save(visit: VisitOfBroadcast): Promise<Redirect> {
  const whole = await findBroadcastOr(visit)
  const asked = askedTest(visit.form, whole)
  // content that is too long for the page is unchanged
  const kept = visit.form.has('html') ? asked : await findAbTest(visit.tx, whole.broadcast)
  writeAbTest(visit, whole, { ...asked, html: kept?.html ?? null, text: kept?.text ?? null })
  return { location: `/broadcasts/${whole.broadcast.id}/ab-test?done=saved` }
}

/** Fields that are the same in both versions are not stored, so that they follow version A. */
function askedTest(form: URLSearchParams, { broadcast, content }: Broadcast): AskedAbTest {
  const subject = typed(form, 'subject')
  const html = writtenField(form, 'html') || null
  const text = writtenField(form, 'text') || null
  const isSame = html === content.html && text === (content.text || null)
  const own = isSame ? { html: null, text: null } : { html, text }
  const rules = { share: Number(typed(form, 'share')), wait_hours: Number(typed(form, 'wait_hours')) }
  const winner_by = form.get('winner_by') === 'clicked' ? 'clicked' : 'opened'
  return { subject: subject === '' || subject === broadcast.subject ? null : subject, ...own, ...rules, winner_by }
}
