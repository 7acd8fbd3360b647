// The rate limiter of passwords counts attempts per account and network, per network, and per account over all networks. All
// processes share the counts.
import {
  type AttemptLimit,
  type AttemptCount,
  clearAttempts,
  undoAttempt,
  countAttempt,
} from '../../../base/rate-limits/store.ts'
import { networkOf } from '../../../base/net/client-ip.ts'
import { HashQueueFull } from '../../../base/secrets/hash-queue.ts'
import { hashToken } from '../../../base/secrets/tokens.ts'
import type { Database, Tx } from '../../../base/store/database.ts'

const OWN_TRIES = 10
/** More than for one account, because many people can share an IP address. */
const NETWORK_TRIES = 30
/**
 * For all networks together. It prevents guessing from many networks. Once it is used up, it also blocks the owner, except in a
 * known browser.
 */
const ACCOUNT_TRIES = 100
const WINDOW_MS = 15 * 60_000
/** Characters of a hash that are sufficient to distinguish two passwords. */
const HASH_PART = 12
const NAME_LENGTH_MAX = 64

export class RateLimiter {
  readonly #database: Pick<Database, 'unit'>

  constructor(database: Pick<Database, 'unit'>) {
    this.#database = database
  }

  /**
   * Counts an attempt under each key before its outcome is known, so that concurrent attempts do not all pass. If a key has no
   * attempts left, counts nothing and returns how long to wait. Password checks limit how many attempts are counted at a time:
   * a process runs two checks concurrently, of 0.1 s or more each.
   */
  take({ own, shared }: Limits, now: Date): Promise<AttemptCount> {
    return this.#database.unit(tx => countAttempt({ tx, now }, [own, ...shared], WINDOW_MS))
  }

  /** After a right password: uncounts this attempt, and clears earlier wrong ones of the same person. */
  async forget(tx: Tx, { own, shared }: Limits): Promise<void> {
    clearAttempts(tx, own)
    await undoAttempt(tx, shared)
  }

  /** Checks a password. If the queue of checks is full, the attempt is uncounted, because nothing was checked. */
  async unlessFull<Result>({ own, shared }: Limits, look: () => Promise<Result>): Promise<Result> {
    try {
      return await look()
    } catch (error) {
      // the attempt still counts if it cannot be uncounted
      if (error instanceof HashQueueFull)
        await this.#database.unit(tx => undoAttempt(tx, [own, ...shared])).catch(() => {})
      throw error
    }
  }
}

export interface PasswordAttempt {
  account: string
  /**
   * The hash of the account's password, if the account exists. A new password starts a new count, because attempts with an old
   * one do not count for it.
   */
  password_hash?: string | undefined
  ip: string
  /** The id of a known browser, or of a session of this account. */
  browser?: string | undefined
}

/** The counts that a password attempt is added to. */
export interface Limits {
  /** Cleared by a right password. */
  own: AttemptLimit
  /** Keep earlier wrong attempts after a right password. */
  shared: AttemptLimit[]
}

export function passwordLimits({ account, password_hash, ip, browser }: PasswordAttempt): Limits {
  // a known browser has a separate count, so that strangers cannot lock it out
  if (browser !== undefined) return { own: { key: `browser ${browser}`, tries: OWN_TRIES }, shared: [] }
  // hashed if long, to limit the length of the key
  const short = account.length > NAME_LENGTH_MAX ? hashToken(account) : account
  const name = [short, ...(password_hash ? [password_hash.slice(-HASH_PART)] : [])].join(' ')
  const network = networkOf(ip)
  return {
    own: { key: `own ${network} ${name}`, tries: OWN_TRIES },
    shared: [
      { key: `network ${network}`, tries: NETWORK_TRIES },
      { key: `account ${name}`, tries: ACCOUNT_TRIES },
    ],
  }
}

export function waitText(wait_ms: number): string {
  const minutes = Math.ceil(wait_ms / 60_000)
  return `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}
