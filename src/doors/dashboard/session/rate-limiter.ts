// The rate limiter of passwords: tries per account and network, per network, and per account from all networks. All processes
// count together.
import { type Limit, type Tried, forgetTries, takeBackTry, takeTry } from '../../../base/rate-limits/store.ts'
import { networkOf } from '../../../base/net/caller-ip.ts'
import { HashQueueFull } from '../../../base/secrets/passwords.ts'
import { hashOfToken } from '../../../base/secrets/tokens.ts'
import type { Database, Tx } from '../../../base/store/database.ts'

const OWN_TRIES = 10
/** More than for one account: many people can share an address. */
const NETWORK_TRIES = 30
/**
 * From everywhere together. It stops who guesses from many networks, and until it lets go the owner too, unless they
 * come with a browser that they have logged in with before.
 */
const ACCOUNT_TRIES = 100
const WINDOW_MS = 15 * 60_000
/** Enough of a hash to tell two passwords apart. */
const HASH_PART = 12
const NAME_LENGTH_MAX = 64

export class RateLimiter {
  readonly #database: Pick<Database, 'unit'>

  constructor(database: Pick<Database, 'unit'>) {
    this.#database = database
  }

  /**
   * Notes a try under each key, before it is known how it ends: many at the same time must not all get through. Answers
   * how long to wait when one of the keys has no tries left, and then notes nothing. What is noted at a time is bounded
   * by how many passwords can be looked at: a process looks at two, for 0.1 s or more each.
   */
  take({ own, shared }: Limits, now: Date): Promise<Tried> {
    return this.#database.unit(tx => takeTry({ tx, now }, [own, ...shared], WINDOW_MS))
  }

  /** The try was right: it does not count, and neither do the wrong ones before it of the same person. */
  async forget(tx: Tx, { own, shared }: Limits): Promise<void> {
    forgetTries(tx, own)
    await takeBackTry(tx, shared)
  }

  /** Looks at the password, unless so many are looked at that there is no room to wait; then nothing was tried. */
  async unlessFull<Result>({ own, shared }: Limits, look: () => Promise<Result>): Promise<Result> {
    try {
      return await look()
    } catch (error) {
      // it counts when that cannot be written
      if (error instanceof HashQueueFull)
        await this.#database.unit(tx => takeBackTry(tx, [own, ...shared])).catch(() => {})
      throw error
    }
  }
}

export interface PasswordAttempt {
  account: string
  /** Of the account's password, if there is such an account: what was tried against an old one says nothing of a new one. */
  password_hash?: string | undefined
  /** The IP address of the try. */
  ip: string
  /** The id of a browser that has logged in to this account before. */
  browser?: string | undefined
}

/** What a try at the password of an account counts against. */
export interface Limits {
  /** Is of no account any more once the password was right. */
  own: Limit
  /** Go on counting for what was wrong before. */
  shared: Limit[]
}

export function passwordLimits({ account, password_hash, ip, browser }: PasswordAttempt): Limits {
  // strangers cannot lock out a browser that the account knows: what they try does not count for it
  if (browser !== undefined) return { own: { key: `browser ${browser}`, tries: OWN_TRIES }, shared: [] }
  // short, however long the account's name is
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
