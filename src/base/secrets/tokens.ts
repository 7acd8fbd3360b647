// Random tokens (sessions, keys, links), and the hashes we keep of them.
import { hash, randomBytes, randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 256 random bits as 43 base64url characters. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Random letters and digits. */
export function randomLetters(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** What is stored of a random token. The token has so much randomness that a fast hash cannot be guessed back. */
export function hashOfToken(token: string): string {
  return hash('sha256', token, 'base64url')
}
