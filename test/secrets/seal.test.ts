import { describe, expect, it } from 'vitest'
import { Seal } from '../../src/base/secrets/seal.ts'
import { randomToken } from '../../src/base/secrets/tokens.ts'

const AT = new Date('2026-11-20T12:00:00.123Z')
const DAY_MS = 24 * 3_600_000
const secret = randomToken()
const seal = new Seal(secret)

describe('a seal', () => {
  it.each([0, 1, 15, 16, 17, 6000])('returns %d bytes unchanged, with the time and an id', length => {
    const value = Buffer.from(Array.from({ length }, (_, index) => index % 256))
    const text = seal.seal(value, AT)
    expect(text).toMatch(/^[A-Za-z0-9_-]+$/)
    const opened = seal.open(text)!
    expect(opened.value.equals(value)).toBe(true)
    expect(opened.sealed_at).toEqual(AT)
    expect(opened.id).toMatch(/^[A-Za-z0-9_-]{16}$/)
  })

  it('hides its content, and differs each time', () => {
    const texts = Array.from({ length: 50 }, () => seal.seal(Buffer.from('the same words'), AT))
    expect(new Set(texts).size).toBe(50)
    expect(new Set(texts.map(text => seal.open(text)!.id)).size).toBe(50)
    for (const text of texts) expect(Buffer.from(text, 'base64url').toString('latin1')).not.toContain('the same words')
  })

  it('is opened by another process of the same server on another day, and by no other server', () => {
    const text = seal.seal(Buffer.from('words'), AT)
    const again = new Seal(secret)
    again.seal(Buffer.from('a day later'), new Date(AT.getTime() + DAY_MS))
    expect(again.open(text)!.value.toString()).toBe('words')
    expect(new Seal(randomToken()).open(text)).toBeUndefined()
  })

  it('is invalid after any change of a bit, and after truncation', () => {
    const bytes = Buffer.from(seal.seal(Buffer.from('words'), AT), 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(seal.open(changed.toString('base64url')), `bit ${bit}`).toBeUndefined()
    }
    for (let end = 0; end < bytes.length; end++) {
      expect(seal.open(bytes.subarray(0, end).toString('base64url')), `${end} bytes`).toBeUndefined()
    }
    expect(seal.open(Buffer.concat([bytes, bytes]).toString('base64url'))).toBeUndefined()
  })

  it('has only one valid encoding', () => {
    // with 5 bytes of value the last character has unused bits
    const text = seal.seal(Buffer.from('words'), AT)
    const last = text.at(-1)!
    const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter(letter =>
      Buffer.from(text.slice(0, -1) + letter, 'base64url').equals(Buffer.from(text, 'base64url')),
    )
    expect(others).toContain(last)
    expect(others.length).toBeGreaterThan(1)
    for (const letter of others) {
      expect(seal.open(text.slice(0, -1) + letter) !== undefined).toBe(letter === last)
    }
    for (const other of [`${text}=`, `${text} `, ` ${text}`, `${text}\n`, `${text}.`, '', '\u0000', 'é'.repeat(99)]) {
      expect(seal.open(other)).toBeUndefined()
    }
  })
})
