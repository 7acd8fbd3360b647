// The only reader of the environment. Everything is optional; what is set must be right.
import path from 'node:path'
import { type Proxies, proxiesOf } from './net/caller-ip.ts'
import { CONNECTIONS, ENCRYPTION, type Encryption, relayOf } from './net/relay.ts'

export interface Config {
  port: number
  host: string
  /** Without a trailing slash: issuer of tokens and base of every link. */
  public_url: string
  data_dir: string
  database_url: string
  /** The file behind it, and the setting that says where it is. */
  database_file: string
  database_setting: 'DATA_DIR' | 'DATABASE_URL'
  /** The relay that mail goes to; `undefined`: mail is captured in the mailbox. */
  smtp_url: string | undefined
  /** Mails that may wait to be delivered; more are not accepted. */
  backlog_max: number
  smtp: { connections: number; encryption: Encryption }
  admin_email: string
  /** Only used at the first start; `undefined`: a random one is made and printed. */
  admin_password: string | undefined
  bootstrap_api_key: string | undefined
  /** Only used by `password:reset`; `undefined`: a random one is made and printed. */
  new_password: string | undefined
  log_level: string
  retention: Retention
  /** How long a stopping server waits for what is in hand. */
  stop_s: number
  /** Where an operator's metrics are read: nowhere, when neither is set. */
  metrics: { token: string | undefined; port: number | undefined }
  /** Whose word on a caller's address is believed. */
  trusted_proxies: Proxies
  /** Networks that steps of automations may ask although they are not public. */
  private_networks: Proxies
  oauth: OAuthConfig
  /** Names that are set and are none of ours, but nearly: for the log. */
  nearly: { name: string; meant: string }[]
}

/** After how many days what is over is removed; 0: never. */
export interface Retention {
  emails_days: number
  captured_days: number
}

