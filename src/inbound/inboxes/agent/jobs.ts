// The job that asks a language model about an email in an inbox and applies its decision: a draft of a reply, labels or a
// folder, if the inbox allows them. It sends nothing. If anything fails, the email is unchanged.
import { backoff } from '../../../base/limits/backoff.ts'
import type { Work } from '../../../base/queue/claimed-work.ts'
import { AGENT } from '../../../base/store/actor.ts'
import type { TeamTx, TeamUnit, Tx } from '../../../base/store/database.ts'
import { quickText } from '../../../base/text/plain-text.ts'
import { Refusal } from '../../../base/text/refusal.ts'
import { findBodiesOf } from '../../receiving/actions.ts'
import { findReceivedEmail, type ListedReceived } from '../../receiving/store.ts'
import { createInboxDraft } from '../drafts/actions.ts'
import { labelThread } from '../labels/actions.ts'
import { formatSender } from '../present.ts'
import { findInboxById, type InboxRecord } from '../store/inboxes.ts'
import { type LabelRecord, listLabels } from '../store/labels.ts'
import { findMessage, type MessageRecord } from '../store/messages.ts'
import { findThread, type ThreadRecord } from '../store/threads.ts'
import { updateInboxThread, guardInbox } from '../threads/actions.ts'
import { type Decision, parseDecision } from './decision.ts'
import type { ModelClient } from './model/actions.ts'
import {
  type AllowedActions,
  allowedActions,
  allowsNothing,
  agentResponseSchema,
  type PromptEmail,
  promptMessages,
} from './prompt.ts'
import { type AgentRecord, findAgent } from './store.ts'

type Job = Work<'ask_inbox_agent'>

const TRIES_MAX = 3
const TRIES = { first_ms: 10_000, cap_ms: 300_000 }

/** Runs the job `ask_inbox_agent`; without a model it only completes the job. */
export function askInboxAgent(ask: ModelClient | undefined): (work: Job) => Promise<void> {
  return async work => {
    const asked = ask && (await work.read(tx => findAgentInput(tx, work.payload)))
    if (!ask || !asked) return work.finish(async () => {})
    const { inbox, agent, allowed } = asked
    const { email_address } = inbox
    const { instructions, tone } = agent
    const messages = promptMessages({ email_address, instructions, tone, allowed }, asked.mail)
    const answer = await ask({ messages, schema: agentResponseSchema(allowed) })
    if ('fault' in answer) return failOrWait(work, answer)
    const decision = parseDecision(answer.text, allowed)
    if ('fault' in decision) return finishUnchanged(work, `Invalid response from the model: ${decision.fault}`)
    await work.finish(tx => apply({ tx, team_id: work.payload.team_id, now: work.now() }, work.payload, decision))
  }
}

async function failOrWait(work: Job, { fault, again }: { fault: string; again: boolean }): Promise<void> {
  const reason = `No response from the model: ${fault}`
  if (!again || work.attempt >= TRIES_MAX) return finishUnchanged(work, reason)
  await work.postpone(new Date(work.now().getTime() + backoff(work.attempt, TRIES)), reason)
}

async function finishUnchanged(work: Job, reason: string): Promise<void> {
  work.log.warn({ ...about(work), reason }, 'agent skipped email')
  await work.finish(async () => {})
}

const about = ({ payload: { inbox_id, email_id } }: Job) => ({ inbox_id, email_id })

interface AgentInput {
  inbox: InboxRecord
  agent: AgentRecord
  thread: ThreadRecord
  message: MessageRecord
  received: ListedReceived
  labels: LabelRecord[]
  allowed: AllowedActions
}

/** Reads the current state; `undefined` if the email was removed, or if the agent has no allowed action for it. */
async function find(
  tx: Tx,
  { team_id, inbox_id, thread_id, email_id }: Job['payload'],
): Promise<AgentInput | undefined> {
  const inbox = await findInboxById(tx, { team_id, id: inbox_id })
  const agent = await findAgent(tx, { team_id, inbox_id })
  const thread = await findThread(tx, { team_id, inbox_id, id: thread_id })
  const message = await findMessage(tx, { team_id, inbox_id, thread_id, id: email_id })
  const received = await findReceivedEmail(tx, { team_id, id: email_id })
  if (!inbox || !agent || !thread || !message || !received) return undefined
  const labels = await listLabels(tx, { team_id, inbox_id })
  const { is_automatic } = received
  const allowed = allowedActions(agent.actions, { is_automatic, labels: labels.map(({ name }) => name) })
  return allowsNothing(allowed) ? undefined : { inbox, agent, thread, message, received, labels, allowed }
}

async function findAgentInput(
  tx: Tx,
  payload: Job['payload'],
): Promise<(AgentInput & { mail: PromptEmail }) | undefined> {
  const found = await find(tx, payload)
  if (!found) return undefined
  const { from_name, from_address, to, subject } = found.received
  const text = await findText({ tx, team_id: payload.team_id }, payload.email_id)
  return { ...found, mail: { from: formatSender(from_name, from_address), to, subject, text } }
}

/** Maximum characters of HTML that are converted to text. */
const HTML_READ = 50_000

async function findText(unit: TeamTx, id: string): Promise<string> {
  const { text, html } = (await findBodiesOf(unit, id)) ?? { text: null, html: null }
  return text ?? quickText((html ?? '').slice(0, HTML_READ))
}

/** Applies a decision if it is still allowed: settings may have changed while the model was asked. */
async function apply(unit: TeamUnit, payload: Job['payload'], decision: Decision): Promise<void> {
  const { tx } = unit
  tx.actor = AGENT
  guardInbox(tx, { team_id: payload.team_id, id: payload.inbox_id })
  const found = await find(tx, payload)
  if (!found) return
  const { allowed, thread, labels } = found
  if (decision.reply !== null && allowed.reply) await draft(unit, found, decision.reply)
  const wanted = decision.labels.filter(name => allowed.labels.includes(name))
  const ids = labels.filter(({ name }) => wanted.includes(name)).map(({ id }) => id)
  if (ids.length > 0) await labelThread(unit, thread, ids, has => new Set([...has, ...ids]))
  const { folder } = decision
  if (folder === null || !allowed.folders.includes(folder)) return
  // read again: `draft` has changed the thread's number of drafts
  const now = await findThread(tx, { team_id: payload.team_id, inbox_id: payload.inbox_id, id: thread.id })
  if (now?.folder === 'inbox') await updateInboxThread(unit, now, { folder })
}

/** Drafts a reply, unless the thread contains a newer email or a draft. */
async function draft(unit: TeamUnit, { inbox, thread, message }: AgentInput, text: string): Promise<void> {
  if (thread.newest_id !== message.id) return
  try {
    await createInboxDraft(unit, inbox, { thread_id: thread.id, reply_to_email_id: message.id, text })
  } catch (error) {
    // `createInboxDraft` refuses before it writes anything
    if (!(error instanceof Refusal)) throw error
  }
}
