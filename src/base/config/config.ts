// What the settings come to. Everything is optional; what is set must be right.
import path from 'node:path'
import type { Proxies } from '../net/caller-ip.ts'
import type { Encryption } from '../net/relay.ts'
import { MAIN_RELAY, type RelayRule, relaysOf } from '../net/relays.ts'
import { type DeliveryMode, type ProcessRole, readSettings, type Settings, SETTINGS } from './settings.ts'
import { isPostgres } from '../store/postgres/address.ts'
import { hostOf, isAddress, isOwnMachine, isPublicAddress } from '../text/destination.ts'

export interface Config {
  port: number
  host: string
  /** Without a trailing slash: issuer of tokens and base of every link. */
  public_url: string
  data_dir: string
  database_url: string
  /** The file behind it, if it is one, and the setting that says where it is. */
  database_file: string | undefined
  database_setting: 'DATA_DIR' | 'DATABASE_URL'
  /** What this process does. */
  roles: readonly ProcessRole[]
  /** With fewer free bytes beside it, the disk of that file counts as nearly full. */
  disk_free_min: number
  /** Whether SQLite's write-ahead log is moved into the file, or left to a program that copies it elsewhere first. */
  moves_log: boolean
  /** Whether mail is captured in the mailbox, or goes to a relay, or straight to the mail servers of each domain. */
  delivery: DeliveryMode
  /** The relay that mail goes to, if it goes to one. */
  smtp_url: string | undefined
  /** All relays, that one first. With `direct` they take the mail that their rules name, and no other. */
  relays: readonly RelayRule[]
  /** Where mail servers listen that mail is taken to directly. */
  mx_port: number
  /** What is done about mail that was not taken. */
  delivery_policy: DeliveryPolicy
  /** Mails that may wait to be delivered; more are not accepted. */
  backlog_max: number
  /** Requests that a team may make in a second; 0: there is no limit. */
  rate_limit: number
  quotas: Quotas
  smtp: { connections: number; encryption: Encryption; own_name: string }
  admin_email: string
  /** Only used at the first start; `undefined`: a random one is made and printed. */
  admin_password: string | undefined
  bootstrap_api_key: string | undefined
  /** Only used by `password:reset`; `undefined`: a random one is made and printed. */
  new_password: string | undefined
  log_level: string
  retention: Retention
  webhooks: WebhookConfig
  /** `undefined`: the agents of inboxes have no model to ask. */
  agent: AgentConfig | undefined
  /** `undefined`: no backups but those that an operator makes. */
  backups: BackupPlan | undefined
  /** Of a file of contacts. */
  import_bytes_max: number
  /** How long a stopping server waits for what is in hand. */
  stop_s: number
  /** Where an operator's metrics are read: nowhere, when neither is set. */
  metrics: { token: string | undefined; port: number | undefined }
  /** Where traces and metrics are sent; `undefined`: nowhere, and nothing of that is loaded. */
  telemetry: TelemetryConfig | undefined
  /** Whose word on a caller's address is believed. */
  trusted_proxies: Proxies
  /** Networks that may be asked although they are not public, by any customer's URL. */
  private_networks: Proxies
  /** Whom names are looked up with, as `ip` or `ip:port`; those of the system when there are none. */
  dns_servers: readonly string[]
  /** The name of this server among mail servers. */
  mail_host: string
  /** Whether mail is accepted from domains that are not verified. */
  unverified_domains: 'allow' | 'refuse' | 'captured'
  /** Whose senders a relay sends from, in the SPF records of domains; `undefined`: this server's own. */
  spf_include: string | undefined
  /** Whether bounces are taken, here or by another process with the same settings. */
  takes_bounces: boolean
  mail_in: MailInConfig
  oauth: OAuthConfig
  /** Names that are set and are none of ours, but nearly: for the log. */
  nearly: { name: string; meant: string }[]
}

export interface TelemetryConfig {
  endpoint: string
  /** Of the traces that begin here. */
  ratio: number
}

/** What is done about mail that was not taken. */
export interface DeliveryPolicy {
  /** What to do with mail of which it is not known whether it was taken: offer it again, or never again. */
  unknown: 'resend' | 'hold'
  /** How long an email is offered. */
  expiry_ms: number
}

/** How many recipients a team's emails may have in a day and in a month of UTC; 0: there is no quota. */
export interface Quotas {
  daily: number
  monthly: number
}

/** After how many days what is over is removed; 0: never. */
/** The model that the agents of inboxes ask. */
export interface AgentConfig {
  url: string
  model: string | undefined
  key: string | undefined
  /** Where the key is, instead. */
  key_file: string | undefined
  limit_ms: number
}

