// The settings of the OpenID provider for login, rows of settings.ts.
import { isThisMachine, hostOf, urlFault } from '../text/destination.ts'
import { anyText, textMatching } from './setting-values.ts'

/** The OpenID provider for login. */
export interface ProviderConfig {
  issuer: string
  client_id: string
  client_secret: string
  /** The name shown to users. */
  name: string
}

const issuer = textMatching(
  'an `https` URL',
  'must be the https URL of an issuer, without query and fragment; http is allowed only for this machine',
  given => {
    if (urlFault(given) !== undefined) return false
    const url = new URL(given)
    return (url.protocol === 'https:' || isThisMachine(hostOf(url))) && !/[?#]/.test(given)
  },
)

export const PROVIDER_SETTINGS = {
  OIDC_ISSUER: {
    values: issuer,
    otherwise: 'none',
    sentence:
      'the issuer of the OpenID provider for [login](sign-in.md#openid-connect), exactly as in its metadata; requires the two settings below',
  },
  OIDC_CLIENT_ID: {
    values: anyText,
    otherwise: 'none',
    sentence: 'the client id of this server at the provider',
  },
  OIDC_CLIENT_SECRET: {
    values: anyText,
    otherwise: 'none',
    secret: true as const,
    sentence: 'the client secret of this server at the provider',
  },
  OIDC_NAME: {
    values: textMatching('up to 40 characters', 'must have at most 40 characters', given => given.length <= 40),
    otherwise: 'the host of `OIDC_ISSUER`',
    sentence: 'the name of the provider on the login button',
  },
}

type ProviderSettingValues = Partial<Record<keyof typeof PROVIDER_SETTINGS, string | undefined>>

/** Settings of a provider that are set without the others they require. */
export function providerFaults(given: ProviderSettingValues): string[] {
  if (given.OIDC_ISSUER !== undefined) {
    const missing = (['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const).filter(name => given[name] === undefined)
    if (missing.length === 0) return []
    return [
      `OIDC_ISSUER requires ${missing.join(' and ')}. Set ${missing.length > 1 ? 'them' : 'it'}, or unset OIDC_ISSUER.`,
    ]
  }
  const alone = (['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const).filter(
    name => given[name] !== undefined,
  )
  return alone.map(name => `${name} requires OIDC_ISSUER. Set it, or unset ${name}.`)
}

export function readProviderConfig({
  OIDC_ISSUER,
  OIDC_CLIENT_ID,
  OIDC_CLIENT_SECRET,
  OIDC_NAME,
}: ProviderSettingValues): ProviderConfig | undefined {
  if (OIDC_ISSUER === undefined) return undefined
  const name = OIDC_NAME ?? new URL(OIDC_ISSUER).host
  return { issuer: OIDC_ISSUER, client_id: OIDC_CLIENT_ID!, client_secret: OIDC_CLIENT_SECRET!, name }
}
