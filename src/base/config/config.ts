// The server's configuration, derived from its settings. All settings are optional; a given setting must be valid.
import path from 'node:path'
import { type AgentConfig, readAgentConfig } from './agent-settings.ts'
import type { Proxies } from '../net/client-ip.ts'
import type { Encryption } from '../net/relay.ts'
import { MAIN_RELAY, type RelayRule, parseRelays } from '../net/relays.ts'
import { type DeliveryMode, type ProcessRole, readSettings, type Settings, SETTINGS } from './settings.ts'
import { type ProviderConfig, providerFaults, readProviderConfig } from './provider-settings.ts'
import { isPostgres } from '../store/postgres/address.ts'
import { hostOf, isAddress, isThisMachine, isPublicAddress } from '../text/destination.ts'

export interface Config {
  port: number
  host: string
  /** Without a trailing slash: the issuer of tokens and the base of all links. */
  public_url: string
  data_dir: string
  database_url: string
  /** The database file, if any, and the setting that its path comes from. */
  database_file: string | undefined
  database_setting: 'DATA_DIR' | 'DATABASE_URL'
  /** The roles of this process. */
  roles: readonly ProcessRole[]
  /** Below this number of free bytes, the disk of the database file counts as nearly full. */
  disk_free_min: number
  /** Whether SQLite checkpoints its write-ahead log. `false`: another program checkpoints it after copying the log. */
  moves_log: boolean
  /** Where mail goes: captured in the mailbox, sent to a relay, or sent directly to the mail servers of each domain. */
  delivery: DeliveryMode
  /** The relay for all mail, if there is one. */
  smtp_url: string | undefined
  /** All relays, `smtp_url` first. With `direct`, they are only used for mail that matches their rules. */
  relays: readonly RelayRule[]
  /** The port of the mail servers in direct delivery. */
  mx_port: number
  /** What to do with mail that no server accepted. */
  delivery_policy: DeliveryPolicy
  /** Maximum number of queued emails; further ones are refused. */
  backlog_max: number
  /** Maximum requests of a team per second; 0: no limit. */
  rate_limit: number
  quotas: Quotas
  smtp: { connections: number; encryption: Encryption; own_name: string }
  admin_email: string
  /** Used only at the first start; `undefined`: a random one is generated and printed. */
  admin_password: string | undefined
  bootstrap_api_key: string | undefined
  /** Used only by `password:reset`; `undefined`: a random one is generated and printed. */
  new_password: string | undefined
  log_level: string
  retention: Retention
  webhooks: WebhookConfig
  /** `undefined`: agents of inboxes have no model. */
  agent: AgentConfig | undefined
  /** The OpenID provider for login. */
  provider: ProviderConfig | undefined
  /** `undefined`: the server creates no scheduled backups. */
  backups: BackupPlan | undefined
  /** Maximum bytes of a contact file, and of all images of a team. */
  import_bytes_max: number
  images_bytes_max: number
  /** How long a stopping server waits for running requests and jobs. */
  stop_s: number
  /** How metrics can be read; if neither is set, they cannot be read. */
  metrics: { token: string | undefined; port: number | undefined }
  /** Where traces and metrics are sent; `undefined`: telemetry is disabled and its code is not loaded. */
  telemetry: TelemetryConfig | undefined
  /** The endpoint for agents; `undefined`: disabled. */
  mcp: McpConfig | undefined
  /** The proxies whose `X-Forwarded-For` is trusted. */
  trusted_proxies: Proxies
  /** Networks that customers' URLs may reach although they are not public. */
  private_networks: Proxies
  /** Name servers as `ip` or `ip:port`; empty: those of the system. */
  dns_servers: readonly string[]
  /** The host name of this server in SMTP. */
  mail_host: string
  /** Whether email is accepted from unverified domains. */
  unverified_domains: 'allow' | 'refuse' | 'captured'
  /** The relay's name for `include:` in SPF records of domains; `undefined`: the records have `a:` and this server's name. */
  spf_include: string | undefined
  /** Whether bounces are received, by this process or another one with the same settings. */
  takes_bounces: boolean
  mail_in: MailInConfig
  oauth: OAuthConfig
  /** Environment variables that look like misspelled settings, for the log. */
  nearly: { name: string; meant: string }[]
}

export interface TelemetryConfig {
  endpoint: string
  /** The share of the traces started here that is sent. */
  ratio: number
}

/** What to do with mail that no server accepted. */
export interface DeliveryPolicy {
  /** Whether to resend mail that may already have been accepted. */
  unknown: 'resend' | 'hold'
  /** How long delivery of an email is retried. */
  expiry_ms: number
}

/** Maximum recipients of a team's emails per day and per month (UTC); 0: no quota. */
export interface Quotas {
  daily: number
  monthly: number
}

