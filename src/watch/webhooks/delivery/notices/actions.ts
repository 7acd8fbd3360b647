// Mails the administrators of a team about an endpoint that fails, as an ordinary email of the team.
import type { Logger } from 'pino'
import { findSendingName } from '../../../../identity/domains/actions.ts'
import { listMembers } from '../../../../identity/teams/actions.ts'
import { acceptEmail } from '../../../../mail/emails/actions.ts'
import { parsedAddress } from '../../../../base/text/addresses.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import type { TeamUnit } from '../../../../base/store/database.ts'
import { ADMINISTRATORS_TOLD_MAX, mailNameOfServer, type EndpointNotice, noticeMail } from './rules.ts'

/** Writes a mail in the unit in which the endpoint was seen to fail, or says in the log that it could not. */
export type TellTeam = (unit: TeamUnit, notice: EndpointNotice, log: Pick<Logger, 'warn'>) => Promise<void>

/** `notices_from`: whom they are from, if that is set and the team may send from there. */
export function tellAdministrators(notices_from: string | undefined): TellTeam {
  return async (unit, notice, log) => {
    const { tx, team_id, now } = unit
    const members = await listMembers(tx, { team_id })
    const admins = members.filter(({ role, email }) => role === 'admin' && parsedAddress(email))
    const to = admins.map(({ email }) => email)
    let reason = 'no administrator of the team has an address that mail can go to'
    for (const from of to.length > 0 ? await findSenders(unit, notices_from) : []) {
      try {
        await acceptEmail(tx, { team_id, body: noticeMail(notice, from, to.slice(0, ADMINISTRATORS_TOLD_MAX)) }, now)
        return
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        reason = error.message
      }
    }
    log.warn({ team_id, about: notice.about, reason }, 'no mail about a webhook endpoint that fails could be sent')
  }
}

/** From which addresses it is tried to send, one after the other. */
async function findSenders({ tx, team_id }: TeamUnit, notices_from: string | undefined): Promise<string[]> {
  const verified = await findSendingName(tx, { team_id })
  const names = [...(verified ? [verified.name] : []), mailNameOfServer(tx.settings.leaving.public_url)]
  return [...(notices_from === undefined ? [] : [notices_from]), ...names.map(name => `notices@${name}`)]
}
