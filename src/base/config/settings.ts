// All settings, each with its values, default and description. The startup check (config.ts) and the table in
// docs/settings.md (`npm run generate`) are generated from them.
import { CONNECTIONS, ENCRYPTION } from '../net/relay.ts'
import { AGENT_SETTINGS } from './agent-settings.ts'
import {
  collectorUrl,
  databaseUrl,
  dnsServerList,
  hostName,
  networkList,
  originUrl,
  relayUrl,
  relayList,
  ratio,
} from './address-values.ts'
import { MCP_SETTINGS } from './mcp-settings.ts'
import { OAUTH_SETTINGS } from './oauth-settings.ts'
import { PROVIDER_SETTINGS } from './provider-settings.ts'
import { anyText, textMatching, oneOfValues, type SettingType, integer, booleanValue } from './setting-values.ts'
import { WEBHOOK_SETTINGS } from './webhook-settings.ts'

/** How mail is delivered. */
const DELIVERIES = ['capture', 'relay', 'direct'] as const
export type DeliveryMode = (typeof DELIVERIES)[number]

/** The roles of a process: `web` serves requests, `worker` runs jobs. */
export type ProcessRole = 'web' | 'worker'

export interface SettingRow {
  values: SettingType<unknown>
  /** The value if the setting is missing. If absent, the setting has no default, or one that depends on other settings. */
  default?: string
  /** The text for the table instead of a default. */
  otherwise?: string
  /** May contain a password, so it is never displayed: other people read the terminal and the log, too. */
  secret?: true
  /** The description in the table. */
  sentence: string
}

const roles: SettingType<readonly ProcessRole[]> = {
  shown: '`web`, `worker`, or both with a comma',
  fault: given =>
    /^(?:web|worker|web *, *worker|worker *, *web)$/.test(given) ? undefined : 'must be web, worker or web,worker',
  read: given => (['web', 'worker'] as const).filter(role => given.includes(role)),
}

const PASSWORD_LENGTH_MIN = 10
const password = textMatching(
  `at least ${PASSWORD_LENGTH_MIN} characters`,
  `must have at least ${PASSWORD_LENGTH_MIN} characters`,
  given => given.length >= PASSWORD_LENGTH_MIN,
)