/** The language model for the agents of inboxes. */
/** Days after which finished records are removed; 0: never. */
export interface Retention {
  emails_days: number
  captured_days: number
  /** For received emails. */
  received_days: number
  /** For data about opens and clicks that identifies a person. */
  tracking_days: number
  /** For webhook events. */
  webhooks_days: number
  /** For the request log; 0: requests are not logged. */
  logs_days: number
  /** For the audit log. */
  audit_days: number
}

export interface WebhookConfig {
  /** For a whole webhook request and its response. */
  limit_ms: number
  /** The sender of notices to administrators; `undefined`: the default. */
  notices_from: string | undefined
}

export interface BackupPlan {
  every_hours: number
  folder: string
  /** The number of backups to keep. */
  keep: number
}

/** Incoming mail; without a port, none is accepted. */
interface MailInConfig {
  host: string
  reports_port: number | undefined
  submission_port: number | undefined
  /** Maximum size of an accepted message. */
  message_bytes_max: number
  /** What to do with mail that fails DMARC if its domain's policy is `reject`. */
  dmarc_reject: 'spam' | 'refuse'
  /** The URL of a spam filter; `undefined`: none. */
  spam_check_url: string | undefined
  certificate: { key_file: string; cert_file: string } | undefined
}

export interface McpConfig {
  /** Web origins besides this server's own that browsers may send requests from. */
  allowed_origins: readonly string[]
}

export interface OAuthConfig {
  access_token_s: number
  refresh_token_days: number
  /** How long a rotated refresh token still returns its successor; 0: not at all. */
  refresh_window_s: number
  /** Lifetime of the codes of a device authorization. */
  device_code_s: number
  /**
   * Whether errors for the `https` callback of an unverified client are shown in the browser instead of being sent by
   * redirect.
   */
  untrusted_errors_as_json: boolean
  /** Hosts from which client metadata documents are accepted. */
  document_hosts: { some: boolean; includes(host: string): boolean }
}

/** Reads and checks the configuration. Throws an error that lists every invalid setting and its valid values. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { settings, wrong } = readSettings(env)
  if (settings.BACKUP_EVERY_HOURS > 0 && isPostgres(settings.DATABASE_URL ?? '')) wrong.push(NO_BACKUPS)
  const [role, other] = wrong.length > 0 ? [] : settings.ROLES
  if (role && !other && !isPostgres(settings.DATABASE_URL ?? '')) wrong.push(needsOther(role))
  if (wrong.length === 0)
    wrong.push(...deliveryFaults(settings), ...certificateFaults(settings), ...providerFaults(settings))
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  const data_dir = path.resolve(settings.DATA_DIR)
  const database_url = settings.DATABASE_URL ?? `sqlite:${path.join(data_dir, 'lettermill.db')}`
  const public_url = settings.PUBLIC_URL ?? new URL(`http://localhost:${settings.PORT}`).origin
  const own_name = settings.MAIL_HOST ?? new URL(public_url).hostname
  return {
    port: settings.PORT,
    host: settings.HOST,
    public_url,
    data_dir,
    database_url,
    database_file: isPostgres(database_url) ? undefined : path.resolve(database_url.replace(/^sqlite:/, '')),
    database_setting: settings.DATABASE_URL === undefined ? 'DATA_DIR' : 'DATABASE_URL',
    roles: settings.ROLES,
    disk_free_min: settings.DISK_FREE_MIN_MB * 1_000_000,
    moves_log: settings.SQLITE_CHECKPOINTS === 'on',
    delivery: deliveryOf(settings),
    smtp_url: deliveryOf(settings) === 'relay' ? settings.SMTP_URL : undefined,
    relays: deliveryOf(settings) === 'capture' ? [] : relaysIn(settings),
    mx_port: settings.MX_PORT,
    delivery_policy: { unknown: settings.UNKNOWN_OUTCOME, expiry_ms: settings.EMAIL_EXPIRY_HOURS * 3_600_000 },
    backlog_max: settings.BACKLOG_MAX,
    rate_limit: settings.RATE_LIMIT_PER_SECOND,
    quotas: { daily: settings.QUOTA_DAILY, monthly: settings.QUOTA_MONTHLY },
    smtp: { connections: settings.SMTP_CONNECTIONS, encryption: settings.SMTP_TLS, own_name },
    admin_email: settings.ADMIN_EMAIL,
    admin_password: settings.ADMIN_PASSWORD,
    new_password: settings.NEW_PASSWORD,
    bootstrap_api_key: settings.BOOTSTRAP_API_KEY,
    log_level: settings.LOG_LEVEL,
    mcp: settings.MCP === 'on' ? { allowed_origins: settings.MCP_ALLOWED_ORIGINS } : undefined,
    trusted_proxies: settings.TRUSTED_PROXIES,
    private_networks: settings.ALLOW_PRIVATE_ADDRESSES ? NOT_PUBLIC : settings.ALLOWED_PRIVATE_NETWORKS,
    dns_servers: settings.DNS_SERVERS,
    spf_include: settings.SPF_INCLUDE,
    takes_bounces: settings.SMTP_IN_PORT !== undefined,
    unverified_domains: unverifiedDomains(settings),
    mail_host: own_name,
    retention: retentionOf(settings),
    agent: readAgentConfig(settings),
    provider: readProviderConfig(settings),
    webhooks: { limit_ms: settings.WEBHOOK_TIMEOUT_SECONDS * 1000, notices_from: settings.NOTICES_FROM },
    backups: settings.BACKUP_EVERY_HOURS > 0 ? backupPlanOf(settings, data_dir) : undefined,
    import_bytes_max: settings.IMPORT_MAX_MB * 1_000_000,
    images_bytes_max: settings.IMAGES_MAX_MB * 1_000_000,
    stop_s: settings.STOP_SECONDS,
    telemetry: telemetryOf(settings),
    metrics: { token: settings.METRICS_TOKEN, port: settings.METRICS_PORT },
    mail_in: mailInOf(settings),
    oauth: {
      access_token_s: settings.OAUTH_ACCESS_TOKEN_SECONDS,
      refresh_token_days: settings.OAUTH_REFRESH_TOKEN_DAYS,
      refresh_window_s: settings.OAUTH_REFRESH_WINDOW_SECONDS,
      device_code_s: settings.OAUTH_DEVICE_CODE_SECONDS,
      untrusted_errors_as_json: settings.OAUTH_UNTRUSTED_ERRORS_AS_JSON,
      document_hosts: documentHosts(settings),
    },
    nearly: nearlyOurs(Object.keys(env), Object.keys(SETTINGS)),
  }
}

const NO_BACKUPS =
  'BACKUP_EVERY_HOURS supports only SQLite, and DATABASE_URL is a PostgreSQL database. Back it up with its own tools (see docs/postgres.md).'

/**
 * All private addresses, for ALLOW_PRIVATE_ADDRESSES. Public ones are excluded, because an isolated server must not
 * call them.
 */
