// The rate limiter of passwords counts tries per account and network, per network, and per account over all networks. All
// processes share the counts.
import { type Limit, type Tried, forgetTries, takeBackTry, takeTry } from '../../../base/rate-limits/store.ts'
import { networkOf } from '../../../base/net/caller-ip.ts'
import { HashQueueFull } from '../../../base/secrets/passwords.ts'
import { hashOfToken } from '../../../base/secrets/tokens.ts'
import type { Database, Tx } from '../../../base/store/database.ts'

const OWN_TRIES = 10
/** More than for one account, as many people can share an address. */
const NETWORK_TRIES = 30
/**
 * For all networks together. It stops guessing from many networks. Once it is used up, it stops the owner, too, except in a
 * known browser.
 */
const ACCOUNT_TRIES = 100
const WINDOW_MS = 15 * 60_000
/** Characters of a hash that are enough to tell two passwords apart. */
const HASH_PART = 12
const NAME_LENGTH_MAX = 64

export class RateLimiter {
  readonly #database: Pick<Database, 'unit'>

  constructor(database: Pick<Database, 'unit'>) {
    this.#database = database
  }

  /**
   * Counts a try under each key before its outcome is known, so that many tries at the same time do not all pass. If a key has
   * no tries left, counts nothing and returns how long to wait. Password checks bound how many tries are counted at a time: a
   * process runs two checks at once, of 0.1 s or more each.
   */
  take({ own, shared }: Limits, now: Date): Promise<Tried> {
    return this.#database.unit(tx => takeTry({ tx, now }, [own, ...shared], WINDOW_MS))
  }

  /** After a right password: takes this try back, and clears earlier wrong ones of the same person. */
  async forget(tx: Tx, { own, shared }: Limits): Promise<void> {
    forgetTries(tx, own)
    await takeBackTry(tx, shared)
  }

  /** Checks a password. If the queue of checks is full, the try is taken back, as nothing was checked. */
  async unlessFull<Result>({ own, shared }: Limits, look: () => Promise<Result>): Promise<Result> {
    try {
      return await look()
    } catch (error) {
      // the try keeps counting if it cannot be taken back
      if (error instanceof HashQueueFull)
        await this.#database.unit(tx => takeBackTry(tx, [own, ...shared])).catch(() => {})
      throw error
    }
  }
}

export interface PasswordAttempt {
  account: string
  /**
   * The hash of the account's password, if the account exists. A new password begins a new count, as tries of an old one do not
   * count for it.
   */
  password_hash?: string | undefined
  ip: string
  /** The id of a known browser, or of a session of this account. */
  browser?: string | undefined
}

/** The counts that a try of a password goes into. */
export interface Limits {
  /** Cleared by a right password. */
  own: Limit
  /** Keep earlier wrong tries after a right password. */
  shared: Limit[]
}

export function passwordLimits({ account, password_hash, ip, browser }: PasswordAttempt): Limits {
  // a known browser has a count of its own, so that strangers cannot lock it out
  if (browser !== undefined) return { own: { key: `browser ${browser}`, tries: OWN_TRIES }, shared: [] }
  // hashed if long, to bound the length of the key
  const short = account.length > NAME_LENGTH_MAX ? hashOfToken(account) : account
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
  return `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}
