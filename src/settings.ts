// The settings, each once: its values, its default and what it is. The check at the start and its sentences come from
// here (config.ts), and the table of the README (`npm run generate`).
import { type Proxies, proxiesOf } from './net/caller-ip.ts'
import { dnsServerOf } from './net/dns.ts'
import { CONNECTIONS, ENCRYPTION, relayOf } from './net/relay.ts'
import { relaysOf } from './net/relays.ts'
import { addressOf, isPostgres } from './store/postgres/address.ts'
import {
  anyText as text,
  checked,
  oneOfThese as oneOf,
  type SettingValues as Values,
  whole,
  yesOrNo,
} from './setting-values.ts'
import { isHostName } from './text/destination.ts'

/** Where mail goes. */
export const DELIVERIES = ['capture', 'relay', 'direct'] as const
export type DeliveryMode = (typeof DELIVERIES)[number]

/** What a process does: answer requests, or do what they have left to be done. */
export type ProcessRole = 'web' | 'worker'

export interface SettingRow {
  values: Values<unknown>
  /** Read when nothing is set; without it there is then no value, or one that other settings make. */
  default?: string
  /** For the table, where there is no default to be read. */
  otherwise?: string
  /** It may hold a password: it is never shown, as others read the terminal and the log, too. */
  secret?: true
  /** What it is, for the table. */
  sentence: string
}

const origin = checked(
  '`http://` or `https://`, host and port',
  'must be an http or https address without path, query or trailing slash, such as https://mail.example.com',
  given => /^https?:\/\//.test(given) && URL.canParse(given) && new URL(given).origin === given,
)

const database: Values<string> = {
  shown: '`sqlite:<file>` or `postgres://user:password@host:port/database`',
  fault: given => {
    if (isPostgres(given)) return refused(() => addressOf(given))?.replace(/^(.*?)\.?$/, 'is not usable. $1')
    const isFile = /^sqlite:.*[^/]$/.test(given) && given !== 'sqlite::memory:'
    return isFile ? undefined : 'must be sqlite:<file>, such as sqlite:./data/lettermill.db, or postgres://…'
  },
  read: given => given,
}

const relay: Values<string> = {
  shown: '`smtp://[user:password@]host[:port]` or `smtps://…`',
  fault: given => refused(() => relayOf(given))?.replace(/^(.*?)\.?$/, 'is not usable. $1'),
  read: given => given,
}

const relays: Values<string> = {
  shown: '`name=smtp://…;weight=2;domains=a.com,*.b.com`, with spaces between several',
  fault: given => refused(() => relaysOf(given, CONNECTIONS))?.replace(/^(.*?)\.?$/, 'is not usable. $1'),
  read: given => given,
}

const networks: Values<Proxies> = {
  shown: 'such as `10.0.0.0/8, ::1`',
  fault: given =>
    refused(() => proxiesOf(given)) && 'must be IP addresses or networks such as 10.0.0.0/8, with commas between',
  read: proxiesOf,
}

const dnsServers: Values<readonly string[]> = {
  shown: 'such as `10.0.0.53, 127.0.0.1:5353, [::1]:5353`',
  fault: given =>
    serversOf(given).every(dnsServerOf)
      ? undefined
      : 'must be IP addresses, each with a port or without, with commas between',
  read: serversOf,
}

function serversOf(given: string): string[] {
  return given.split(',').flatMap(each => each.trim() || [])
}

const hostName: Values<string> = {
  ...checked('such as `mail.example.com`', 'must be the name of a host, such as mail.example.com', isHostName),
  read: given => given.toLowerCase(),
}

const roles: Values<readonly ProcessRole[]> = {
  shown: '`web`, `worker`, or both with a comma',
  fault: given =>
    /^(?:web|worker|web *, *worker|worker *, *web)$/.test(given) ? undefined : 'must be web, worker or web,worker',
  read: given => (['web', 'worker'] as const).filter(role => given.includes(role)),
}

