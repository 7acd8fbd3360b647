// What a segment can be called.
import { isLongerThan } from '../../base/text/length.ts'

const NAME_MAX = 255

/** The name as it is kept; nothing when it cannot be one. */
export function usableSegmentName(text: string): string | undefined {
  const name = text.trim()
  return name === '' || isLongerThan(name, NAME_MAX) ? undefined : name
}
