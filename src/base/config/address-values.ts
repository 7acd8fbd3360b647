// Kinds of settings for addresses, host names, lists of them, and shares. Each has a check and a parser.
import { type Proxies, parseProxies } from '../net/client-ip.ts'
import { parseDnsServer } from '../net/dns.ts'
import { CONNECTIONS, parseRelay } from '../net/relay.ts'
import { parseRelays } from '../net/relays.ts'
import { parsePostgresUrl, isPostgres } from '../store/postgres/address.ts'
import { isHostName } from '../text/destination.ts'
import { textMatching, type SettingType } from './setting-values.ts'

export const originUrl = textMatching(
  '`http://` or `https://`, host and port',
  'must be an http or https address without path, query or trailing slash, such as https://mail.example.com',
  given => /^https?:\/\//.test(given) && URL.canParse(given) && new URL(given).origin === given,
)

export const originList: SettingType<readonly string[]> = {
  shown: 'such as `https://app.example.com, https://b.example`',
  fault: given =>
    listed(given).every(each => originUrl.fault(each) === undefined)
      ? undefined
      : 'must be http or https addresses without path, query or trailing slash, separated by commas',
  read: listed,
}

export const databaseUrl: SettingType<string> = {
  shown: '`sqlite:<file>` or `postgres://user:password@host:port/database`',
  fault: given => {
    if (isPostgres(given)) return refused(() => parsePostgresUrl(given))?.replace(/^(.*?)\.?$/, 'is invalid. $1')
    const isFile = /^sqlite:.*[^/]$/.test(given) && given !== 'sqlite::memory:'
    return isFile ? undefined : 'must be sqlite:<file>, such as sqlite:./data/lettermill.db, or postgres://…'
  },
  read: given => given,
}

export const relayUrl: SettingType<string> = {
  shown: '`smtp://[user:password@]host[:port]` or `smtps://…`',
  fault: given => refused(() => parseRelay(given))?.replace(/^(.*?)\.?$/, 'is invalid. $1'),
  read: given => given,
}

export const relayList: SettingType<string> = {
  shown: '`name=smtp://…;weight=2;domains=a.com,*.b.com`, with spaces between several',
  fault: given => refused(() => parseRelays(given, CONNECTIONS))?.replace(/^(.*?)\.?$/, 'is invalid. $1'),
  read: given => given,
}

export const networkList: SettingType<Proxies> = {
  shown: 'such as `10.0.0.0/8, ::1`',
  fault: given =>
    refused(() => parseProxies(given)) && 'must be IP addresses or networks such as 10.0.0.0/8, separated by commas',
  read: parseProxies,
}

export const ratio: SettingType<number> = {
  ...textMatching('0 to 1', 'must be a number from 0 to 1, such as 0.05', given =>
    /^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(given),
  ),
  read: Number,
}

export const dnsServerList: SettingType<readonly string[]> = {
  shown: 'such as `10.0.0.53, 127.0.0.1:5353, [::1]:5353`',
  fault: given =>
    listed(given).every(parseDnsServer)
      ? undefined
      : 'must be IP addresses, optionally with a port, separated by commas',
  read: listed,
}

function listed(given: string): string[] {
  return given.split(',').flatMap(each => each.trim() || [])
}

export const hostName: SettingType<string> = {
  ...textMatching('such as `mail.example.com`', 'must be a host name, such as mail.example.com', isHostName),
  read: given => given.toLowerCase(),
}

/** A list of host names, `*` or `none`. */
export interface HostPatterns {
  /** Whether the list includes any host. */
  some: boolean
  includes(host: string): boolean
}

export const hostPatterns: SettingType<HostPatterns> = {
  shown: '`*`, `none`, or such as `app.example.com, *.example.org`',
  fault: given => {
    const isRight =
      /^(?:\*|none)$/.test(given) || given.split(',').every(each => isHostName(each.trim().replace(/^\*\./, '')))
    return isRight
      ? undefined
      : 'must be *, none, or host names separated by commas; *.example.com includes all subdomains'
  },
  read: given => {
    const names = given === 'none' ? [] : given.split(',').map(each => each.trim().toLowerCase())
    return { some: names.length > 0, includes: host => names.some(name => isLike(host.toLowerCase(), name)) }
  },
}

function isLike(host: string, name: string): boolean {
  return name === '*' || host === name || (name.startsWith('*.') && host.endsWith(name.slice(1)))
}

/** The HTTP address of another program, such as a telemetry collector. */
export const collectorUrl = textMatching(
  'an `http://` or `https://` address, such as `http://localhost:4318`',
  'must be an http or https address, such as http://localhost:4318',
  given => /^https?:\/\/[^\s?#]+$/.test(given) && URL.canParse(given),
)

/** The message of the error that `attempt` throws; `undefined` if it does not throw. */
function refused(attempt: () => unknown): string | undefined {
  try {
    attempt()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
