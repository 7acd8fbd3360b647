// Finds text that looks like one of our secrets or a secret in a URL, so that it is not repeated: a key pasted into the
// wrong field would otherwise appear in the response, and from there in logs.
import { looksRandom, maskUrlSecrets } from './url-secrets.ts'

const SHAPES = [
  // an API key: as long as BOOTSTRAP_API_KEY may be, or longer
  String.raw`(?<![A-Za-z0-9])re_\w{20,}`,
  // an access token: a JWT, which starts with `{"`
  String.raw`(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*`,
  // a random token (secrets/tokens.ts): a name of that length rarely has letters of both cases
  String.raw`(?<![\w-])(?=[\w-]{0,42}[a-z])(?=[\w-]{0,42}[A-Z])[\w-]{43}(?![\w-])`,
]
const SECRET = new RegExp(SHAPES.join('|'), 'g')

/** The text with `(hidden)` in place of each secret. */
export function withoutSecrets(text: string): string {
  return maskUrlSecrets(text.replaceAll(SECRET, '(hidden)'))
}

/** A name from a request for an error message: `(hidden)` if it looks like a secret that was sent as a name by mistake. */
export function safeName(name: string): string {
  return looksRandom(name) || withoutSecrets(name) !== name ? '(hidden)' : name
}
