// The operations that send, reschedule and cancel emails.
import type { HandlerResult, HandlerInput, Caller, Handler } from '../../base/operation/operation.ts'
import { quotaHeaders, type QuotaUse } from '../../engagement/quotas/rules.ts'
import type { Refusal } from '../../base/text/refusal.ts'
import { renderTemplate } from '../templates/actions.ts'
import { acceptEmail, findOnlySender } from './actions.ts'
import { acceptBatch } from './batch/actions.ts'
import { checkTemplateBody, emailTemplateValues } from './rules.ts'
import { cancelScheduled, rescheduleScheduled } from './scheduled/actions.ts'
import type { ScheduledBy } from './scheduled/rules.ts'

export const sendEmail = async ({
  tx,
  caller,
  body,
  submitted,
  now,
}: HandlerInput<'sendEmail'>): Promise<HandlerResult<'sendEmail'>> => {
  const only_from = await findOnlySender(tx, caller)
  const { team_id } = caller
  const { template } = body
  const scheduled_by = scheduler(caller)
  if (!template) return sent(await acceptEmail(tx, { team_id, body, submitted, scheduled_by, only_from }, now))
  checkTemplateBody(body)
  const rendered = await renderTemplate({ tx, team_id }, template.id, emailTemplateValues(body))
  return sent(await acceptEmail(tx, { team_id, body, rendered, scheduled_by, only_from }, now))
}

function sent({ id, spent }: { id: string; spent: QuotaUse | undefined }): HandlerResult<'sendEmail'> {
  return spent ? { status: 200, headers: quotaHeaders(spent), body: { id } } : { status: 200, body: { id } }
}

const scheduler = ({ kind, id }: Caller): ScheduledBy => (kind === 'api_key' ? { api_key_id: id } : { grant_id: id })

// one function for four operations: idempotency keys are scoped to a function, so they are shared by all four
export const sendEmailByEmail: Handler<'sendEmailByEmail'> = sendEmail
export const sendEmailBySending: Handler<'sendEmailBySending'> = sendEmail
export const sendEmailByEmailSending: Handler<'sendEmailByEmailSending'> = sendEmail

export const sendBatch: Handler<'sendBatch'> = async ({ tx, caller, body, headers, faults = NO_FAULTS, now }) => {
  const only_from = await findOnlySender(tx, caller)
  const isPermissive = headers['x-batch-validation'] === 'permissive'
  const { team_id } = caller
  const asked = { team_id, only_from, scheduled_by: scheduler(caller), bodies: body, faults, isPermissive }
  const { ids, refused, spent } = await acceptBatch(tx, asked, now)
  const data = ids.map(id => ({ id }))
  const answer = { status: 200 as const, body: isPermissive ? { data, errors: refused } : { data } }
  return spent ? { ...answer, headers: quotaHeaders(spent) } : answer
}

const NO_FAULTS: ReadonlyMap<number, Refusal> = new Map()

export const rescheduleEmail: Handler<'rescheduleEmail'> = async call => {
  const id = call.path.email_id
  await rescheduleScheduled(call, id, call.body.scheduled_at)
  return { status: 200, body: { object: 'email', id } }
}

export const cancelEmail: Handler<'cancelEmail'> = async call => {
  const id = call.path.email_id
  await cancelScheduled(call, id)
  return { status: 200, body: { object: 'email', id } }
}
