// The allowed names of segments.
import { isLongerThan } from '../../base/text/length.ts'

const NAME_MAX = 255

/** The name in its stored form; `undefined` if it is not allowed. */
export function normalizeSegmentName(text: string): string | undefined {
  const name = text.trim()
  return name === '' || isLongerThan(name, NAME_MAX) ? undefined : name
}
