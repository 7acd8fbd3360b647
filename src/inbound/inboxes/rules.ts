// Limits, names and refusals of inboxes and labels.
import type { Schemas } from '../../../generated/api.ts'
import { refusal } from '../../base/text/refusal.ts'

export type Folder = Schemas['InboxFolder']
export type Direction = Schemas['InboxEmailDirection']

export const INBOXES_MAX = 1_000
export const LABELS_MAX = 100
/** Maximum emails in one thread. The next received email starts another thread. */
export const THREAD_EMAILS_MAX = 1_000
/** Days after which a thread in the trash is deleted. */
export const TRASH_DAYS = 30

/** The prefix of forwarding addresses. 128 random bits follow, so that no address can be guessed. */
const FORWARDED = 'inbox-'
const FORWARDED_ADDRESS = /^inbox-[0-9a-f]{32}@/i

/** The address that email for an inbox is forwarded to. `chance`: 32 random hexadecimal digits. */
export function receivingAddress(chance: string, mail_host: string): string {
  return `${FORWARDED}${chance}@${mail_host}`.toLowerCase()
}

export function mayBeForwarded(address: string): boolean {
  return FORWARDED_ADDRESS.test(address)
}

/** Default colors of labels, in rotation. */
const COLORS = ['#E93D82', '#3E63DD', '#30A46C', '#F76B15', '#8E4EC6', '#12A594', '#FFC53D', '#E5484D']

export function labelColor(asked: string | undefined, labels: number): string {
  return (asked ?? COLORS[labels % COLORS.length]!).toUpperCase()
}

/** The unique key of a label in an inbox: names must not differ in case only. */
export function labelKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}

export function takenLabelRefusal(name: string): Error {
  return refusal('validation_error', `Invalid \`name\` field: this inbox already has a label "${name}".`)
}

export function tooManyLabelsRefusal(): Error {
  return refusal('validation_error', `An inbox can have at most ${LABELS_MAX} labels. Delete one first.`)
}

export function takenAddressRefusal(address: string): Error {
  return refusal(
    'validation_error',
    `Invalid \`email_address\` field: an inbox with the address ${address} already exists.`,
  )
}

interface DomainOfInbox {
  status: string
  receiving: boolean
  is_placeholder: boolean
}

/** Refuses a domain that does not belong to the team, is not verified or cannot receive. */
export function refuseDomain(name: string, domain: DomainOfInbox | undefined, forwarding: boolean): void {
  const fault = (words: string): Error => refusal('validation_error', `Invalid \`email_address\` field: ${words}`)
  if (!domain || domain.is_placeholder)
    throw fault(`\`${name}\` is not a domain of this team. Add and verify it first.`)
  if (domain.status !== 'verified') throw fault(`the domain \`${name}\` is not verified.`)
  if (!domain.receiving && !forwarding)
    throw fault(`the domain \`${name}\` does not receive email. Enable receiving, or use \`forwarding\`.`)
}