const NOT_PUBLIC: Proxies = { includes: ip => isAddress(ip) && !isPublicAddress(ip) }

function documentHosts({
  OAUTH_CLIENT_DOCUMENT_HOSTS: taken,
  OAUTH_CLIENT_DOCUMENT_BLOCKED_HOSTS: blocked,
}: Settings): OAuthConfig['document_hosts'] {
  return { some: taken.some, includes: host => taken.includes(host) && !blocked.includes(host) }
}

function telemetryOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...settings }: Settings): TelemetryConfig | undefined {
  return endpoint === undefined ? undefined : { endpoint, ratio: settings.OTEL_TRACES_SAMPLER_ARG }
}

function deliveryOf({ DELIVERY, SMTP_URL, SMTP_RELAYS }: Settings): DeliveryMode {
  return DELIVERY ?? (SMTP_URL === undefined && SMTP_RELAYS === undefined ? 'capture' : 'relay')
}

function relaysIn({ SMTP_URL, SMTP_RELAYS, SMTP_CONNECTIONS }: Settings): RelayRule[] {
  const rest = { weight: 1, domains: [], senders: [], connections: SMTP_CONNECTIONS, per_minute: undefined }
  const main = SMTP_URL === undefined ? [] : [{ name: MAIN_RELAY, url: SMTP_URL, ...rest }]
  return [...main, ...parseRelays(SMTP_RELAYS ?? '', SMTP_CONNECTIONS)]
}

/** `local`: allowed while no email leaves the machine. */
function unverifiedDomains(settings: Settings): Config['unverified_domains'] {
  const { UNVERIFIED_DOMAINS } = settings
  if (UNVERIFIED_DOMAINS === 'allow' || UNVERIFIED_DOMAINS === 'refuse') return UNVERIFIED_DOMAINS
  const delivery = deliveryOf(settings)
  if (delivery === 'capture') return 'captured'
  const isHere = ({ url }: RelayRule): boolean => isThisMachine(hostOf(new URL(url)))
  return delivery === 'relay' && relaysIn(settings).every(isHere) ? 'allow' : 'refuse'
}

/**
 * Finds contradictory settings. A relay together with `capture` is not one: it lets the operator switch sending off and
 * on.
 */
function deliveryFaults(settings: Settings): string[] {
  const { DELIVERY, SMTP_URL } = settings
  const relays = relaysIn(settings)
  if (DELIVERY === 'relay' && relays.length === 0)
    return ['DELIVERY is "relay", but no relay is set. Set SMTP_URL, or set DELIVERY to capture or direct.']
  if (DELIVERY !== 'direct') return []
  if (SMTP_URL !== undefined)
    return ['DELIVERY is "direct", but SMTP_URL sets a relay for all email. Unset one of them.']
  const general = relays.find(({ domains, senders }) => domains.length + senders.length === 0)
  if (!general) return []
  return [`DELIVERY is "direct", but the relay "${general.name}" is for all email. Set its domains or senders.`]
}