/** In the order of the table. */
export const SETTINGS = {
  PORT: {
    values: integer(0, 65_535),
    default: '3000',
    sentence: 'the port that the server listens on; `0`: any free port',
  },
  HOST: { values: anyText, default: '127.0.0.1', sentence: 'the address or host name that the server listens on' },
  PUBLIC_URL: {
    values: originUrl,
    otherwise: '`http://localhost:PORT`',
    sentence:
      'the public address of the server: the OAuth issuer, the base of all links, the origin of the dashboard; with `https`, cookies are `Secure`',
  },
  DATA_DIR: { values: anyText, default: './data', sentence: 'the data folder, which holds the database' },
  DATABASE_URL: {
    values: databaseUrl,
    otherwise: '`lettermill.db` in `DATA_DIR`',
    secret: true,
    sentence: 'a SQLite file or a PostgreSQL database ([PostgreSQL](postgres.md))',
  },
  ROLES: {
    values: roles,
    default: 'web,worker',
    sentence:
      'what this process does: `web` answers requests, `worker` runs jobs (delivery, automations); only one of them needs [PostgreSQL](postgres.md#several-processes)',
  },
  DELIVERY: {
    values: oneOfValues(DELIVERIES),
    otherwise: '`relay` with `SMTP_URL` or `SMTP_RELAYS`, else `capture`',
    sentence:
      'how email is delivered: `capture` stores it without sending; `relay` sends it through a relay; `direct` sends it to the MX hosts of each domain ([delivery](delivery.md))',
  },
  SMTP_URL: {
    values: relayUrl,
    otherwise: 'none',
    secret: true,
    sentence:
      'the relay; without one, email is captured. A relay with a private certificate authority needs `NODE_EXTRA_CA_CERTS`. With a user and password in the URL, email is sent only after a successful login',
  },
  SMTP_RELAYS: {
    values: relayList,
    otherwise: 'none',
    secret: true,
    sentence:
      'more relays, in addition to or instead of `SMTP_URL`, with weights, domains and limits ([several relays](delivery.md#use-several-relays))',
  },
  SMTP_TLS: {
    values: oneOfValues(ENCRYPTION),
    default: 'opportunistic',
    sentence:
      'TLS to the relay; `required`: never send without TLS; `opportunistic`: use TLS if the relay supports it; `off`: no TLS. Certificates are verified',
  },
  SMTP_CONNECTIONS: {
    values: integer(1, 1000),
    default: String(CONNECTIONS),
    sentence: 'maximum concurrent connections to a relay per process',
  },
  MX_PORT: {
    values: integer(1, 65_535),
    default: '25',
    sentence: 'the port of MX hosts in direct delivery; change it only for tests',
  },
  UNKNOWN_OUTCOME: {
    values: oneOfValues(['resend', 'hold'] as const),
    default: 'resend',
    sentence:
      'if the connection or process ended before the mail server replied: `resend` sends the email again, so the recipient may receive it twice; `hold` does not, so the recipient may not receive it',
  },
  EMAIL_EXPIRY_HOURS: {
    values: integer(1, 720),
    default: '120',
    sentence: 'how long delivery is retried after temporary failures',
  },
  BACKLOG_MAX: {
    values: integer(1, 100_000_000),
    default: '200000',
    sentence: 'maximum number of queued emails; above it, sending returns 503 with `Retry-After`',
  },
  RATE_LIMIT_PER_SECOND: {
    values: integer(0, 100_000),
    default: '100000',
    sentence:
      'maximum API requests of a team per second; further requests return 429 with `Retry-After`. The default is more than one machine can handle; `0`: no limit and no headers ([limits](limits.md))',
  },
  QUOTA_DAILY: {
    values: integer(0, 999_999_999),
    default: '0',
    sentence: 'maximum emails of a team per day (UTC), counted by recipients; `0`: unlimited ([limits](limits.md))',
  },
  QUOTA_MONTHLY: {
    values: integer(0, 999_999_999),
    default: '0',
    sentence: 'maximum emails of a team per calendar month (UTC), counted by recipients; `0`: unlimited',
  },
  ADMIN_EMAIL: {
    values: textMatching('an email address', 'must be an email address', given => /^[^\s@]+@[^\s@]+$/.test(given)),
    default: 'admin@localhost',
    sentence: 'the administrator created at the first start',
  },
  ADMIN_PASSWORD: { values: password, otherwise: 'random', secret: true, sentence: "that administrator's password" },
  BOOTSTRAP_API_KEY: {
    values: textMatching(
      '`re_` and 20 to 100 letters, digits, `_`',
      'must be re_ and 20 to 100 letters, digits or underscores',
      given => /^re_[A-Za-z0-9_]{20,100}$/.test(given),
    ),
    otherwise: 'random',
    secret: true,
    sentence: 'the API key created at the first start',
  },
  NEW_PASSWORD: {
    values: anyText,
    otherwise: 'random',
    secret: true,
    sentence: 'the password that `password:reset` sets',
  },
  TRUSTED_PROXIES: {
    values: networkList,
    default: '',
    otherwise: 'none',
    sentence: 'addresses or networks of reverse proxies whose `X-Forwarded-For` is trusted',
  },
  ...MCP_SETTINGS,
  ...OAUTH_SETTINGS,
  ...PROVIDER_SETTINGS,
  STOP_SECONDS: {
    values: integer(1, 300),
    default: '8',
    sentence: 'how long a stopping server waits for current requests and deliveries',
  },
  IMPORT_MAX_MB: { values: integer(1, 2000), default: '200', sentence: 'the largest contact import, in MB' },
  IMAGES_MAX_MB: {
    values: integer(1, 1_000_000),
    default: '500',
    sentence: 'maximum size of all images of a team, in MB',
  },
  RETENTION_DAYS: {
    values: integer(0, 3650),
    default: '0',
    sentence:
      'days after which a finished email is deleted with its events and attempts (on PostgreSQL, whole months); `0`: never',
  },
  RECEIVED_RETENTION_DAYS: {
    values: integer(0, 3650),
    default: '0',
    sentence: 'days after which a [received email](receiving.md) is deleted with its files; `0`: never',
  },
  CAPTURED_RETENTION_DAYS: {
    values: integer(0, 3650),
    default: '30',
    sentence: 'the same for captured emails; `0`: never',
  },
  AUDIT_RETENTION_DAYS: {
    values: integer(0, 3650),
    default: '0',
    sentence: 'days after which an entry of the [audit](audit.md) is deleted; `0`: never',
  },
  TRACKING_FACTS_DAYS: {
    values: integer(0, 3650),
    default: '30',
    sentence:
      'days after which the user agent and network of an open or click of a [tracked](tracking.md) email are deleted; `0`: never',
  },
  ...WEBHOOK_SETTINGS,
  ...AGENT_SETTINGS,
  LOG_RETENTION_DAYS: {
    values: integer(0, 3650),
    default: '30',
    sentence:
      'days for which the [request log](logs.md) is stored, at most as long as emails; `0`: requests are not logged',
  },
  BACKUP_EVERY_HOURS: {
    values: integer(0, 8760),
    default: '0',
    sentence: 'hours between [backups](operating.md#scheduled-backups) of a SQLite database; `0`: none',
  },
  BACKUP_DIR: {
    values: anyText,
    otherwise: '`backups` in `DATA_DIR`',
    sentence: 'the folder of these backups, preferably on another disk; each server needs its own folder',
  },
  BACKUP_KEEP: {
    values: integer(1, 1000),
    default: '7',
    sentence: 'number of backups to keep; older ones are deleted',
  },
  DISK_FREE_MIN_MB: {
    values: integer(0, 100_000_000),
    default: '256',
    sentence:
      'the free space on the disk of a SQLite database below which the log, the dashboard and `/readyz` report that the disk is nearly full; `0`: no report',
  },
  SQLITE_CHECKPOINTS: {
    values: oneOfValues(['on', 'off']),
    default: 'on',
    sentence: 'WAL checkpoints of SQLite; `off`: another program checkpoints, such as [Litestream](litestream.md)',
  },
  METRICS_TOKEN: {
    values: textMatching(
      '16 to 200 of letters, digits, `-._~+/=`',
      'must be 16 to 200 letters, digits or any of - . _ ~ + / =',
      given => /^[\w.~+/=-]{16,200}$/.test(given),
    ),
    otherwise: 'none',
    secret: true,
    sentence: 'the bearer token for `GET /metrics` ([Prometheus](operating.md#metrics))',
  },
  METRICS_PORT: {
    values: integer(1, 65_535),
    otherwise: 'none',
    sentence: 'a separate port for `GET /metrics`, without a token; metrics are disabled without both settings',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    values: collectorUrl,
    otherwise: 'no telemetry',
    secret: true,
    sentence: 'the collector of [traces and metrics](telemetry.md) (OTLP over HTTP)',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    values: ratio,
    default: '1',
    sentence: 'the share of new traces that is sent',
  },
  ALLOWED_PRIVATE_NETWORKS: {
    values: networkList,
    default: '',
    otherwise: 'none',
    sentence:
      'private addresses or networks that webhooks, `http_request` steps of automations and fetches of client metadata documents may call',
  },
  ALLOW_PRIVATE_ADDRESSES: {
    values: booleanValue,
    default: 'false',
    sentence:
      'disables the SSRF guard: URLs and MX hosts named by users (webhooks, `http_request`, attachments, client metadata documents, direct delivery) may resolve to private addresses; for development only',
  },
  DNS_SERVERS: {
    values: dnsServerList,
    default: '',
    otherwise: 'those of the system',
    sentence: 'the DNS servers for all lookups: hosts, MX and the records of sending domains',
  },
  MAIL_HOST: {
    values: hostName,
    otherwise: 'the host of `PUBLIC_URL`',
    sentence: 'the host name of this server in SMTP: used in EHLO and in the DNS records of sending domains',
  },
  SPF_INCLUDE: {
    values: hostName,
    otherwise: 'none: this server sends itself',
    sentence: "the name that the relay asks for in SPF records (`include:…`); see the relay's documentation",
  },
  SMTP_IN_PORT: {
    values: integer(0, 65_535),
    otherwise: 'closed',
    sentence:
      'the SMTP port for [mail to receiving domains](receiving.md) and for bounce and complaint reports ([bounces](bounces.md)); `0`: any free port',
  },
  SMTP_IN_MAX_MB: {
    values: integer(10, 1000),
    default: '60',
    sentence: 'maximum size of a received message, in MB; larger messages are rejected with 552',
  },
  DMARC_REJECT: {
    values: oneOfValues(['spam', 'refuse'] as const),
    default: 'spam',
    sentence:
      '[received email](receiving.md) that fails DMARC with the policy `reject`; `refuse`: reject with 550, which requires a DNS lookup before the reply',
  },
  SPAM_CHECK_URL: {
    values: collectorUrl,
    otherwise: 'no spam filter',
    secret: true,
    sentence:
      'the spam filter for [received email](receiving.md): the URL of `/checkv2` of rspamd or a compatible filter',
  },
  SMTP_SUBMISSION_PORT: {
    values: integer(0, 65_535),
    otherwise: 'closed',
    sentence: 'the SMTP submission port, with an API key as the password ([SMTP](smtp.md)); `0`: any free port',
  },
  SMTP_IN_HOST: {
    values: anyText,
    otherwise: '`HOST`',
    sentence: 'the address or host name that both SMTP ports listen on',
  },
  SMTP_IN_CERT_FILE: {
    values: anyText,
    otherwise: 'none',
    sentence: 'the certificate chain (PEM) for STARTTLS on both ports',
  },
  SMTP_IN_KEY_FILE: { values: anyText, otherwise: 'none', sentence: 'the private key (PEM) of that certificate' },
  UNVERIFIED_DOMAINS: {
    values: oneOfValues(['local', 'allow', 'refuse']),
    default: 'local',
    sentence:
      'whether email from [unverified domains](domains.md) is accepted; `local`: only if email is captured or the relay is on this machine',
  },
  LOG_LEVEL: {
    values: oneOfValues(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    default: 'info',
    sentence: 'the minimum log level; with `info`, one JSON line per request, without secrets and bodies',
  },
} satisfies Record<string, SettingRow>

export type SettingName = keyof typeof SETTINGS

type ValueOf<Row extends SettingRow> =
  Row['values'] extends SettingType<infer Value> ? (Row extends { default: string } ? Value : Value | undefined) : never

export type Settings = { [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> }

/** The values of the settings, and a sentence for each invalid one. */
export function readSettings(env: Record<string, string | undefined>): { settings: Settings; wrong: string[] } {
  const settings: Partial<Record<SettingName, unknown>> = {}
  const wrong: string[] = []
  for (const [name, setting] of Object.entries<SettingRow>(SETTINGS)) {
    const given = env[name]?.trim() || setting.default
    const fault = given === undefined ? undefined : setting.values.fault(given)
    if (fault !== undefined) {
      const shown = setting.secret ? '' : ` is ${JSON.stringify(given!.slice(0, SHOWN_LIMIT))}: it`
      wrong.push(`${name}${shown} ${fault}.`)
    } else if (given !== undefined) settings[name as SettingName] = setting.values.read(given)
  }
  return { settings: settings as Settings, wrong }
}

const SHOWN_LIMIT = 100
