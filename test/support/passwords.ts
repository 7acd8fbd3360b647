// Cheap password hashes: a real one takes 0.3 s of CPU on purpose, and most tests are about other things.
import { randomBytes, scryptSync } from 'node:crypto'

/** A hash in the format of the server: it contains its cost parameters, which the check uses. */
export async function quickHash(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = scryptSync(password.normalize('NFKC'), salt, 32, { N: 16, r: 1, p: 1 })
  const [written_salt, written_key] = [salt, key].map(bytes => bytes.toString('base64').replaceAll('=', ''))
  return `$scrypt$ln=4,r=1,p=1$${written_salt}$${written_key}`
}
