// The parts of the server that the dashboard pages use. The app passes them in.
import type { PersonalList } from '../../campaigns/privacy/export/actions.ts'
import type { FileLinks } from '../../mail/attachments/actions.ts'
import type { DomainSettings } from '../../identity/domains/records.ts'
import type { RelayRule } from '../../base/net/relays.ts'
import type { RelayStatus } from '../../base/net/relay-status.ts'
import type { Uploads } from '../../audience/imports/actions.ts'
import type { OAuth } from '../../identity/oauth/actions.ts'
import type { Provider } from '../../identity/login/openid/actions.ts'
import type { ShareTokens } from '../../base/secrets/share-token.ts'
import type { UsageLimits } from '../../watch/usage/rules.ts'
import type { Database } from '../../base/store/database.ts'
import type { DiskStatus } from '../../base/store/disk-monitor.ts'

/** A line about the state of the server, shown to every logged-in person. */
export interface Notice {
  words: string
  /** The time and result of the last check of the notice's subject. */
  checked?: { at: string; result: string }
  is_trouble: boolean
}

/** The state of this process, for operators; missing parts are `undefined`. */
export interface ServerState {
  relay: RelayStatus | undefined
  disk: DiskStatus | undefined
}

/** A relay with its rules, without its credentials. */
export interface RelayInfo extends Omit<RelayRule, 'url'> {
  host: string
}

export interface DashboardParts {
  database: Database
  oauth: Omit<OAuth, 'handlers' | 'findCallerWithToken'>
  public_url: string
  /** The OpenID provider that people can log in with, if configured. */
  provider: Provider | undefined
  /** Whether there is an endpoint for agents. */
  has_mcp: boolean
  /** Creates links to files of emails and to raw emails. */
  links: FileLinks
  /** Signs and checks the tokens of links that show an email without a login. */
  shares: ShareTokens
  /** Receives files of contacts. */
  uploads: Uploads
  /** Maximum bytes of all images of a team. */
  images_bytes_max: number
  /** Resolves when all requests answered so far are written to the log. */
  logs: { written(): Promise<void> }
  /** Lists of the data that modules store about a person, for the export of personal data. */
  personal_lists: readonly PersonalList[]
  /** The relay that email is sent through, without its password; `undefined`: email is captured. */
  relay: string | undefined
  /** All relays that email is sent through, if any. */
  relays: readonly RelayInfo[]
  /** Settings that the DNS records of sending domains depend on. */
  domains: DomainSettings
  /** Limits that the operator configured for the usage of a team. */
  limits: UsageLimits
  /** Signs the CSRF tokens in forms. */
  csrf_secret: string
  /**
   * Signs the cookie of a known browser. Separate from `csrf_secret`, because that also signs tokens for visitors without a
   * login.
   */
  browser_secret: string
  /** Seals the secrets of second factors. */
  factor_secret: string
  /** The preferred sender of emails about an account. */
  notices_from: string | undefined
  now: () => Date
  server: () => ServerState
  /** The current notice; called for every page. */
  notice?: () => Notice | undefined
}
