// Passwords of people: scrypt, which is slow and takes memory on purpose, and never runs on the event loop.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { HashQueue } from './hash-queue.ts'

export { HashQueueFull } from './hash-queue.ts'

const COST = { N: 2 ** 15, r: 8, p: 3 }
const KEY_LENGTH_BYTES = 32

/** Two of the four threads that the process has for such work: the others are for files and names. */
const AT_ONCE = 2
const WAITING_MAX = 32
const queue = new HashQueue(AT_ONCE, WAITING_MAX)
/** Who asks when it is not somebody from outside. */
const OURSELVES = 'this server'

/**
 * `scrypt$N$r$p$salt$key`: the cost is kept with each hash, so that it can be raised later. `caller` is on whose behalf,
 * such as the network they come from: each has one hash at a time. Throws `HashQueueFull` when too many wait.
 */
export async function hashOfPassword(password: string, caller = OURSELVES): Promise<string> {
  const salt = randomBytes(16)
  const key = await queue.run(caller, () => deriveKey(password, salt, COST))
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Whether the password has this hash. Without a hash (no such person) it takes as long, waits as long and says no. Who is
 * `known` does not have to stand back behind strangers.
 */
export async function isPassword(
  password: string,
  hash: string | undefined,
  caller = OURSELVES,
  known = false,
): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? NOBODY).split('$')
  const expected = Buffer.from(key, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const actual = await queue.run(caller, () => deriveKey(password, Buffer.from(salt, 'base64url'), cost), known)
  return timingSafeEqual(actual, expected) && hash !== undefined
}

/** The hash of a password that nobody has, so that an unknown address costs the same time as a wrong password. */
const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$AAAAAAAAAAAAAAAAAAAAAA$${'A'.repeat(43)}`

function deriveKey(password: string, salt: Buffer, { N, r, p }: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // NFKC: the same password typed on another keyboard has the same bytes (NIST SP 800-63B 5.1.1.2)
    scrypt(password.normalize('NFKC'), salt, KEY_LENGTH_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
