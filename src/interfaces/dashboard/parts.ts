// The parts of the server that the pages of the dashboard use. The app passes them in.
import type { PersonalList } from '../../campaigns/privacy/export/actions.ts'
import type { FileLinks } from '../../mail/attachments/actions.ts'
import type { DomainSettings } from '../../identity/domains/actions.ts'
import type { RelayRule } from '../../base/net/relays.ts'
import type { RelayStatus } from '../../base/net/relay-status.ts'
import type { Uploads } from '../../audience/imports/actions.ts'
import type { OAuth } from '../../identity/oauth/actions.ts'
import type { Provider } from '../../identity/oauth/provider/actions.ts'
import type { ShareTokens } from '../../base/secrets/share-token.ts'
import type { UsageLimits } from '../../watch/usage/actions.ts'
import type { Database } from '../../base/store/database.ts'
import type { DiskStatus } from '../../base/store/disk-watch.ts'

/** A line about the state of the server, shown to every logged-in person. */
export interface Notice {
  words: string
  /** The last check of what the notice is about: when, and its result. */
  checked?: { at: string; result: string }
  is_trouble: boolean
}

/** The state of this process, for operators; what it does not have is `undefined`. */
export interface ServerState {
  relay: RelayStatus | undefined
  disk: DiskStatus | undefined
}

/** A relay with its rules, without its login. */
export interface RelayView extends Omit<RelayRule, 'url'> {
  host: string
}

export interface DashboardParts {
  database: Database
  oauth: Omit<OAuth, 'handlers' | 'findCallerWithToken'>
  public_url: string
  /** The OpenID provider that people can log in with, if one is set. */
  provider: Provider | undefined
  /** Whether there is an endpoint for agents. */
  has_mcp: boolean
  /** Makes links to files of mails and to raw mails. */
  links: FileLinks
  /** Signs and checks the tokens of links that show an email without a login. */
  shares: ShareTokens
  /** Receives files of contacts. */
  uploads: Uploads
  /** Most bytes of all images of a team. */
  images_bytes_max: number
  /** Resolves when all requests answered so far are written to the log. */
  logs: { written(): Promise<void> }
  /** Lists of what the rooms store about a person, for the export of personal data. */
  personal_lists: readonly PersonalList[]
  /** The relay that mail goes to, without its password; `undefined`: mail is captured. */
  relay: string | undefined
  /** All relays that mail goes to, if any. */
  relays: readonly RelayView[]
  /** Settings that the DNS records of sending domains depend on. */
  domains: DomainSettings
  /** Limits that the operator sets for what a team uses. */
  limits: UsageLimits
  /** Signs the CSRF tokens in forms. */
  csrf_secret: string
  /** Signs the cookie of a known browser. It is not `csrf_secret`, as that signs tokens for visitors without a login, too. */
  browser_secret: string
  /** Seals the secrets of second factors. */
  factor_secret: string
  /** The preferred sender of mails about an account. */
  notices_from: string | undefined
  now: () => Date
  server: () => ServerState
  /** The current notice, called for every page. */
  notice?: () => Notice | undefined
}
