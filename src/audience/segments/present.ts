// Segments in the form of API responses.
import type { Schemas } from '../../../generated/api.ts'
import type { ListedSegment, Segment } from './store.ts'

/** A list item. */
export function segmentItem({ id, name, created_at }: ListedSegment): Schemas['SegmentItem'] {
  return { id, name, created_at }
}

export function segmentResponse(segment: Segment): Schemas['Segment'] {
  return { object: 'segment', ...segmentItem(segment), ...(segment.rule && { rule: segment.rule }) }
}
