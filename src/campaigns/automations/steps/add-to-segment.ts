// Adds the contact to a segment.
import { stepFault } from './parts.ts'
import type { StepType } from './step-type.ts'

export const addToSegmentStep: StepType<'add_to_segment'> = {
  title: 'Add to segment',
  summary: ({ segment_id }) => segment_id,
  config: ({ segment_id }) => ({ segment_id }),
  names: ({ segment_id }) => ({ segments: [segment_id] }),
  readiness: ({ segment_id }, { segments }) =>
    segments.has(segment_id) ? [] : stepFault('segment', `unknown segment "${segment_id}"`),
  named: ({ segment_id }, { segments }) => ({ segment_id: segments.get(segment_id) ?? segment_id }),
  advance: ({ key, config: { segment_id } }) => {
    return { is: 'acting', effect: { kind: 'add_to_segment', step_key: key, segment_id } }
  },
}