const PASSWORD_LENGTH_MIN = 10
const password = checked(
  `at least ${PASSWORD_LENGTH_MIN} characters`,
  `must have at least ${PASSWORD_LENGTH_MIN} characters`,
  given => given.length >= PASSWORD_LENGTH_MIN,
)

/** In the order of the table. */
export const SETTINGS = {
  PORT: { values: whole(0, 65_535), default: '3000', sentence: 'where the server listens; `0`: on any free port' },
  HOST: { values: text, default: '127.0.0.1', sentence: 'the address or name it listens on' },
  PUBLIC_URL: {
    values: origin,
    otherwise: '`http://localhost:PORT`',
    sentence:
      'how the outside reaches it: the OAuth issuer, the base of all links and where the pages are opened; `https` makes cookies secure',
  },
  DATA_DIR: { values: text, default: './data', sentence: 'the folder of the database' },
  DATABASE_URL: {
    values: database,
    otherwise: '`lettermill.db` in `DATA_DIR`',
    secret: true,
    sentence: 'the file of the database, or a PostgreSQL: see [PostgreSQL](docs/postgres.md)',
  },
  ROLES: {
    values: roles,
    default: 'web,worker',
    sentence:
      'what this process does: answer requests, do what was left to be done (send mail, move automations on), or both; one alone needs [PostgreSQL](docs/postgres.md#several-processes)',
  },
  DELIVERY: {
    values: oneOf(DELIVERIES),
    otherwise: '`relay` with `SMTP_URL` or `SMTP_RELAYS`, else `capture`',
    sentence:
      'where mail goes: `capture` keeps it in the mailbox, whatever else is set; `relay` hands it to a relay; `direct` takes it to the mail servers of each domain ([how](docs/delivery.md))',
  },
  SMTP_URL: {
    values: relay,
    otherwise: 'none',
    secret: true,
    sentence:
      'the relay that mail goes to; without it mail is captured in the mailbox. A relay with a certificate of your own needs `NODE_EXTRA_CA_CERTS`. With a login nothing is sent without it',
  },
  SMTP_RELAYS: {
    values: relays,
    otherwise: 'none',
    secret: true,
    sentence:
      'more relays, beside or instead of `SMTP_URL`: with weights, rules for domains and limits ([how](docs/delivery.md#several-relays))',
  },
  SMTP_TLS: {
    values: oneOf(ENCRYPTION),
    default: 'opportunistic',
    sentence:
      '`required`: nothing is sent without TLS; `opportunistic`: TLS when the relay offers it; `off`: never. Certificates are checked',
  },
  SMTP_CONNECTIONS: {
    values: whole(1, 1000),
    default: String(CONNECTIONS),
    sentence: 'connections to a relay at the same time, of each process',
  },
  MX_PORT: {
    values: whole(1, 65_535),
    default: '25',
    sentence: 'the port of mail servers that mail is taken to directly; another one than `25` is for trials',
  },
  UNKNOWN_OUTCOME: {
    values: oneOf(['resend', 'hold'] as const),
    default: 'resend',
    sentence:
      'what becomes of a mail when the connection broke, or this server died, before the mail server said whether it took it: `resend` sends it again, so somebody may get it twice; `hold` never does, so somebody may not get it',
  },
  EMAIL_EXPIRY_HOURS: {
    values: whole(1, 720),
    default: '120',
    sentence: 'how long a mail is tried that is neither taken nor refused for good',
  },
  BACKLOG_MAX: {
    values: whole(1, 100_000_000),
    default: '200000',
    sentence: 'mails that may wait to be delivered: beyond that, sending is answered 503 with `Retry-After`',
  },
  ADMIN_EMAIL: {
    values: checked('an email address', 'must be an email address', given => /^[^\s@]+@[^\s@]+$/.test(given)),
    default: 'admin@localhost',
    sentence: 'the administrator made at the first start',
  },
  ADMIN_PASSWORD: { values: password, otherwise: 'random', secret: true, sentence: "that administrator's password" },
  BOOTSTRAP_API_KEY: {
    values: checked(
      '`re_` and 20 to 100 letters, digits, `_`',
      'must be re_ and 20 to 100 letters, digits or underscores',
      given => /^re_[A-Za-z0-9_]{20,100}$/.test(given),
    ),
    otherwise: 'random',
    secret: true,
    sentence: 'the API key made at the first start',
  },
  NEW_PASSWORD: { values: text, otherwise: 'random', secret: true, sentence: 'what `password:reset` sets' },
  TRUSTED_PROXIES: {
    values: networks,
    default: '',
    otherwise: 'none',
    sentence: 'addresses or networks whose `X-Forwarded-For` is believed',
  },
  OAUTH_ACCESS_TOKEN_SECONDS: { values: whole(60, 86_400), default: '900', sentence: 'lifetime of an access token' },
  OAUTH_REFRESH_TOKEN_DAYS: {
    values: whole(1, 3650),
    default: '60',
    sentence: 'lifetime of a refresh token from its own issue',
  },
  OAUTH_REFRESH_WINDOW_SECONDS: {
    values: whole(0, 3600),
    default: '60',
    sentence: 'how long a replaced refresh token gets its successor again; `0` is strict',
  },
  OAUTH_UNTRUSTED_ERRORS_AS_JSON: {
    values: yesOrNo,
    default: 'false',
    sentence: 'errors for the https callback of an unverified client are shown as JSON instead of redirected',
  },
  STOP_SECONDS: {
    values: whole(1, 300),
    default: '8',
    sentence: 'how long a stopping server waits for what is in hand',
  },
  IMPORT_MAX_MB: { values: whole(1, 2000), default: '200', sentence: 'the largest file of contacts, in MB' },
  RETENTION_DAYS: {
    values: whole(0, 3650),
    default: '0',
    sentence:
      'after so many days an email that is over is removed with its events and attempts, on PostgreSQL with all of its month; `0`: never',
  },
  CAPTURED_RETENTION_DAYS: {
    values: whole(0, 3650),
    default: '30',
    sentence: 'the same for what is captured in the mailbox; `0`: never',
  },
  TRACKING_FACTS_DAYS: {
    values: whole(0, 3650),
    default: '30',
    sentence:
      'after so many days it is forgotten which program opened a [tracked](docs/tracking.md) email, or followed a link in it, and from which network; `0`: never',
  },
  BACKUP_EVERY_HOURS: {
    values: whole(0, 8760),
    default: '0',
    sentence:
      'how often a SQLite database is [backed up](docs/operating.md#backups-on-time) while the server works; `0`: never',
  },
  BACKUP_DIR: {
    values: text,
    otherwise: '`backups` in `DATA_DIR`',
    sentence: 'the folder of those backups, better on another disk; no other server may use it',
  },
  BACKUP_KEEP: {
    values: whole(1, 1000),
    default: '7',
    sentence: 'how many of them are kept; older ones are removed',
  },
  DISK_FREE_MIN_MB: {
    values: whole(0, 100_000_000),
    default: '256',
    sentence:
      'with less room on the disk of a SQLite database, the log, the pages and `/readyz` say that it is nearly full; `0`: never',
  },
  SQLITE_CHECKPOINTS: {
    values: oneOf(['on', 'off']),
    default: 'on',
    sentence:
      '`off` leaves them to a program that copies the log elsewhere first, such as [Litestream](docs/litestream.md)',
  },
  METRICS_TOKEN: {
    values: checked(
      '16 to 200 of letters, digits, `-._~+/=`',
      'must be 16 to 200 letters, digits or any of - . _ ~ + / =',
      given => /^[\w.~+/=-]{16,200}$/.test(given),
    ),
    otherwise: 'none',
    secret: true,
    sentence: '`GET /metrics` (Prometheus) is for who sends this token ([what it tells](docs/operating.md#metrics))',
  },
  METRICS_PORT: {
    values: whole(1, 65_535),
    otherwise: 'none',
    sentence: 'the same on a port of its own; with neither of the two there are no metrics',
  },
  ALLOWED_PRIVATE_NETWORKS: {
    values: networks,
    default: '',
    otherwise: 'none',
    sentence: 'addresses or networks that `http_request` steps of automations may ask although they are not public',
  },
  ALLOW_PRIVATE_ADDRESSES: {
    values: yesOrNo,
    default: 'false',
    sentence:
      'whatever asks only public addresses because somebody else names them (`http_request`, MX, fetched files) may go to this machine and private networks, too: for development on one machine',
  },
  DNS_SERVERS: {
    values: dnsServers,
    default: '',
    otherwise: 'those of the system',
    sentence: 'whom names are looked up with: those of hosts that are asked, of mail servers and of sending domains',
  },
  MAIL_HOST: {
    values: hostName,
    otherwise: 'the host of `PUBLIC_URL`',
    sentence:
      'the name of this server among mail servers: what it greets others with, and where the records of sending domains lead',
  },
  SPF_INCLUDE: {
    values: hostName,
    otherwise: 'none: this server sends itself',
    sentence:
      "the name that a relay wants in the SPF records of domains (`include:…`), as it stands in the relay's own guide",
  },
  SMTP_IN_PORT: {
    values: whole(0, 65_535),
    otherwise: 'closed',
    sentence:
      'where reports of bounces and complaints come in over SMTP: see [bounces](docs/bounces.md); `0`: on any free port',
  },
  SMTP_SUBMISSION_PORT: {
    values: whole(0, 65_535),
    otherwise: 'closed',
    sentence:
      'where programs hand in mail over SMTP, with an API key as the password: see [SMTP](docs/smtp.md); `0`: on any free port',
  },
  SMTP_IN_HOST: {
    values: text,
    otherwise: '`HOST`',
    sentence: 'the address or name at which mail comes in, for both ports',
  },
  SMTP_IN_CERT_FILE: {
    values: text,
    otherwise: 'none',
    sentence: 'the certificate (PEM) with which STARTTLS is offered there, with all that lead up to its root',
  },
  SMTP_IN_KEY_FILE: { values: text, otherwise: 'none', sentence: 'its private key (PEM)' },
  UNVERIFIED_DOMAINS: {
    values: oneOf(['local', 'allow', 'refuse']),
    default: 'local',
    sentence:
      'whether mail is accepted from [domains that are not verified](docs/domains.md); `local`: as long as nothing leaves this machine, as it is captured or the relay is here',
  },
  LOG_LEVEL: {
    values: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    default: 'info',
    sentence: 'one JSON line per request from `info` on, never with a secret or a body',
  },
} satisfies Record<string, SettingRow>

