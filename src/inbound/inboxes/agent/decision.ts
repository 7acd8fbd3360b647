// Validates the response of a model. One disallowed part makes the whole response invalid, because a hostile email can make a
// model return anything (prompt injection).
import { isLongerThan } from '../../../base/text/length.ts'
import { isReadable } from '../../../base/text/readable.ts'
import type { AgentFolder, AllowedActions } from './prompt.ts'

export interface Decision {
  reply: string | null
  labels: string[]
  folder: AgentFolder | null
}

const REPLY_MAX = 20_000
const LABELS_MAX = 10
/** Some models put their JSON into a Markdown code block. */
const FENCED = /^```(?:json)?\n([^]*)\n```$/

/** The decision, or the fault of the response. */
export function parseDecision(answer: string, allowed: AllowedActions): Decision | { fault: string } {
  const given = parsed(answer.trim())
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { fault: 'it is not a JSON object' }
  const { reply = null, labels = [], folder = null, ...others } = given as Record<string, unknown>
  if (Object.keys(others).length > 0) return { fault: 'it has unknown fields' }
  if (reply !== null && !isReply(reply, allowed)) return { fault: 'its `reply` is invalid or was not requested' }
  if (!Array.isArray(labels) || labels.length > LABELS_MAX || labels.some(label => !allowed.labels.includes(label)))
    return { fault: 'its `labels` are not all labels of the inbox' }
  if (folder !== null && !allowed.folders.includes(folder as AgentFolder))
    return { fault: 'its `folder` is not allowed' }
  const text = typeof reply === 'string' ? reply.trim() : ''
  return { reply: text === '' ? null : text, labels, folder: folder as AgentFolder | null }
}

function isReply(reply: unknown, { reply: isAllowed }: AllowedActions): boolean {
  return isAllowed && typeof reply === 'string' && !isLongerThan(reply, REPLY_MAX) && isReadable(reply)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(FENCED.exec(text)?.[1] ?? text)
  } catch {
    return undefined
  }
}
