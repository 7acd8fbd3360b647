// Hashes of passwords at next to no cost: a real one takes 0.3 s of a core on purpose, and most tests are about other things.
import { randomBytes, scryptSync } from 'node:crypto'

/** As the server stores them: a hash says what it cost, and is checked with that. */
export async function quickHash(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = scryptSync(password.normalize('NFKC'), salt, 32, { N: 16, r: 1, p: 1 })
  const [written_salt, written_key] = [salt, key].map(bytes => bytes.toString('base64').replaceAll('=', ''))
  return `$scrypt$ln=4,r=1,p=1$${written_salt}$${written_key}`
}
