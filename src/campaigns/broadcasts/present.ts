// Broadcasts in the form of API responses.
import type { Schemas } from '../../../generated/api.ts'
import type { BroadcastContent, BroadcastRecord } from './rules.ts'

/** A list item. */
export function broadcastItem(broadcast: BroadcastRecord): Schemas['BroadcastItem'] {
  const { id, name, segment_id, topic_id, status, created_at, scheduled_at, sent_at } = broadcast
  return { id, name, segment_id, audience_id: segment_id, topic_id, status, created_at, scheduled_at, sent_at }
}

/** `text`: the text part of its emails. `counts`: the progress of sending. */
export function broadcastResponse(
  broadcast: BroadcastRecord,
  { html, text }: BroadcastContent,
  counts: { recipients: number; emails: number },
): Schemas['Broadcast'] {
  const { from, subject, reply_to, preview_text, paused_at, reason } = broadcast
  const { per_minute, per_minute_per_destination, quiet_hours, local_time, time_zone, time_zone_property } = broadcast
  const written = { from, subject, reply_to, preview_text, html, text }
  const pace = {
    paused_at,
    per_minute,
    per_minute_per_destination,
    quiet_hours,
    local_time,
    time_zone,
    time_zone_property,
  }
  return { object: 'broadcast', ...broadcastItem(broadcast), ...written, ...pace, reason, ...counts }
}
