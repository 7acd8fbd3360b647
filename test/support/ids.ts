// Ids of tests that have names: each a UUID, in the order of the names.
import { UUID_BYTES, uuidAt } from '../../src/base/text/uuids.ts'

/** `anId('a')` is `61000000-0000-0000-0000-000000000000`; a name has 16 bytes at the most. */
export function anId(name: string): string {
  return uuidAt(Buffer.from(name.padEnd(UUID_BYTES, '\0')))
}
