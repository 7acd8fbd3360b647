// Event definitions in the form of API responses.
import type { Schemas } from '../../../generated/api.ts'
import type { EventRecord } from './rules.ts'

/** A list item. */
export function eventItem({ id, name, schema, created_at, updated_at }: EventRecord): Schemas['EventItem'] {
  return { id, name, schema, created_at, updated_at }
}

export function eventResponse(event: EventRecord): Schemas['Event'] {
  return { object: 'event', ...eventItem(event) }
}
