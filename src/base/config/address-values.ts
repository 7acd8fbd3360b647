// Settings that say where something is: servers, relays, networks.
import { type Proxies, proxiesOf } from '../net/caller-ip.ts'
import { dnsServerOf } from '../net/dns.ts'
import { CONNECTIONS, relayOf } from '../net/relay.ts'
import { relaysOf } from '../net/relays.ts'
import { addressOf, isPostgres } from '../store/postgres/address.ts'
import { isHostName } from '../text/destination.ts'
import { checked, type SettingValues as Values } from './setting-values.ts'

export const origin = checked(
  '`http://` or `https://`, host and port',
  'must be an http or https address without path, query or trailing slash, such as https://mail.example.com',
  given => /^https?:\/\//.test(given) && URL.canParse(given) && new URL(given).origin === given,
)

export const database: Values<string> = {
  shown: '`sqlite:<file>` or `postgres://user:password@host:port/database`',
  fault: given => {
    if (isPostgres(given)) return refused(() => addressOf(given))?.replace(/^(.*?)\.?$/, 'is not usable. $1')
    const isFile = /^sqlite:.*[^/]$/.test(given) && given !== 'sqlite::memory:'
    return isFile ? undefined : 'must be sqlite:<file>, such as sqlite:./data/lettermill.db, or postgres://…'
  },
  read: given => given,
}

export const relay: Values<string> = {
  shown: '`smtp://[user:password@]host[:port]` or `smtps://…`',
  fault: given => refused(() => relayOf(given))?.replace(/^(.*?)\.?$/, 'is not usable. $1'),
  read: given => given,
}

export const relays: Values<string> = {
  shown: '`name=smtp://…;weight=2;domains=a.com,*.b.com`, with spaces between several',
  fault: given => refused(() => relaysOf(given, CONNECTIONS))?.replace(/^(.*?)\.?$/, 'is not usable. $1'),
  read: given => given,
}

export const networks: Values<Proxies> = {
  shown: 'such as `10.0.0.0/8, ::1`',
  fault: given =>
    refused(() => proxiesOf(given)) && 'must be IP addresses or networks such as 10.0.0.0/8, with commas between',
  read: proxiesOf,
}

export const dnsServers: Values<readonly string[]> = {
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

export const hostName: Values<string> = {
  ...checked('such as `mail.example.com`', 'must be the name of a host, such as mail.example.com', isHostName),
  read: given => given.toLowerCase(),
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
