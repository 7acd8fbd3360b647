// Classifies a refusal: all email to the address will fail, only this email or moment was refused, or it is unclear.
// The enhanced status code (RFC 3463 and the registry of RFC 5248) decides, unless the text is clearer; without a code,
// the text decides.

/**
 * `permanent`: the address accepts no email at all. `transient`: this email, its sender or the moment was refused, and
 * another email may be accepted. `undetermined`: the refusal does not show which.
 */
export type BounceClass = 'permanent' | 'transient' | 'undetermined'

/** A server's refusal. */
interface RefusalReply {
  /** The SMTP reply code; `null` if there is none. */
  code: number | null
  /** The text of the reply. */
  words: string
  /** The enhanced status code, if it is not in the text. */
  status?: string | undefined
}

/** Refusals caused by the sender, the message or the server's own failure, regardless of their codes. */
const ABOUT_US =
  /\bspam|\bjunk\b|black ?-?list|block ?-?list|\bblocked\b|\brbls?\b|dnsbl|reputation|\bpolic(?:y|ies)\b|\bdmarc\b|\bspf\b|\bdkim\b|unsolicited|\bvirus|malware|phish|content (?:reject|denied)|frequency limit|\bdt:spm\b|invalid dns mx|not permitted to relay|relay(?:ing)? (?:access )?denied|relaying (?:not|disallowed)|unable to relay|rate limit|too many (?:messages|connections|recipients)|greylist|authentication (?:is )?required|sender (?:address )?(?:rejected|verify|denied)|reverse dns|\bptr\b|too large|exceeds? (?:the )?(?:maximum |max )?(?:message )?size|size limit/i

const FULL =
  /mailbox (?:is )?full|over ?-?quota|quota exceeded|exceeded (?:his|her|its|their|the)?.{0,20}quota|out of storage|insufficient (?:system )?storage|inbox is full/i

/** Wordings of different servers for a mailbox that does not exist. */
const UNKNOWN_RECIPIENT: readonly RegExp[] = [
  /user (?:is )?(?:unknown|not (?:found|known)|doesn.t exist|does not exist|invalid)/i,
  /unknown (?:user|recipient|address|mailbox|local.?part)/i,
  /no such (?:user|recipient|mailbox|account|address|person|domain|host)/i,
  /(?:recipient|address|account|mailbox|user|email|e-mail|domain|host)\b.{0,60}(?:does not exist|doesn.t exist|not exist|not found|unknown|is invalid|no longer (?:valid|exists|available|in use)|disabled|inactive|deactivated|suspended|closed|terminated)/i,
  /mailbox unavailable(?! or access denied)/i,
  /no (?:user|recipient|mailbox|account|address) (?:was )?found/i,
  /(?:could|was|were)(?: not|n.t) (?:be )?found|not listed in (?:the )?directory/i,
  /invalid (?:recipient|mailbox|address|user)/i,
  /(?:isn.t|is not|not) a (?:valid|known) (?:user|recipient|mailbox|address)/i,
  /no (?:mailbox|account|user) (?:here )?(?:by|with) (?:that|this) name/i,
  /doesn.t have an? .{0,40}account/i,
  /not (?:our|a local) (?:customer|user)/i,
  /null ?mx|does not accept (?:e-?)?mail/i,
  /unrouteable address|unroutable address|recipient address rejected: (?:access denied|undeliverable)/i,
]

/** Yandex refuses unknown recipients with a code for policies. */
const YANDEX_UNKNOWN = /^550 5\.7\.1 no such user!/i

/** By enhanced status code; a whole code takes precedence over its first two numbers. */
const BY_STATUS: Readonly<Record<string, BounceClass>> = {
  // an address without a mailbox: bad mailbox, bad system, bad syntax, moved, no mail at all (RFC 7505)
  '5.1.0': 'permanent',
  '5.1.1': 'permanent',
  '5.1.2': 'permanent',
  '5.1.3': 'permanent',
  '5.1.6': 'permanent',
  '5.1.10': 'permanent',
  // an ambiguous address, or one of the sender
  '5.1': 'transient',
  // 5.2.1: a mailbox that is closed; the others are full, or refuse a message of this size
  '5.2.1': 'permanent',
  '5.2.0': 'undetermined',
  '5.2': 'transient',
  // a failure of the server itself
  '5.3': 'transient',
  // the network or the route
  '5.4.4': 'permanent',
  '5.4': 'transient',
  // a wrong command; some servers use it for all refusals
  '5.5': 'undetermined',
  // the message
  '5.6': 'transient',
  // policy: the server refuses the sender or this way of sending
  '5.7': 'transient',
  '5.0': 'undetermined',
}

const STATUS = /(?:^|[\s#(;:-])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/

/** The enhanced status code in a reply text, if there is one. */
export function findEnhancedStatus(words: string): string | undefined {
  // it follows the reply code; later numbers have other meanings
  return STATUS.exec(words.slice(0, STATUS_WITHIN))?.[1]
}

const STATUS_WITHIN = 60
const WORDS_MAX = 1000

/** The class of a final refusal. */
export function classifyBounce({ code, words: all, status: given }: RefusalReply): BounceClass {
  const words = all.slice(0, WORDS_MAX)
  const status = given ?? findEnhancedStatus(words)
  // final after many attempts, or a full mailbox: the address worked before, and may work again
  if (status?.startsWith('4.') || (status === undefined && code !== null && code < 500)) return 'transient'
  if (FULL.test(words)) return 'transient'
  if (ABOUT_US.test(words)) return 'transient'
  const judged = status === undefined ? undefined : byStatus(status)
  if (judged === 'permanent') return judged
  if (YANDEX_UNKNOWN.test(words)) return 'permanent'
  // 5.7 is policy, even with the text of another refusal
  if (!status?.startsWith('5.7.') && !isAboutSender(status) && UNKNOWN_RECIPIENT.some(pattern => pattern.test(words)))
    return 'permanent'
  return judged ?? 'undetermined'
}

/** RFC 3463 3.2: 5.1.7 and 5.1.8 are about the sender's address, and their texts look like those about a recipient's. */
function isAboutSender(status: string | undefined): boolean {
  return status === '5.1.7' || status === '5.1.8'
}

function byStatus(status: string): BounceClass | undefined {
  return BY_STATUS[status] ?? BY_STATUS[status.slice(0, status.lastIndexOf('.'))]
}
