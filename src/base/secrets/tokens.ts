// Generates random tokens (sessions, keys, links), and the hashes that are stored instead of them.
import { hash, randomBytes, randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 256 random bits as 43 base64url characters. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Random letters and digits, or random ones of `letters`. */
export function randomLetters(length: number, letters = LETTERS): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** The stored form of a random token. A fast hash is sufficient, because this many random bits cannot be guessed. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}