export interface Retention {
  emails_days: number
  captured_days: number
  /** Of what came in. */
  received_days: number
  /** Of opens and clicks: what tells of who it was. */
  tracking_days: number
  /** Of webhook events. */
  webhooks_days: number
  /** Of the log of requests; 0: none is kept. */
  logs_days: number
  /** Of who did what. */
  audit_days: number
}

export interface WebhookConfig {
  /** For all of a post. */
  limit_ms: number
  /** Whom mails to administrators are from, if that is set. */
  notices_from: string | undefined
}

export interface BackupPlan {
  every_hours: number
  folder: string
  /** How many are kept. */
  keep: number
}

/** Where mail comes in, if it does. */
interface MailInConfig {
  host: string
  reports_port: number | undefined
  submission_port: number | undefined
  /** Of a mail that comes in. */
  message_bytes_max: number
  /** What becomes of mail that the domain of its sender asks to reject. */
  dmarc_reject: 'spam' | 'refuse'
  /** Of a spam filter that it is shown to. */
  spam_check_url: string | undefined
  certificate: { key_file: string; cert_file: string } | undefined
}

export interface OAuthConfig {
  access_token_s: number
  refresh_token_days: number
  /** How long a replaced refresh token gets its successor again; 0 is strict. */
  refresh_window_s: number
  /** Errors for the `https` callback of an unverified client are shown in the browser and not sent by redirect. */
  untrusted_errors_as_json: boolean
}

/** Reads and checks the configuration. Throws an error that lists everything that is wrong and what would be right. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { settings, wrong } = readSettings(env)
  if (settings.BACKUP_EVERY_HOURS > 0 && isPostgres(settings.DATABASE_URL ?? '')) wrong.push(NO_BACKUPS)
  const [role, other] = wrong.length > 0 ? [] : settings.ROLES
  if (role && !other && !isPostgres(settings.DATABASE_URL ?? '')) wrong.push(needsOther(role))
  if (wrong.length === 0) wrong.push(...deliveryFaults(settings), ...certificateFaults(settings))
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
    trusted_proxies: settings.TRUSTED_PROXIES,
    private_networks: settings.ALLOW_PRIVATE_ADDRESSES ? NOT_PUBLIC : settings.ALLOWED_PRIVATE_NETWORKS,
    dns_servers: settings.DNS_SERVERS,
    spf_include: settings.SPF_INCLUDE,
    takes_bounces: settings.SMTP_IN_PORT !== undefined,
    unverified_domains: unverifiedDomains(settings),
    mail_host: own_name,
    retention: retentionOf(settings),
    agent: agentOf(settings),
    webhooks: { limit_ms: settings.WEBHOOK_TIMEOUT_SECONDS * 1000, notices_from: settings.NOTICES_FROM },
    backups: settings.BACKUP_EVERY_HOURS > 0 ? backupPlanOf(settings, data_dir) : undefined,
    import_bytes_max: settings.IMPORT_MAX_MB * 1_000_000,
    stop_s: settings.STOP_SECONDS,
    telemetry: telemetryOf(settings),
    metrics: { token: settings.METRICS_TOKEN, port: settings.METRICS_PORT },
    mail_in: mailInOf(settings),
    oauth: {
      access_token_s: settings.OAUTH_ACCESS_TOKEN_SECONDS,
      refresh_token_days: settings.OAUTH_REFRESH_TOKEN_DAYS,
      refresh_window_s: settings.OAUTH_REFRESH_WINDOW_SECONDS,
      untrusted_errors_as_json: settings.OAUTH_UNTRUSTED_ERRORS_AS_JSON,
    },
    nearly: nearlyOurs(Object.keys(env), Object.keys(SETTINGS)),
  }
}

const NO_BACKUPS =
  'BACKUP_EVERY_HOURS is for a database in a file, and DATABASE_URL is a PostgreSQL: back that up with its own tools (see docs/postgres.md).'

/** All private addresses, for ALLOW_PRIVATE_ADDRESSES; without public ones, which an isolated server must not ask. */
const NOT_PUBLIC: Proxies = { includes: ip => isAddress(ip) && !isPublicAddress(ip) }

function telemetryOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...settings }: Settings): TelemetryConfig | undefined {
  return endpoint === undefined ? undefined : { endpoint, ratio: settings.OTEL_TRACES_SAMPLER_ARG }
}

