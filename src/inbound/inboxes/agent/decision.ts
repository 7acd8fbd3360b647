// What a model has answered, held against what it may decide. Anything beyond that and all of it is dropped: a mail can make
// a model say what it likes.
import { isLongerThan } from '../../../base/text/length.ts'
import { isReadable } from '../../../base/text/readable.ts'
import type { AgentFolder, Allowed } from './prompt.ts'

export interface Decision {
  reply: string | null
  labels: string[]
  folder: AgentFolder | null
}

const REPLY_MAX = 20_000
const LABELS_MAX = 10
/** Some models put their JSON into a block of code. */
const FENCED = /^```(?:json)?\n([^]*)\n```$/

/** What it has decided, or what is wrong with that. */
export function decisionOf(answer: string, allowed: Allowed): Decision | { fault: string } {
  const given = parsed(answer.trim())
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { fault: 'it is no JSON object' }
  const { reply = null, labels = [], folder = null, ...others } = given as Record<string, unknown>
  if (Object.keys(others).length > 0) return { fault: 'it has fields that were not asked for' }
  if (reply !== null && !isReply(reply, allowed)) return { fault: 'its `reply` is none that was asked for' }
  if (!Array.isArray(labels) || labels.length > LABELS_MAX || labels.some(label => !allowed.labels.includes(label)))
    return { fault: 'its `labels` are not those of the inbox' }
  if (folder !== null && !allowed.folders.includes(folder as AgentFolder))
    return { fault: 'its `folder` is none that it may move a thread to' }
  const text = typeof reply === 'string' ? reply.trim() : ''
  return { reply: text === '' ? null : text, labels, folder: folder as AgentFolder | null }
}

function isReply(reply: unknown, { reply: isAllowed }: Allowed): boolean {
  return isAllowed && typeof reply === 'string' && !isLongerThan(reply, REPLY_MAX) && isReadable(reply)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(FENCED.exec(text)?.[1] ?? text)
  } catch {
    return undefined
  }
}
