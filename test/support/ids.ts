// Readable test ids: each is a UUID, ordered like its name.
import { UUID_BYTES, readUuid } from '../../src/base/text/uuids.ts'

/** `anId('a')` is `61000000-0000-0000-0000-000000000000`; a name has at most 16 bytes. */
export function anId(name: string): string {
  return readUuid(Buffer.from(name.padEnd(UUID_BYTES, '\0')))
}
