// The settings of the OAuth authorization server, rows of settings.ts.
import { hostPatterns } from './address-values.ts'
import { integer, booleanValue } from './setting-values.ts'

export const OAUTH_SETTINGS = {
  OAUTH_ACCESS_TOKEN_SECONDS: { values: integer(60, 86_400), default: '900', sentence: 'lifetime of an access token' },
  OAUTH_REFRESH_TOKEN_DAYS: {
    values: integer(1, 3650),
    default: '60',
    sentence: 'lifetime of a refresh token, counted from its issue',
  },
  OAUTH_REFRESH_WINDOW_SECONDS: {
    values: integer(0, 3600),
    default: '60',
    sentence:
      'how long a rotated refresh token still returns its successor, for clients that lost the response; `0`: disabled',
  },
  OAUTH_DEVICE_CODE_SECONDS: {
    values: integer(60, 1800),
    default: '600',
    sentence: 'lifetime of a device code',
  },
  OAUTH_UNTRUSTED_ERRORS_AS_JSON: {
    values: booleanValue,
    default: 'false',
    sentence:
      'authorization errors of an unverified client with an `https` redirect URI are answered as JSON and not redirected',
  },
  OAUTH_CLIENT_DOCUMENT_HOSTS: {
    values: hostPatterns,
    default: '*',
    sentence:
      'hosts whose [client metadata documents](oauth.md#publish-a-client-document) are accepted; `none`: clients must register',
  },
  OAUTH_CLIENT_DOCUMENT_BLOCKED_HOSTS: {
    values: hostPatterns,
    default: 'none',
    sentence: 'hosts whose client metadata documents are never accepted, even if the setting above allows them',
  },
}