export interface OAuthConfig {
  access_token_s: number
  refresh_token_days: number
  /** How long a replaced refresh token gets its successor again; 0 is strict. */
  refresh_window_s: number
  /** Errors for the `https` callback of a client that nobody verified are told in the browser and not by redirect. */
  untrusted_errors_as_json: boolean
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const PASSWORD_LENGTH_MIN = 10

/** Reads and checks the configuration. Throws an error that lists everything that is wrong and what would be right. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const wrong: string[] = []
  const names = new Set<string>()
  const value = (name: string): string | undefined => {
    names.add(name)
    return env[name]?.trim() || undefined
  }
  const checked = (name: string, fallback: string, right: (text: string) => boolean, hint: string): string => {
    const text = value(name) ?? fallback
    if (right(text)) return text
    wrong.push(SECRET.test(name) ? `${name} ${hint}.` : `${name} is ${shown(text)}: it ${hint}.`)
    return fallback
  }
  const optional = (name: string, right: (text: string) => boolean, hint: string): string | undefined =>
    value(name) === undefined ? undefined : checked(name, '', right, hint)

  const whole = (name: string, fallback: number, min: number, max: number): number => {
    const right = (text: string): boolean => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max
    return Number(checked(name, String(fallback), right, `must be a whole number from ${min} to ${max}`))
  }
  const yesOrNo = (name: string): boolean =>
    checked(name, 'false', text => text === 'true' || text === 'false', 'must be true or false') === 'true'

  const oneOf = <Choice extends string>(name: string, fallback: Choice, choices: readonly Choice[]): Choice =>
    checked(
      name,
      fallback,
      text => choices.some(choice => choice === text),
      `must be one of ${choices.join(', ')}`,
    ) as Choice

  const port = whole('PORT', 3000, 0, 65_535)
  const data_dir = path.resolve(value('DATA_DIR') ?? './data')
  const database_url = checked(
    'DATABASE_URL',
    `sqlite:${path.join(data_dir, 'lettermill.db')}`,
    text => /^sqlite:.*[^/]$/.test(text) && text !== 'sqlite::memory:',
    'must be sqlite:<file>, such as sqlite:./data/lettermill.db',
  )
  const config: Config = {
    port,
    host: value('HOST') ?? '127.0.0.1',
    public_url: checked(
      'PUBLIC_URL',
      new URL(`http://localhost:${port}`).origin,
      isOrigin,
      'must be an http or https address without path, query or trailing slash, such as https://mail.example.com',
    ),
    data_dir,
    database_url,
    database_file: path.resolve(database_url.replace(/^sqlite:/, '')),
    database_setting: value('DATABASE_URL') === undefined ? 'DATA_DIR' : 'DATABASE_URL',
    smtp_url: optional(
      'SMTP_URL',
      text => relayFault(text) === '',
      `is not usable. ${relayFault(value('SMTP_URL') ?? '').replace(/\.$/, '')}`,
    ),
    backlog_max: whole('BACKLOG_MAX', 200_000, 1, 100_000_000),
    smtp: {
      connections: whole('SMTP_CONNECTIONS', CONNECTIONS, 1, 1000),
      encryption: oneOf('SMTP_TLS', 'opportunistic', ENCRYPTION),
    },
    admin_email: checked('ADMIN_EMAIL', 'admin@localhost', isAddress, 'must be an email address'),
    admin_password: optional(
      'ADMIN_PASSWORD',
      text => text.length >= PASSWORD_LENGTH_MIN,
      `must have at least ${PASSWORD_LENGTH_MIN} characters`,
    ),
    new_password: value('NEW_PASSWORD'),
    bootstrap_api_key: optional(
      'BOOTSTRAP_API_KEY',
      text => /^re_[A-Za-z0-9_]{20,100}$/.test(text),
      'must be re_ and 20 to 100 letters, digits or underscores',
    ),
    log_level: oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    trusted_proxies: proxiesOf(
      checked(
        'TRUSTED_PROXIES',
        '',
        isProxies,
        'must be IP addresses or networks such as 10.0.0.0/8, with commas between',
      ),
    ),
    private_networks: proxiesOf(
      checked(
        'ALLOWED_PRIVATE_NETWORKS',
        '',
        isProxies,
        'must be IP addresses or networks such as 10.0.0.0/8, with commas between',
      ),
    ),
    retention: {
      emails_days: whole('RETENTION_DAYS', 0, 0, 3650),
      captured_days: whole('CAPTURED_RETENTION_DAYS', 30, 0, 3650),
    },
    stop_s: whole('STOP_SECONDS', 8, 1, 300),
    metrics: {
      token: optional(
        'METRICS_TOKEN',
        text => /^[\w.~+/=-]{16,200}$/.test(text),
        'must be 16 to 200 letters, digits or any of - . _ ~ + / =',
      ),
      port: value('METRICS_PORT') === undefined ? undefined : whole('METRICS_PORT', 9464, 1, 65_535),
    },
    oauth: {
      access_token_s: whole('OAUTH_ACCESS_TOKEN_SECONDS', 900, 60, 86_400),
      refresh_token_days: whole('OAUTH_REFRESH_TOKEN_DAYS', 60, 1, 3650),
      refresh_window_s: whole('OAUTH_REFRESH_WINDOW_SECONDS', 60, 0, 3600),
      untrusted_errors_as_json: yesOrNo('OAUTH_UNTRUSTED_ERRORS_AS_JSON'),
    },
    nearly: [],
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  return { ...config, nearly: nearlyOurs(Object.keys(env), [...names]) }
}

/** What may hold a password is never shown: others read the terminal and the log, too. */
const SECRET = /^(?:SMTP_URL|DATABASE_URL|ADMIN_PASSWORD|BOOTSTRAP_API_KEY|METRICS_TOKEN)$/
const SHOWN_LIMIT = 100

function shown(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN_LIMIT))
}

/** Names that were meant as one of ours, as far as one can tell: written otherwise, or with a slip or two. */
function nearlyOurs(given: string[], ours: string[]): Config['nearly'] {
  return given.flatMap(name => {
    if (ours.includes(name)) return []
    const meant = ours.find(known => isSlip(plainName(name), plainName(known)))
    return meant === undefined ? [] : [{ name, meant }]
  })
}

function plainName(name: string): string {
  return name.toUpperCase().replaceAll(/[_-]/g, '')
}

/** Some letters of a long name may be wrong, missing or too much. */
function isSlip(name: string, known: string): boolean {
  const allowed = Math.floor((known.length - 2) / 4)
  return Math.abs(name.length - known.length) <= allowed && distance(name, known) <= allowed
}

/** The Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (let index = 0; index < other.length; index++) {
      const replaced = row[index]! + (other[index] === letter ? 0 : 1)
      next.push(Math.min(replaced, row[index + 1]! + 1, next[index]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}

function isProxies(text: string): boolean {
  try {
    proxiesOf(text)
    return true
  } catch {
    return false
  }
}

function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text
}

/** What is wrong with it, without repeating it: it may contain a password. */
function relayFault(text: string): string {
  try {
    relayOf(text)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text)
}
