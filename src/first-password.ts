// The password of the first administrator. In a file of its own, which needs little, so that it can be hashed while the
// rest of the server loads.
import type { Config } from './config.ts'
import { hashOfPassword } from './secrets/passwords.ts'
import { randomLetters } from './secrets/tokens.ts'

export interface FirstPassword {
  password: string
  password_hash: string
}

/** The operator's choice, or a random one. */
export async function firstPassword({ admin_password }: Config): Promise<FirstPassword> {
  const password = admin_password ?? randomLetters(20)
  return { password, password_hash: await hashOfPassword(password) }
}
