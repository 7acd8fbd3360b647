// Segments as audiences, in the form of API responses.
import type { Schemas } from '../../../generated/api.ts'

/** A list item. */
export function audienceItem({ id, name, created_at }: Schemas['AudienceItem']): Schemas['AudienceItem'] {
  return { id, name, created_at }
}

export function audienceResponse(segment: Schemas['AudienceItem']): Schemas['Audience'] {
  return { object: 'audience', ...audienceItem(segment) }
}
