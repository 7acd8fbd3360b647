// Enqueues the job of the agent for each received email, if a model is configured and the agent has allowed actions.
import { enqueue } from '../../../base/queue/enqueue.ts'
import type { Subscriber } from '../../../base/store/signals/record.ts'
import { findAgent } from './store.ts'

export const enqueueAgent: Subscriber<'inbox.email.received'> = async (tx, signal) => {
  if (!tx.settings.has_agents) return
  const { team_id, inbox_id, thread, email, at } = signal
  // spam is not shown to the model
  if (thread.folder !== 'inbox') return
  const agent = await findAgent(tx, { team_id, inbox_id })
  if (!agent || agent.actions.length === 0) return
  await enqueue(tx, 'ask_inbox_agent', { team_id, inbox_id, thread_id: thread.id, email_id: email.id }, at)
}