function mailInOf(settings: Settings): MailInConfig {
  const { HOST, SMTP_IN_HOST, SMTP_IN_PORT, SMTP_IN_MAX_MB, SMTP_SUBMISSION_PORT } = settings
  const { SMTP_IN_KEY_FILE, SMTP_IN_CERT_FILE } = settings
  const certificate =
    SMTP_IN_KEY_FILE !== undefined && SMTP_IN_CERT_FILE !== undefined
      ? { key_file: SMTP_IN_KEY_FILE, cert_file: SMTP_IN_CERT_FILE }
      : undefined
  return {
    host: SMTP_IN_HOST ?? HOST,
    reports_port: SMTP_IN_PORT,
    submission_port: SMTP_SUBMISSION_PORT,
    message_bytes_max: SMTP_IN_MAX_MB * 1_000_000,
    dmarc_reject: settings.DMARC_REJECT,
    spam_check_url: settings.SPAM_CHECK_URL,
    certificate,
  }
}

/** A certificate requires both files. */
function certificateFaults({ SMTP_IN_KEY_FILE, SMTP_IN_CERT_FILE }: Settings): string[] {
  if ((SMTP_IN_KEY_FILE === undefined) === (SMTP_IN_CERT_FILE === undefined)) return []
  return ['SMTP_IN_CERT_FILE and SMTP_IN_KEY_FILE must be set together.']
}

function needsOther(role: ProcessRole): string {
  return `ROLES is "${role}", but SQLite supports only one process, with web,worker. To run several processes, set DATABASE_URL to a PostgreSQL database (see docs/postgres.md).`
}

function backupPlanOf(settings: Settings, data_dir: string): BackupPlan {
  const folder = path.resolve(settings.BACKUP_DIR ?? path.join(data_dir, 'backups'))
  return { every_hours: settings.BACKUP_EVERY_HOURS, folder, keep: settings.BACKUP_KEEP }
}

/** Names that are probably misspelled settings: names that other programs use, or names with few typing errors. */
function nearlyOurs(given: string[], ours: string[]): Config['nearly'] {
  return given.flatMap(name => {
    if (ours.includes(name)) return []
    const plain = plainName(name)
    const usual = OTHER_NAMES[plain]
    if (usual !== undefined) return given.includes(usual) ? [] : [{ name, meant: usual }]
    const meant = ours.find(known => isSlip(plain, plainName(known)))
    return meant === undefined ? [] : [{ name, meant }]
  })
}

/** Settings of other programs in the form of `plainName`, each with its name here. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  SMTPHOST: 'SMTP_URL',
  SMTPSERVER: 'SMTP_URL',
  SMTPRELAY: 'SMTP_URL',
  MAILURL: 'SMTP_URL',
  BASEURL: 'PUBLIC_URL',
  DBURL: 'DATABASE_URL',
  POSTGRESURL: 'DATABASE_URL',
}

/** In upper case, without `_`, `-` and the product name, which starts no setting. */
function plainName(name: string): string {
  return name
    .toUpperCase()
    .replace(/^LETTERMILL/, '')
    .replaceAll(/[_-]/g, '')
}

/** Whether one name is a misspelling of the other. Longer names may have more wrong, missing or added letters. */
function isSlip(name: string, known: string): boolean {
  const allowed = Math.floor((known.length - 2) / 4)
  return Math.abs(name.length - known.length) <= allowed && distance(name, known) <= allowed
}

/** The Damerau-Levenshtein distance (optimal string alignment): two swapped letters are one error. */
function distance(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1]
    for (let index = 0; index < other.length; index++) {
      const replaced = row[index]! + (other[index] === one[at] ? 0 : 1)
      const swapped = one[at] === other[index - 1] && one[at - 1] === other[index] ? before[index - 1]! + 1 : Infinity
      next.push(Math.min(replaced, row[index + 1]! + 1, next[index]! + 1, swapped))
    }
    before = row
    row = next
  }
  return row.at(-1)!
}

function retentionOf(settings: Settings): Retention {
  return {
    emails_days: settings.RETENTION_DAYS,
    captured_days: settings.CAPTURED_RETENTION_DAYS,
    received_days: settings.RECEIVED_RETENTION_DAYS,
    tracking_days: settings.TRACKING_FACTS_DAYS,
    webhooks_days: settings.WEBHOOK_RETENTION_DAYS,
    logs_days: settings.LOG_RETENTION_DAYS,
    audit_days: settings.AUDIT_RETENTION_DAYS,
  }
}
