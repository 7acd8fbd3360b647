// The labels of an inbox: lists, creates, changes and deletes them.
import { listLabels } from '../../../../../inbound/inboxes/store/labels.ts'
import { changeLabel, dropLabel, makeLabel } from '../../../../../inbound/inboxes/labels/actions.ts'
import { type DashboardPage, page } from '../../../page.ts'
import { FormFault } from '../../../problems.ts'
import { askedLine, LABEL_MAX } from '../asked.ts'
import { inboxOf, orNone } from '../find.ts'
import { labelsBody } from './view.ts'

const DONE = {
  made: 'The label is made.',
  changed: 'The label is changed.',
  deleted: 'The label was deleted. Threads that had it lose it in a moment.',
}

const labelList = page('GET /inboxes/:id/labels', 'member', async visit => {
  const { tx, team_id, visitor } = visit
  const inbox = await inboxOf(visit)
  const labels = (await listLabels(tx, { team_id, inbox_id: inbox.id })).toReversed()
  return { title: 'Labels', done: DONE, body: outcome => labelsBody({ ...outcome, inbox, labels, visitor }) }
})

export const inboxLabelPages: DashboardPage[] = [
  labelList,

  page(
    'POST /inboxes/:id/labels/make',
    'member',
    async visit => {
      const inbox = await inboxOf(visit)
      await makeLabel(visit, inbox, askedLabel(visit.form))
      return { location: `/inboxes/${inbox.id}/labels?done=made` }
    },
    { refused: labelList },
  ),

  page(
    'POST /inboxes/:id/labels/:label_id/change',
    'member',
    async visit => {
      const inbox = await inboxOf(visit)
      await orNone(changeLabel(visit, inbox, visit.params.label_id, askedLabel(visit.form)), 'label')
      return { location: `/inboxes/${inbox.id}/labels?done=changed` }
    },
    { refused: 'The label was not changed' },
  ),

  page('POST /inboxes/:id/labels/:label_id/delete', 'member', async visit => {
    const inbox = await inboxOf(visit)
    await orNone(dropLabel(visit, inbox, visit.params.label_id), 'label')
    return { location: `/inboxes/${inbox.id}/labels?done=deleted` }
  }),
]

function askedLabel(form: URLSearchParams): { name: string; color?: string } {
  const name = askedLine(form, 'name', 'The name', LABEL_MAX)
  if (name === null) throw new FormFault('Please give the label a name.')
  const color = form.get('color') ?? ''
  return /^#[0-9a-f]{6}$/i.test(color) ? { name, color } : { name }
}
