// The agent of an inbox: shows and changes its settings.
import { changeAgent, findAgentSettings } from '../../../../../inbound/inboxes/agent/actions.ts'
import { type DashboardPage, page } from '../../../page.ts'
import { inboxOf } from '../find.ts'
import { FORM_BYTES } from '../writing.ts'
import { askedAgent } from './asked.ts'
import { agentBody } from './view.ts'

const DONE = { changed: 'The agent is changed. What is set here counts for mail that comes in from now on.' }

const agentPage = page('GET /inboxes/:id/agent', 'member', async visit => {
  const { tx, visitor } = visit
  const inbox = await inboxOf(visit)
  const shown = {
    inbox,
    visitor,
    agent: await findAgentSettings(visit, inbox),
    hasModel: tx.settings.has_agents === true,
  }
  return { title: 'Agent', done: DONE, body: outcome => agentBody({ ...outcome, ...shown }) }
})

export const inboxAgentPages: DashboardPage[] = [
  agentPage,

  page(
    'POST /inboxes/:id/agent',
    'member',
    async visit => {
      const inbox = await inboxOf(visit)
      await changeAgent(visit, inbox, askedAgent(visit.form, await findAgentSettings(visit, inbox)))
      return { location: `/inboxes/${inbox.id}/agent?done=changed` }
    },
    { form_bytes: FORM_BYTES, refused: agentPage },
  ),
]
