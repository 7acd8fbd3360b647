// Sharing for other modules: signs a temporary link that shows an email without a login.
import type { SharedMail, ShareTokens } from '../../../base/secrets/share-token.ts'

export async function signShareLink(
  tokens: ShareTokens,
  public_url: string,
  shared: SharedMail,
  now: Date,
): Promise<string> {
  return `${public_url}/shared?token=${await tokens.sign(shared, now)}`
}
