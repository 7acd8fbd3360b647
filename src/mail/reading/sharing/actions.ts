// Sharing for other modules: signs a temporary link that shows an email without a login.
import type { ShareTokenPayload, ShareTokens } from '../../../base/secrets/share-token.ts'

export async function signShareLink(
  tokens: ShareTokens,
  public_url: string,
  shared: ShareTokenPayload,
  now: Date,
): Promise<string> {
  return `${public_url}/shared?token=${await tokens.sign(shared, now)}`
}
