// The setting for several relays: `name=url;weight=2;domains=a.com,b.com`, separated by spaces or line breaks.
import { parseRelay } from './relay.ts'

export interface RelayRule {
  /** The name in the setting and in the dashboard. */
  name: string
  url: string
  /** Its share of the mail relative to the other relays; 0: used only if no other relay is usable. */
  weight: number
  /** Domains of recipients; if set, the relay only accepts mail to them. */
  domains: readonly string[]
  /** Domains of senders; if set, the relay only accepts mail from them. */
  senders: readonly string[]
  /** Maximum number of simultaneous connections of each process. */
  connections: number
  /** Maximum number of emails of each process; `undefined`: no limit. */
  per_minute: number | undefined
}

/** The name of the relay that `SMTP_URL` sets. */
export const MAIN_RELAY = 'main'

const RELAYS_MAX = 50
const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/
const DOMAIN =
  /^(?:\*\.)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** Throws one clear sentence, which contains no URL, if the text is not a valid list. */
export function parseRelays(text: string, connections: number): RelayRule[] {
  const rules = text
    .split(/\s+/)
    .filter(item => item !== '')
    .map(item => ruleOf(item, connections))
  const names = rules.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`Two relays have the name "${twice}".`)
  if (names.includes(MAIN_RELAY)) throw new Error(`The name "${MAIN_RELAY}" is reserved for SMTP_URL.`)
  if (rules.length > RELAYS_MAX) throw new Error(`There are more than ${RELAYS_MAX} relays.`)
  return rules
}

function ruleOf(item: string, connections: number): RelayRule {
  const name = item.slice(0, item.indexOf('=')).toLowerCase()
  if (!item.includes('=') || !NAME.test(name))
    throw new Error(
      'A relay must be written as name=smtp://host;weight=2, with a name of lowercase letters, digits, - and _.',
    )
  const [url = '', ...settings] = item.slice(item.indexOf('=') + 1).split(';')
  try {
    parseRelay(url)
  } catch (error) {
    throw new Error(`Invalid relay "${name}". ${(error as Error).message}`, { cause: error })
  }
  const rule: RelayRule = { name, url, weight: 1, domains: [], senders: [], connections, per_minute: undefined }
  return settings.filter(setting => setting !== '').reduce((so_far, setting) => withSetting(so_far, setting), rule)
}

function withSetting(rule: RelayRule, setting: string): RelayRule {
  const at = setting.indexOf('=')
  const [key, value] = [setting.slice(0, at), setting.slice(at + 1)]
  switch (key) {
    case 'weight':
      return { ...rule, weight: whole(rule, { key, value }, [0, 1000]) }
    case 'connections':
      return { ...rule, connections: whole(rule, { key, value }, [1, 1000]) }
    case 'per_minute':
      return { ...rule, per_minute: whole(rule, { key, value }, [1, 1_000_000]) }
    case 'domains':
    case 'senders':
      return { ...rule, [key]: domainsOf(rule, key, value) }
    default:
      throw new Error(
        `Unknown setting of the relay "${rule.name}". Allowed: weight, domains, senders, connections, per_minute.`,
      )
  }
}

type ParameterNames = Record<'key' | 'value', string>

function whole({ name }: RelayRule, { key, value }: ParameterNames, [min, max]: [number, number]): number {
  const isRight = /^\d{1,7}$/.test(value) && Number(value) >= min && Number(value) <= max
  if (!isRight) throw new Error(`The ${key} of the relay "${name}" must be a whole number from ${min} to ${max}.`)
  return Number(value)
}

function domainsOf({ name }: RelayRule, key: string, value: string): string[] {
  const domains = value.toLowerCase().split(',')
  if (!domains.every(domain => DOMAIN.test(domain)))
    throw new Error(`The ${key} of the relay "${name}" must be domains such as example.com or *.example.com.`)
  return domains
}
