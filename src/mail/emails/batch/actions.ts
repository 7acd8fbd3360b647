// Batches: many emails in one request. By default all are accepted or none; a permissive request accepts all valid ones.
import type { InSchemas } from '../../../../generated/api.ts'
import { valueOrRefusal, Refusal } from '../../../base/text/refusal.ts'
import type { QuotaUse } from '../../../engagement/quotas/rules.ts'
import type { Tx } from '../../../base/store/database.ts'
import { renderTemplates } from '../../templates/actions.ts'
import { acceptDrafts, type SendingLimits, type EmailRequest, draftEmails } from '../actions.ts'
import { checkTemplateBody, contentBytes, emailTemplateValues } from '../rules.ts'
import type { ScheduledBy } from '../scheduled/rules.ts'
import { refusalInBatch, refuseFiles, templateBudget, batchTooLarge } from './rules.ts'

type SendEmail = InSchemas['SendEmail']

interface BatchRequest extends SendingLimits {
  team_id: string
  scheduled_by: ScheduledBy
  bodies: readonly SendEmail[]
  /** Refusals by the contract, by the index of the email. */
  faults: ReadonlyMap<number, Refusal>
  /** Skips invalid emails instead of refusing the batch. */
  isPermissive: boolean
}

interface AcceptedBatch {
  ids: string[]
  /** By the index in the batch. */
  refused: { index: number; message: string }[]
  spent: QuotaUse | undefined
}

/** Accepts a batch. Lookups are shared by all of its emails. */
export async function acceptBatch(tx: Tx, batch: BatchRequest, now: Date): Promise<AcceptedBatch> {
  const { team_id, isPermissive, only_from } = batch
  const asked = await renderItems(tx, batch)
  const sound = asked.filter(isSound)
  const drafts = (await draftEmails({ tx, team_id, now }, sound, { only_from })).values()
  const judged = asked.map(each => (each instanceof Refusal ? each : drafts.next().value!))
  const wrong = judged.findIndex(each => each instanceof Refusal)
  if (wrong !== -1 && !isPermissive) throw refusalInBatch(judged[wrong] as Refusal, wrong)
  const accepted = judged.filter(isSound)
  const bytes = accepted.reduce((sum, { email }) => sum + contentBytes(email), 0)
  const tooLarge = batchTooLarge(bytes)
  if (tooLarge) throw tooLarge
  // quotas apply to the team: if one is used up, a permissive batch is refused as a whole, too
  const spent = await acceptDrafts(tx, accepted, now)
  const refused = judged.flatMap((each, index) => (each instanceof Refusal ? { index, message: each.message } : []))
  return { ids: accepted.map(({ email }) => email.id), refused, spent }
}

const isSound = <T>(each: T | Refusal): each is T => !(each instanceof Refusal)

/** Each email with its rendered template, or its refusal. */
async function renderItems(
  tx: Tx,
  { team_id, bodies, faults, scheduled_by }: BatchRequest,
): Promise<(EmailRequest | Refusal)[]> {
  const checked = bodies.map((body, index) => faults.get(index) ?? valueOrRefusal(() => checkedItem(body)))
  const templates = checked.flatMap(each =>
    each instanceof Refusal || !each.template ? [] : { id: each.template.id, variables: emailTemplateValues(each) },
  )
  const contents = (await renderTemplates({ tx, team_id }, templates, templateBudget())).values()
  return checked.map(body => {
    if (body instanceof Refusal) return body
    if (!body.template) return { body, scheduled_by }
    const content = contents.next().value!
    return content instanceof Refusal ? content : { body, rendered: content, scheduled_by }
  })
}

function checkedItem(body: SendEmail): SendEmail {
  refuseFiles(body)
  if (body.template) checkTemplateBody(body)
  return body
}
