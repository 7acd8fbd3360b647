// Whole months of emails go at once where they lie together, as soon as the last day of the month is old enough and
// nothing is left to be done about any of them: what was accepted is sent first, or given up in the open.
import { removeAttachmentsUntilEmail } from '../mail/attachments/actions.ts'
import { removeCapturedUntilEmail } from '../mail/delivery/actions.ts'
import { lookForUnended } from '../mail/emails/actions.ts'
import type { Work } from '../base/queue/runner.ts'
import type { MonthOfEmails, Upkeep } from '../base/store/database.ts'

/** The start of the month that the moment lies in, in UTC: what is older than that goes. */
export function startOfMonth(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth()))
}

export class OldMonths {
  readonly #upkeep: Upkeep
  /** Up to where the emails of a month are known to be over. */
  readonly #seen = new Map<string, string>()
  /** Months that cannot go in this round. */
  readonly #held = new Set<string>()

  constructor(upkeep: Upkeep) {
    this.#upkeep = upkeep
  }

  /** Does a part of it; whether there is more to do in this round. */
  async removePart(work: Work<'sweep'>, before: Date): Promise<boolean> {
    const months = await this.#upkeep.monthsBefore(before)
    const month = months.find(({ name }) => !this.#held.has(name))
    if (month) await this.#go(work, month)
    else this.#held.clear()
    return month !== undefined
  }

  async #go(work: Work<'sweep'>, month: MonthOfEmails): Promise<void> {
    const { name, from_id, until_id } = month
    const { unended_id, last_id } = await work.look(tx =>
      lookForUnended(tx, { after_id: this.#seen.get(name) ?? from_id, until_id }),
    )
    if (last_id !== undefined) this.#seen.set(name, last_id)
    if (unended_id !== undefined) {
      work.log.info({ month: name, email_id: unended_id }, 'a month is kept, as an email of it is not over')
      this.#held.add(name)
    } else if (last_id === undefined) await this.#drop(work, month)
  }

  async #drop(work: Work<'sweep'>, month: MonthOfEmails): Promise<void> {
    // a part at a time, and looked at anew before the next one
    if (await work.look(tx => removeCapturedUntilEmail(tx, month))) return
    if (await work.look(tx => removeAttachmentsUntilEmail(tx, month))) return
    if (await this.#upkeep.dropMonth(month)) {
      work.log.info({ month: month.name }, 'a month of emails was removed')
      this.#seen.delete(month.name)
    } else this.#held.add(month.name)
  }
}
