// Hashes passwords with scrypt, which is deliberately slow and memory-intensive, and never runs on the event loop.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { HashQueue } from './hash-queue.ts'

interface Cost {
  /** The binary logarithm of scrypt's parameter N. */
  ln: number
  r: number
  p: number
}

const COST: Cost = { ln: 15, r: 8, p: 3 }
const KEY_LENGTH_BYTES = 32

/** Two of Node's four threads for such work; the others stay free for files and name lookups. */
const AT_ONCE = 2
const WAITING_MAX = 32
const queue = new HashQueue(AT_ONCE, WAITING_MAX)
/** The caller for hashes that no external request requires. */
const OURSELVES = 'this server'

/**
 * Returns a PHC string, `$scrypt$ln=15,r=8,p=3$salt$key`: the cost is stored with each hash, so that it can be raised
 * later. `caller`: the source of the request, such as a network; each has one running hash at a time. Throws
 * `HashQueueFull` if too many wait.
 */
export async function hashPassword(password: string, caller = OURSELVES): Promise<string> {
  const salt = randomBytes(16)
  const key = await queue.run(caller, () => deriveKey(password, salt, COST))
  return written({ cost: COST, salt, key })
}

interface HashCaller {
  caller: string
  known?: boolean
}

/**
 * Whether the password has this hash. Without a hash (no such account) it takes as long and returns false, so that
 * response times do not reveal which accounts exist. A `known` caller precedes unknown ones if the queue is full.
 */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
  { caller, known }: HashCaller = { caller: OURSELVES },
): Promise<boolean> {
  const stored = hash === undefined ? undefined : parsed(hash)
  const { cost, salt, key } = stored ?? NO_ACCOUNT
  const actual = await queue.run(caller, () => deriveKey(password, salt, cost), known)
  return timingSafeEqual(actual, key) && stored !== undefined
}

/** The hash in the current form; a stored one may have the earlier form. */
export function toPhc(hash: string): string {
  const stored = parsed(hash)
  return stored ? written(stored) : hash
}

interface Hash {
  cost: Cost
  salt: Buffer
  key: Buffer
}

/** The hash of a password that no account has, so that an unknown address costs the same time as a wrong password. */
const NO_ACCOUNT: Hash = { cost: COST, salt: Buffer.alloc(16), key: Buffer.alloc(KEY_LENGTH_BYTES) }

const PHC = /^\$scrypt\$ln=(?<ln>\d+),r=(?<r>\d+),p=(?<p>\d+)\$(?<salt>[A-Za-z0-9+/]+)\$(?<key>[A-Za-z0-9+/]{43})$/
/** The earlier form: with N itself, and in base64url. */
const BEFORE = /^scrypt\$(?<N>\d+)\$(?<r>\d+)\$(?<p>\d+)\$(?<salt>[\w-]+)\$(?<key>[\w-]{43})$/

function parsed(hash: string): Hash | undefined {
  const { ln, N, r, p, salt, key } = (PHC.exec(hash) ?? BEFORE.exec(hash))?.groups ?? {}
  if (!salt || !key) return undefined
  return {
    cost: { ln: ln === undefined ? Math.log2(Number(N)) : Number(ln), r: Number(r), p: Number(p) },
    // decodes base64url, too
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

function written({ cost: { ln, r, p }, salt, key }: Hash): string {
  return ['', 'scrypt', `ln=${ln},r=${r},p=${p}`, unpadded(salt), unpadded(key)].join('$')
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

function deriveKey(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** ln
  return new Promise((resolve, reject) => {
    // NFKC: the same password typed on another keyboard has the same bytes (NIST SP 800-63B 5.1.1.2)
    scrypt(password.normalize('NFKC'), salt, KEY_LENGTH_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
