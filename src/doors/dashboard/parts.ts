// What the dashboard is given by the app: the parts of the server that its pages use.
import type { PersonalList } from '../../campaigns/privacy/export/actions.ts'
import type { FileLinks } from '../../mail/attachments/actions.ts'
import type { DomainSettings } from '../../identity/domains/actions.ts'
import type { RelayRule } from '../../base/net/relays.ts'
import type { Uploads } from '../../audience/imports/actions.ts'
import type { OAuth } from '../../identity/oauth/actions.ts'
import type { ShareTokens } from '../../base/secrets/share-token.ts'
import type { UsageLimits } from '../../watch/usage/actions.ts'
import type { Database } from '../../base/store/database.ts'

/** A line about the state of the server, for everyone who is logged in. */
export interface Notice {
  words: string
  is_trouble: boolean
}

/** A relay with its rules, without its login. */
export interface RelayView extends Omit<RelayRule, 'url'> {
  host: string
}

export interface DashboardParts {
  database: Database
  oauth: Omit<OAuth, 'handlers' | 'findCallerWithToken'>
  public_url: string
  /** To what is in attachments. */
  links: FileLinks
  /** For pages that show an email without a login. */
  shares: ShareTokens
  /** Who takes in files of contacts. */
  uploads: Uploads
  /** What was answered last is written when it resolves. */
  logs: { written(): Promise<void> }
  /** What rooms hold of a person, as it is handed out. */
  personal_lists: readonly PersonalList[]
  /** The mail server that mail goes to, without a password; `undefined`: mail is captured. */
  relay: string | undefined
  /** Those that mail goes by, if it does. */
  relays: readonly RelayView[]
  /** What the records of sending domains say of this server. */
  domains: DomainSettings
  /** What the operator lets a team use. */
  limits: UsageLimits
  /** Signs the tokens in forms. */
  csrf_secret: string
  /** Signs the cookie of a known browser. Not the secret above: that signs tokens for visitors without a login. */
  browser_secret: string
  now: () => Date
  /** What there is to say now, asked for at each page. */
  notice?: () => Notice | undefined
}
