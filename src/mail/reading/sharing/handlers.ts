// The operation that shares an email: it creates a temporary link that shows the email without a login.
import { findContentBytes } from '../../emails/actions.ts'
import type { TeamTx } from '../../../base/store/database.ts'
import type { Handlers } from '../../../base/operation/operation.ts'
import { refusal } from '../../../base/text/refusal.ts'
import type { ShareTokens } from '../../../base/secrets/share-token.ts'
import { signShareLink } from './actions.ts'
import { parseShareDuration } from './rules.ts'

export type ShareHandlers = Pick<Handlers, 'shareEmail'>

/**
 * Creates the handler with `tokens`, which contain a secret. `isReceived`: looks the id up among received emails, which belong
 * to another module.
 */
export function createShareHandlers(
  tokens: ShareTokens,
  public_url: string,
  isReceived: (unit: TeamTx, id: string) => Promise<boolean>,
): ShareHandlers {
  return {
    async shareEmail({ tx, caller: { team_id }, path: { email_id }, body, now }) {
      const expires_at = new Date(now.getTime() + parseShareDuration(body?.expires_in))
      const isSent = (await findContentBytes(tx, team_id, email_id)) !== undefined
      if (!isSent && !(await isReceived({ tx, team_id }, email_id))) throw refusal('not_found', 'Email not found')
      const sign = async (): Promise<{ object: 'email'; id: string; url: string }> => {
        const url = await signShareLink(tokens, public_url, { team_id, email_id, expires_at }, now)
        return { object: 'email', id: email_id, url }
      }
      return { status: 200, afterCommit: sign }
    },
  }
}
