// An authenticator app: reads the key from the page and generates codes.
import type { Person } from './pages.ts'
import { totpCode, totpStep } from '../../src/identity/teams/factors/rules.ts'

export interface App {
  code(now: Date): string
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** An app with the key that a page shows. */
export function appWith(text: string): App {
  const key = /<code class="secret">([A-Z2-7 ]+)</.exec(text)![1]!.replaceAll(' ', '')
  const bits = [...key].map(letter => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from(bits.match(/.{8}/g)!.map(byte => Number.parseInt(byte, 2)))
  return { code: now => totpCode(secret, totpStep(now)) }
}

/** Sets up a second factor. Returns the app and the recovery codes. */
export async function withFactor(person: Person, password: string, now: Date): Promise<{ app: App; codes: string[] }> {
  await person.get('/two-factor')
  await person.post('/two-factor/begin', { password })
  const app = appWith((await person.get('/two-factor')).text)
  await person.post('/two-factor/confirm', { code: app.code(now) })
  const { text } = await person.get('/two-factor')
  return { app, codes: [...text.matchAll(/<li><code>([a-z\d-]{19})<\/code>/g)].map(([, code]) => code!) }
}