export type SettingName = keyof typeof SETTINGS

type ValueOf<Row extends SettingRow> =
  Row['values'] extends Values<infer Value> ? (Row extends { default: string } ? Value : Value | undefined) : never

export type Settings = { [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> }

/** What somebody has set, and a sentence for each that is wrong. */
export function readSettings(env: Record<string, string | undefined>): { settings: Settings; wrong: string[] } {
  const settings: Partial<Record<SettingName, unknown>> = {}
  const wrong: string[] = []
  for (const [name, setting] of Object.entries<SettingRow>(SETTINGS)) {
    const given = env[name]?.trim() || setting.default
    const fault = given === undefined ? undefined : setting.values.fault(given)
    if (fault !== undefined) wrong.push(sentence(name, setting, given!, fault))
    else if (given !== undefined) settings[name as SettingName] = setting.values.read(given)
  }
  return { settings: settings as Settings, wrong }
}

const SHOWN_LIMIT = 100

function sentence(name: string, { secret }: SettingRow, given: string, fault: string): string {
  return secret ? `${name} ${fault}.` : `${name} is ${JSON.stringify(given.slice(0, SHOWN_LIMIT))}: it ${fault}.`
}

/** What a function says that throws; `undefined` when it does not. */
function refused(attempt: () => unknown): string | undefined {
  try {
    attempt()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
