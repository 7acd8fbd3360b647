import type { Schemas } from '../../../generated/api.ts'
import { findTimeline } from '../delivery/actions.ts'
import type { Answer, Call, Caller, Handler } from '../../base/operation/operation.ts'
import { type Refusal, refusal } from '../../base/text/refusal.ts'
import type { Tx } from '../../base/store/database.ts'
import { renderTemplate } from '../templates/actions.ts'
import { acceptEmail, findContentBytes, findEmail, findOnlySender, findSmallEmail } from './actions.ts'
import { acceptBatch } from './batch/actions.ts'
import { presentedEmail, presentedItem, type ShownEmail } from './present.ts'
import { checkTemplated, valuesOf } from './rules.ts'
import { cancelScheduled, rescheduleScheduled } from './scheduled/actions.ts'
import type { ScheduledBy } from './scheduled/rules.ts'
import * as store from './store.ts'

export const sendEmail = async ({ tx, caller, body, now }: Call<'sendEmail'>): Promise<Answer<'sendEmail'>> => {
  const only_from = await findOnlySender(tx, caller)
  const { team_id } = caller
  const { template } = body
  const scheduled_by = scheduler(caller)
  if (!template) return { status: 200, body: await acceptEmail(tx, { team_id, body, scheduled_by, only_from }, now) }
  checkTemplated(body)
  const rendered = await renderTemplate(tx, team_id, template.id, valuesOf(body))
  return { status: 200, body: await acceptEmail(tx, { team_id, body, rendered, scheduled_by, only_from }, now) }
}

const scheduler = ({ kind, id }: Caller): ScheduledBy => (kind === 'api_key' ? { api_key_id: id } : { grant_id: id })

// one function under four names: an idempotency key belongs to a function, so it means the same at each of them
export const sendEmailByEmail: Handler<'sendEmailByEmail'> = sendEmail
export const sendEmailBySending: Handler<'sendEmailBySending'> = sendEmail
export const sendEmailByEmailSending: Handler<'sendEmailByEmailSending'> = sendEmail

export const sendBatch: Handler<'sendBatch'> = async ({ tx, caller, body, headers, faults = NO_FAULTS, now }) => {
  const only_from = await findOnlySender(tx, caller)
  const isPermissive = headers['x-batch-validation'] === 'permissive'
  const { team_id } = caller
  const asked = { team_id, only_from, scheduled_by: scheduler(caller), bodies: body, faults, isPermissive }
  const { ids, refused } = await acceptBatch(tx, asked, now)
  const data = ids.map(id => ({ id }))
  return { status: 200, body: isPermissive ? { data, errors: refused } : { data } }
}

const NO_FAULTS: ReadonlyMap<number, Refusal> = new Map()

export const listEmails: Handler<'listEmails'> = async ({ tx, caller, query }) => {
  const { rows, has_more } = await store.listEmails(tx, caller.team_id, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(presentedItem) } }
}

export const getEmail: Handler<'getEmail'> = async ({ tx, caller, path, query }) => {
  const { team_id } = caller
  const id = path.email_id
  const hasTimeline = query.include?.includes('timeline') === true
  const email = await findSmallEmail(tx, team_id, id)
  if (email) return { status: 200, body: hasTimeline ? await present(tx, email, true) : presentedEmail(email) }
  const bytes = await findContentBytes(tx, team_id, id)
  if (bytes === undefined) throw unknown()
  return { status: 200, afterCommit: ({ readLarge }) => readLarge(bytes, tx => large(tx, team_id, id, hasTimeline)) }
}

/** The timeline is read for who asks for it: that takes as long as all the rest. */
async function present(tx: Tx, email: ShownEmail, hasTimeline: boolean): Promise<Schemas['Email']> {
  const shown = presentedEmail(email)
  return hasTimeline ? { ...shown, timeline: await findTimeline(tx, email) } : shown
}

export const rescheduleEmail: Handler<'rescheduleEmail'> = async ({ tx, caller, path, body, now }) => {
  const id = path.email_id
  await rescheduleScheduled(tx, { team_id: caller.team_id, id }, body.scheduled_at, now)
  return { status: 200, body: { object: 'email', id } }
}

export const cancelEmail: Handler<'cancelEmail'> = async ({ tx, caller, path, now }) => {
  const id = path.email_id
  await cancelScheduled(tx, { team_id: caller.team_id, id }, now)
  return { status: 200, body: { object: 'email', id } }
}

/** Reading a large one takes as long as writing the answer, so others come in between. */
async function large(tx: Tx, team_id: string, id: string, hasTimeline: boolean): Promise<Schemas['Email']> {
  await tx.pause()
  const email = await findEmail(tx, team_id, id)
  if (!email) throw unknown()
  await tx.pause()
  return present(tx, email, hasTimeline)
}

const unknown = (): Error => refusal('not_found', 'Email not found')