function agentOf(settings: Settings): AgentConfig | undefined {
  const { AGENT_URL: url, AGENT_MODEL: model, AGENT_KEY: key, AGENT_KEY_FILE: key_file } = settings
  if (url === undefined) return undefined
  return { url, model, key, key_file, limit_ms: settings.AGENT_TIMEOUT_SECONDS * 1000 }
}

function deliveryOf({ DELIVERY, SMTP_URL, SMTP_RELAYS }: Settings): DeliveryMode {
  return DELIVERY ?? (SMTP_URL === undefined && SMTP_RELAYS === undefined ? 'capture' : 'relay')
}

function relaysIn({ SMTP_URL, SMTP_RELAYS, SMTP_CONNECTIONS }: Settings): RelayRule[] {
  const rest = { weight: 1, domains: [], senders: [], connections: SMTP_CONNECTIONS, per_minute: undefined }
  const main = SMTP_URL === undefined ? [] : [{ name: MAIN_RELAY, url: SMTP_URL, ...rest }]
  return [...main, ...relaysOf(SMTP_RELAYS ?? '', SMTP_CONNECTIONS)]
}

/** `local`: as long as nothing leaves the machine. */
function unverifiedDomains(settings: Settings): Config['unverified_domains'] {
  const { UNVERIFIED_DOMAINS } = settings
  if (UNVERIFIED_DOMAINS === 'allow' || UNVERIFIED_DOMAINS === 'refuse') return UNVERIFIED_DOMAINS
  const delivery = deliveryOf(settings)
  if (delivery === 'capture') return 'captured'
  const isHere = ({ url }: RelayRule): boolean => isOwnMachine(hostOf(new URL(url)))
  return delivery === 'relay' && relaysIn(settings).every(isHere) ? 'allow' : 'refuse'
}

/** What contradicts itself. A relay beside `capture` does not: that is how sending is switched off and on again. */
function deliveryFaults(settings: Settings): string[] {
  const { DELIVERY, SMTP_URL } = settings
  const relays = relaysIn(settings)
  if (DELIVERY === 'relay' && relays.length === 0)
    return ['DELIVERY is "relay" and no relay is named: set SMTP_URL, or DELIVERY to capture or direct.']
  if (DELIVERY !== 'direct') return []
  if (SMTP_URL !== undefined)
    return ['DELIVERY is "direct" and SMTP_URL names a relay for all mail: unset one of the two.']
  const general = relays.find(({ domains, senders }) => domains.length + senders.length === 0)
  if (!general) return []
  return [`DELIVERY is "direct" and the relay "${general.name}" is for all mail: name its domains or senders.`]
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

/** A certificate has two files. */
function certificateFaults({ SMTP_IN_KEY_FILE, SMTP_IN_CERT_FILE }: Settings): string[] {
  if ((SMTP_IN_KEY_FILE === undefined) === (SMTP_IN_CERT_FILE === undefined)) return []
  return ['SMTP_IN_CERT_FILE and SMTP_IN_KEY_FILE belong together: set both, or none.']
}

function needsOther(role: ProcessRole): string {
  return `ROLES is "${role}": with SQLite there is one process, so it must be web,worker. To divide the work, set DATABASE_URL to a PostgreSQL (see docs/postgres.md).`
}

function backupPlanOf(settings: Settings, data_dir: string): BackupPlan {
  const folder = path.resolve(settings.BACKUP_DIR ?? path.join(data_dir, 'backups'))
  return { every_hours: settings.BACKUP_EVERY_HOURS, folder, keep: settings.BACKUP_KEEP }
}

/** Names that were meant as one of ours, as far as one can tell: written otherwise, or with a slip or two. */
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

/** What other programs call a setting that has another name here, as `plainName` writes it. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  SMTPHOST: 'SMTP_URL',
  SMTPSERVER: 'SMTP_URL',
  SMTPRELAY: 'SMTP_URL',
  MAILURL: 'SMTP_URL',
  BASEURL: 'PUBLIC_URL',
  DBURL: 'DATABASE_URL',
  POSTGRESURL: 'DATABASE_URL',
}

/** Without what sets words apart, and without the name of this product in front, which no setting has. */
function plainName(name: string): string {
  return name
    .toUpperCase()
    .replace(/^LETTERMILL/, '')
    .replaceAll(/[_-]/g, '')
}

/** Some letters of a long name may be wrong, missing or too much. */
function isSlip(name: string, known: string): boolean {
  const allowed = Math.floor((known.length - 2) / 4)
  return Math.abs(name.length - known.length) <= allowed && distance(name, known) <= allowed
}

/** The Damerau-Levenshtein distance (optimal string alignment): two letters that changed places are one slip. */
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
