// The fields of a broadcast, which of them a request may set, and which changes its status allows.
import type { InSchemas, Schemas } from '../../../generated/api.ts'
import { refusal } from '../../base/text/refusal.ts'
import { updatedHours, DEFAULT_HOURS, type SendingHours } from './sending/hours.ts'
import { addressFault, parseAddress } from '../../base/text/addresses.ts'
import { isLongerThan, truncate } from '../../base/text/length.ts'
import { describeValue } from '../../base/text/describe-value.ts'

export type BroadcastStatus = Schemas['BroadcastStatus']

/** A broadcast without its content. */
export interface BroadcastRecord extends SendingHours {
  id: string
  team_id: string
  name: string
  segment_id: string | null
  topic_id: string | null
  /** Whether `topic_id` was explicitly set to `null`, so that the pages do not require a topic. */
  without_topic: boolean
  status: BroadcastStatus
  from: string | null
  subject: string | null
  reply_to: string[] | null
  preview_text: string | null
  created_at: string
  updated_at: string
  /** The user who last changed it; `null` for a program. */
  writer_id: string | null
  scheduled_at: string | null
  sent_at: string | null
  /** The moment at which sending began: the members of the segment at that moment are the recipients. */
  snapshot_at: string | null
  /** The key or grant that scheduled it; its permissions are checked again at the scheduled time. */
  scheduled_by: BroadcastRequester | null
  /** When it was paused: until it is resumed, none of its emails is offered to a relay. */
  paused_at: string | null
  /** Maximum emails per minute; `null`: no limit. */
  per_minute: number | null
  /** Maximum emails per minute to each domain of recipients. */
  per_minute_per_destination: number | null
  /** Why sending failed. */
  reason: string | null
}

/** The API key or the OAuth grant of the request that scheduled a broadcast. */
export type BroadcastRequester = { api_key_id: string } | { grant_id: string }

/** The content, stored once for all emails of the broadcast. */
export interface BroadcastContent {
  html: string | null
  /** `null`: generated from the HTML. Empty: no text part. */
  text: string | null
}

/** A broadcast in the form in which it is stored. */
export interface Broadcast {
  broadcast: BroadcastRecord
  content: BroadcastContent
}

const NOT_YET = { scheduled_at: null, sent_at: null, snapshot_at: null }
const UNSENT = { status: 'draft' as const, ...NOT_YET, scheduled_by: null, paused_at: null, reason: null }

export const BROADCAST_NAME_MAX = 70
const LINE_MAX = 998
const REPLY_TO_MAX = 50
// a line break would start another header
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/

/** The fields of a draft in a request. */
export type BroadcastFields = Omit<InSchemas['CreateBroadcast'], 'send' | 'scheduled_at'>

export function newBroadcast(
  body: BroadcastFields,
  { id, team_id, now }: { id: string; team_id: string; now: Date },
): Broadcast {
  const segment_id = segmentOf(body)
  if (segment_id === undefined) throw missing('segment_id')
  const moment = now.toISOString()
  const empty: BroadcastRecord = {
    id,
    team_id,
    name: 'Untitled',
    segment_id,
    topic_id: null,
    without_topic: false,
    from: null,
    subject: null,
    reply_to: null,
    preview_text: null,
    created_at: moment,
    updated_at: moment,
    writer_id: null,
    per_minute: null,
    per_minute_per_destination: null,
    ...DEFAULT_HOURS,
    ...UNSENT,
  }
  const { name, ...others } = body
  const given = name === null || name === undefined ? others : { ...others, name }
  return edited({ broadcast: empty, content: { html: null, text: null } }, given, now)
}

/** Refuses a time without `send`: such a draft would never be sent. */
export function refuseTimeOfDraft({ send, scheduled_at }: InSchemas['CreateBroadcast']): void {
  if (send || !scheduled_at) return
  throw refusal('validation_error', 'Invalid `scheduled_at` field: it requires `send: true`.')
}

/** Only the name and, during sending, the pace can change once sending began: the rest is already part of emails. */
export function updatedBroadcast(before: Broadcast, body: InSchemas['UpdateBroadcast'], now: Date): Broadcast {
  const { status } = before.broadcast
  const free = status === 'queued' ? ['name', 'per_minute', 'per_minute_per_destination'] : ['name']
  const others = CHANGEABLE.filter(field => body[field] !== undefined && !free.includes(field))
  if (isEditable(status)) return edited(before, body, now)
  // `updated_at` identifies the content of its emails, so it must not change here
  if (others.length === 0) return edited(before, body, new Date(before.broadcast.updated_at))
  throw refusal(
    'validation_error',
    `Only ${free.map(field => `\`${field}\``).join(', ')} of a \`${status}\` broadcast can be changed. Duplicate it and edit the copy.`,
    403,
  )
}

