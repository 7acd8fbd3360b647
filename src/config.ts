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
  /** The relay that mail goes to; `undefined`: mail is captured in the mailbox. */
  smtp_url: string | undefined
  smtp: { connections: number; encryption: Encryption }
  admin_email: string
  /** Only used at the first start; `undefined`: a random one is made and printed. */
  admin_password: string | undefined
  bootstrap_api_key: string | undefined
  log_level: string
  /** Whose word on a caller's address is believed. */
  trusted_proxies: Proxies
  oauth: OAuthConfig
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
  const value = (name: string): string | undefined => env[name]?.trim() || undefined
  const checked = (name: string, fallback: string, right: (text: string) => boolean, hint: string): string => {
    const text = value(name) ?? fallback
    if (!right(text)) wrong.push(`${name} ${hint}`)
    return text
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

  const port = Number(checked('PORT', '3000', isPort, 'must be a number from 0 to 65535'))
  const data_dir = path.resolve(value('DATA_DIR') ?? './data')
  const config: Config = {
    port,
    host: value('HOST') ?? '127.0.0.1',
    public_url: checked(
      'PUBLIC_URL',
      `http://localhost:${Number.isNaN(port) ? 3000 : port}`,
      isOrigin,
      'must be an http or https address without path, query or trailing slash, such as https://mail.example.com',
    ),
    data_dir,
    database_url: checked(
      'DATABASE_URL',
      `sqlite:${path.join(data_dir, 'lettermill.db')}`,
      text => text.startsWith('sqlite:') && text.length > 'sqlite:'.length,
      'must be sqlite:<file>',
    ),
    smtp_url: optional(
      'SMTP_URL',
      text => relayFault(text) === '',
      `is not usable. ${relayFault(value('SMTP_URL') ?? '')}`,
    ),
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
    bootstrap_api_key: optional(
      'BOOTSTRAP_API_KEY',
      text => /^re_[A-Za-z0-9_]{20,100}$/.test(text),
      'must be re_ and 20 to 100 letters, digits or underscores',
    ),
    log_level: oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    trusted_proxies: proxies(
      checked(
        'TRUSTED_PROXIES',
        '',
        isProxies,
        'must be IP addresses or networks such as 10.0.0.0/8, with commas between',
      ),
    ),
    oauth: {
      access_token_s: whole('OAUTH_ACCESS_TOKEN_SECONDS', 900, 60, 86_400),
      refresh_token_days: whole('OAUTH_REFRESH_TOKEN_DAYS', 60, 1, 3650),
      refresh_window_s: whole('OAUTH_REFRESH_WINDOW_SECONDS', 60, 0, 3600),
      untrusted_errors_as_json: yesOrNo('OAUTH_UNTRUSTED_ERRORS_AS_JSON'),
    },
  }
  if (wrong.length > 0) throw new Error(`The configuration is not usable:\n  ${wrong.join('\n  ')}`)
  return config
}

function isProxies(text: string): boolean {
  try {
    proxiesOf(text)
    return true
  } catch {
    return false
  }
}

/** A wrong list is reported with everything else that is wrong; until then it stands for nobody. */
function proxies(text: string): Proxies {
  return proxiesOf(isProxies(text) ? text : '')
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535
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
