// A segment as it is answered by its old name.
import type { Schemas } from '../../../generated/api.ts'

/** As a list shows it. */
export function audienceItem({ id, name, created_at }: Schemas['AudienceItem']): Schemas['AudienceItem'] {
  return { id, name, created_at }
}

export function audienceAnswer(segment: Schemas['AudienceItem']): Schemas['Audience'] {
  return { object: 'audience', ...audienceItem(segment) }
}
