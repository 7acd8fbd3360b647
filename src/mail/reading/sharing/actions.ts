// Sharing for other rooms: signs a link that shows an email without a login for a while.
import type { SharedMail, ShareTokens } from '../../../base/secrets/share-token.ts'

export { sharedFor } from './rules.ts'

export async function signShareLink(
  tokens: ShareTokens,
  public_url: string,
  shared: SharedMail,
  now: Date,
): Promise<string> {
  return `${public_url}/shared?token=${await tokens.sign(shared, now)}`
}
