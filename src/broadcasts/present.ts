// A broadcast as it is answered.
import type { Schemas } from '../../generated/api.ts'
import type { BroadcastContent, BroadcastRecord } from './rules.ts'

/** As a list shows it. */
export function broadcastItem(broadcast: BroadcastRecord): Schemas['BroadcastItem'] {
  const { id, name, segment_id, topic_id, status, created_at, scheduled_at, sent_at } = broadcast
  return { id, name, segment_id, audience_id: segment_id, topic_id, status, created_at, scheduled_at, sent_at }
}

/** `text`: as mails have it. */
export function broadcastAnswer(
  broadcast: BroadcastRecord,
  { html }: BroadcastContent,
  text: string | null,
): Schemas['Broadcast'] {
  const { from, subject, reply_to, preview_text } = broadcast
  return { object: 'broadcast', ...broadcastItem(broadcast), from, subject, reply_to, preview_text, html, text }
}
