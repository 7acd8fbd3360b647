// Kinds of settings for addresses, host names, lists of them, and shares. Each has a check and a parser.
import { type Proxies, proxiesOf } from '../net/caller-ip.ts'
import { dnsServerOf } from '../net/dns.ts'
import { CONNECTIONS, relayOf } from '../net/relay.ts'
import { relaysOf } from '../net/relays.ts'
import { addressOf, isPostgres } from '../store/postgres/address.ts'
import { isHostName } from '../text/destination.ts'
import { checked, type SettingValues as Values } from './setting-values.ts'

export const originAddress = checked(
  '`http://` or `https://`, host and port',
  'must be an http or https address without path, query or trailing slash, such as https://mail.example.com',
  given => /^https?:\/\//.test(given) && URL.canParse(given) && new URL(given).origin === given,
)

export const originList: Values<readonly string[]> = {
  shown: 'such as `https://app.example.com, https://b.example`',
  fault: given =>
    listed(given).every(each => originAddress.fault(each) === undefined)
      ? undefined
      : 'must be http or https addresses without path, query or trailing slash, separated by commas',
  read: listed,
}

export const databaseAddress: Values<string> = {
  shown: '`sqlite:<file>` or `postgres://user:password@host:port/database`',
  fault: given => {
    if (isPostgres(given)) return refused(() => addressOf(given))?.replace(/^(.*?)\.?$/, 'is invalid. $1')
    const isFile = /^sqlite:.*[^/]$/.test(given) && given !== 'sqlite::memory:'
    return isFile ? undefined : 'must be sqlite:<file>, such as sqlite:./data/lettermill.db, or postgres://…'
  },
  read: given => given,
}

export const relayAddress: Values<string> = {
  shown: '`smtp://[user:password@]host[:port]` or `smtps://…`',
  fault: given => refused(() => relayOf(given))?.replace(/^(.*?)\.?$/, 'is invalid. $1'),
  read: given => given,
}

export const relayRules: Values<string> = {
  shown: '`name=smtp://…;weight=2;domains=a.com,*.b.com`, with spaces between several',
  fault: given => refused(() => relaysOf(given, CONNECTIONS))?.replace(/^(.*?)\.?$/, 'is invalid. $1'),
  read: given => given,
}

export const networkList: Values<Proxies> = {
  shown: 'such as `10.0.0.0/8, ::1`',
  fault: given =>
    refused(() => proxiesOf(given)) && 'must be IP addresses or networks such as 10.0.0.0/8, separated by commas',
  read: proxiesOf,
}

export const shareOfAll: Values<number> = {
  ...checked('0 to 1', 'must be a number from 0 to 1, such as 0.05', given =>
    /^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(given),
  ),
  read: Number,
}

export const dnsServerList: Values<readonly string[]> = {
  shown: 'such as `10.0.0.53, 127.0.0.1:5353, [::1]:5353`',
  fault: given =>
    listed(given).every(dnsServerOf) ? undefined : 'must be IP addresses, optionally with a port, separated by commas',
  read: listed,
}

function listed(given: string): string[] {
  return given.split(',').flatMap(each => each.trim() || [])
}

export const hostNameValue: Values<string> = {
  ...checked('such as `mail.example.com`', 'must be a host name, such as mail.example.com', isHostName),
  read: given => given.toLowerCase(),
}

/** A list of host names, `*` or `none`. */
export interface HostPatterns {
  /** Whether the list includes any host. */
  some: boolean
  includes(host: string): boolean
}

export const hostPatterns: Values<HostPatterns> = {
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
export const collectorAddress = checked(
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
