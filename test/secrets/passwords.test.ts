// The formats of password hashes, current and former.
import { randomBytes, scryptSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { hashPassword, verifyPassword, toPhc } from '../../src/base/secrets/passwords.ts'

const PASSWORD = 'correct horse battery'

/** A hash in the former format. */
function hashOfBefore(N: number, salt = randomBytes(16)): string {
  const key = scryptSync(PASSWORD, salt, 32, { N, r: 8, p: 1, maxmem: 256 * N * 8 })
  return `scrypt$${N}$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`
}

it('writes a hash as a PHC string', async () => {
  const hash = await hashPassword(PASSWORD)
  expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(toPhc(hash)).toBe(hash)
  expect(await verifyPassword(PASSWORD, hash)).toBe(true)
  expect(await verifyPassword(`${PASSWORD}!`, hash)).toBe(false)
})

it('reads hashes in the former format, with their own cost', async () => {
  // contains both characters in which the two alphabets differ
  const old = hashOfBefore(1024, Buffer.alloc(16, Buffer.from([0xfb, 0xff, 0xbf])))
  expect(old).toContain('-_-_')
  const phc = toPhc(old)
  expect(phc).toMatch(/^\$scrypt\$ln=10,r=8,p=1\$\+\/\+\/[A-Za-z0-9+/]{18}\$[A-Za-z0-9+/]{43}$/)
  expect([await verifyPassword(PASSWORD, old), await verifyPassword(PASSWORD, phc)]).toEqual([true, true])
  expect([await verifyPassword('another', old), await verifyPassword('another', phc)]).toEqual([false, false])
})

it.each(['', 'none', '$scrypt$ln=15,r=8,p=3$$', '$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$a2V5'])(
  'matches no password with %j',
  async hash => {
    expect(await verifyPassword('', hash)).toBe(false)
    expect(toPhc(hash)).toBe(hash)
  },
)