/** The fields that a request can set, except the content. */
export const BROADCAST_FIELDS = [
  'name',
  'from',
  'subject',
  'segment_id',
  'reply_to',
  'preview_text',
  'topic_id',
  'quiet_hours',
  'local_time',
  'time_zone',
  'time_zone_property',
  'per_minute',
  'per_minute_per_destination',
] as const satisfies (keyof InSchemas['UpdateBroadcast'])[]
const CHANGEABLE = [...BROADCAST_FIELDS, 'audience_id', 'html', 'text'] as const

export const isEditable = (status: BroadcastStatus): boolean => status === 'draft' || status === 'scheduled'

export function refuseRemoval({ status }: BroadcastRecord): void {
  if (isEditable(status)) return
  throw refusal('validation_error', 'Only draft or scheduled broadcasts can be deleted', 403)
}

/** The refusal if another request changed the status since it was read. */
export function statusChangedRefusal(): Error {
  return refusal(
    'validation_error',
    'This broadcast was just sent, scheduled, canceled or deleted; look at it again',
    403,
  )
}

/** A draft with the same content, hours and pace. */
export function duplicatedBroadcast({ broadcast, content }: Broadcast, id: string, now: Date): Broadcast {
  const moment = now.toISOString()
  const ending = ' (copy)'
  const copy: BroadcastRecord = {
    ...broadcast,
    id,
    name: truncate(broadcast.name, BROADCAST_NAME_MAX - ending.length) + ending,
    created_at: moment,
    updated_at: moment,
    ...UNSENT,
  }
  return { broadcast: copy, content }
}

function edited({ broadcast, content }: Broadcast, body: InSchemas['UpdateBroadcast'], now: Date): Broadcast {
  const { per_minute = broadcast.per_minute } = body
  const { per_minute_per_destination = broadcast.per_minute_per_destination } = body
  const after: BroadcastRecord = {
    ...broadcast,
    name: body.name === undefined ? broadcast.name : oneLine('name', body.name, BROADCAST_NAME_MAX),
    segment_id: segmentOf(body) ?? broadcast.segment_id,
    topic_id: body.topic_id === undefined ? broadcast.topic_id : (body.topic_id?.toLowerCase() ?? null),
    without_topic: body.topic_id === undefined ? broadcast.without_topic : body.topic_id === null,
    from: body.from === undefined ? broadcast.from : address('from', body.from),
    subject: body.subject === undefined ? broadcast.subject : oneLine('subject', body.subject, LINE_MAX),
    reply_to: body.reply_to === undefined ? broadcast.reply_to : addresses(body.reply_to),
    ...updatedHours(broadcast, body),
    per_minute,
    per_minute_per_destination,
    preview_text: body.preview_text === undefined ? broadcast.preview_text : preview(body.preview_text),
    updated_at: now.toISOString(),
  }
  const html = body.html === undefined ? content.html : body.html || null
  const text = body.text === undefined ? content.text : body.text
  return { broadcast: after, content: { html, text } }
}

function segmentOf({ segment_id, audience_id }: Pick<InSchemas['UpdateBroadcast'], 'segment_id' | 'audience_id'>) {
  return (segment_id ?? audience_id)?.toLowerCase()
}

function addresses(value: string | string[] | null): string[] | null {
  const given = value === null || value === '' ? [] : [value].flat()
  if (given.length > REPLY_TO_MAX) {
    const most = `at most ${REPLY_TO_MAX} addresses are allowed; received ${given.length}`
    throw refusal('validation_error', `Invalid \`reply_to\` field: ${most}.`)
  }
  return given.length > 0 ? given.map(each => address('reply_to', each)) : null
}

const FORM =
  'write each address as `name@example.com` or `Name <name@example.com>`, and put a name with punctuation into double quotes'

function address(field: string, given: string): string {
  if (given.trim() === '') throw missing(field)
  if (parseAddress(given)) return given.trim()
  throw refusal(
    'validation_error',
    `Invalid \`${field}\` field: ${addressFault(given, FORM)}; received ${describeValue(given)}.`,
  )
}

/** A single line with at least one visible character. */
function oneLine(field: string, given: string, most: number): string {
  if (given.trim() === '') throw missing(field)
  return line(field, given, most)
}

function preview(given: string | null): string | null {
  return given === null ? null : line('preview_text', given, LINE_MAX)
}

function line(field: string, given: string, most: number): string {
  if (!isLongerThan(given, most) && !CONTROL.test(given)) return given
  throw refusal(
    'validation_error',
    `Invalid \`${field}\` field: it must be one line of at most ${most} characters; received ${describeValue(given)}.`,
  )
}

function missing(field: string): Error {
  return refusal('missing_required_field', `Missing \`${field}\` field.`)
}
