// Emails the administrators of a team about a failing endpoint, and a person about their account. They are ordinary
// emails of the team.
import type { Logger } from 'pino'
import type { InSchemas } from '../../../../../generated/api.ts'
import { findSendingName } from '../../../../identity/domains/store.ts'
import { managesMembers } from '../../../../identity/teams/roles.ts'
import { listMembers } from '../../../../identity/teams/store.ts'
import { acceptEmail } from '../../../../mail/emails/actions.ts'
import { parseAddress } from '../../../../base/text/addresses.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import type { TeamUnit } from '../../../../base/store/database.ts'
import {
  ADMINISTRATORS_NOTIFIED_MAX,
  type EndpointNotice,
  serverMailDomain,
  noticeMail,
  type PersonNotice,
  personMail,
} from './rules.ts'

/** Accepts an email in the unit that records the failure; if it is refused, logs why. */
export type NotifyTeam = (unit: TeamUnit, notice: EndpointNotice, log: Pick<Logger, 'warn'>) => Promise<void>

/** `notices_from`: the preferred sender; others are tried if the team may not send from it. */
export function notifyAdministrators(notices_from: string | undefined): NotifyTeam {
  return async (unit, notice, log) => {
    const { tx, team_id } = unit
    const members = await listMembers(tx, { team_id })
    const admins = members.filter(({ role, email }) => managesMembers(role) && parseAddress(email))
    const to = admins.map(({ email }) => email)
    const some = to.slice(0, ADMINISTRATORS_NOTIFIED_MAX)
    const reason =
      to.length > 0
        ? await acceptNotice(unit, notices_from, from => noticeMail(notice, from, some))
        : 'no administrator has a valid email address'
    if (reason === undefined) return
    log.warn({ team_id, about: notice.about, reason }, 'webhook notice not sent')
  }
}

/** Accepts an email from the first sender that may send it. Returns its id, or why none could send it. */
async function acceptNotice(
  unit: TeamUnit,
  notices_from: string | undefined,
  mailFrom: (from: string) => InSchemas['SendEmail'],
): Promise<{ id: string } | { reason: string | undefined }> {
  const { tx, team_id, now } = unit
  let reason: string | undefined
  for (const from of await findSenders(unit, notices_from)) {
    try {
      return await acceptEmail(tx, { team_id, body: mailFrom(from) }, now)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      reason = error.message
    }
  }
  return { reason }
}

/**
 * Sends a person an email about their account or an invitation, from the team, if allowed. Returns the id of the
 * accepted email.
 */
export async function acceptPersonNotice(
  unit: TeamUnit,
  notices_from: string | undefined,
  mail: PersonNotice,
): Promise<string | undefined> {
  if (!parseAddress(mail.to)) return undefined
  const accepted = await acceptNotice(unit, notices_from, from => personMail(mail, from))
  return 'id' in accepted ? accepted.id : undefined
}

/** The senders to try, in order. */
async function findSenders({ tx, team_id }: TeamUnit, notices_from: string | undefined): Promise<string[]> {
  const verified = await findSendingName(tx, { team_id })
  const names = [...(verified ? [verified.name] : []), serverMailDomain(tx.settings.leaving.public_url)]
  return [...(notices_from === undefined ? [] : [notices_from]), ...names.map(name => `notices@${name}`)]
}
