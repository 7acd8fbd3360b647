// A large body as the value it stands for, with everything found out about it that would take long.
import { refusal } from '../refusal.ts'
import { jsonHash, parsedJson } from '../text/json.ts'
import { isSuspect, unreadablePlace } from '../text/readable.ts'
import type { Input, LargeJsonLimits, ReadJson } from './tasks.ts'

export function readLargeJson({ bytes, limits, hashed }: Input<'read_json'>): ReadJson {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const value = parsedJson(body, limits)
  if (body.length > limits.rest_max) refuseRest(value, limits)
  const unreadable = isSuspect(body) ? unreadablePlace(value) : undefined
  return { value, hash: hashed ? jsonHash(value) : undefined, unreadable }
}

/** Only some texts may be long: everything else is looked at in the event loop, as that of a small body. */
function refuseRest(value: unknown, { long, rest_max }: LargeJsonLimits): void {
  const rest = JSON.stringify(value, (name, inner: unknown) =>
    typeof inner === 'string' && long.includes(name) ? '' : inner,
  )
  if (rest.length <= rest_max) return
  throw refusal(
    'validation_error',
    `Request body is too large: apart from ${long.map(name => `\`${name}\``).join(' and ')} it may have at most ` +
      `${rest_max} characters, and it has ${rest.length}.`,
    413,
  )
}
