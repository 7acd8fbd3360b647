// The table of A/B tests: one row for each broadcast that has one.
import { nullable, number, oneOf, text, uuid } from '../../../base/store/column.ts'
import { table } from '../../../base/store/table.ts'
import type { AbTest } from './rules.ts'

const tests = table<AbTest & { made_text: string | null }>('broadcast_ab_tests', {
  broadcast_id: uuid,
  team_id: uuid,
  subject: nullable(text),
  html: nullable(text),
  text: nullable(text),
  made_text: nullable(text),
  share: number,
  wait_hours: number,
  winner_by: oneOf<AbTest['winner_by']>(),
  decides_at: nullable(text),
  rest_at: nullable(text),
  winner: nullable(oneOf<NonNullable<AbTest['winner']>>()),
  reason: nullable(oneOf<NonNullable<AbTest['reason']>>()),
})

export const findTest = tests.find('team_id', 'broadcast_id').one
export const saveTest = tests.upsert(
  ['broadcast_id'],
  ['subject', 'html', 'text', 'share', 'wait_hours', 'winner_by'],
).put
export const removeTest = tests.remove('team_id', 'broadcast_id').put
export const saveGeneratedTestText = tests.update({ by: ['team_id', 'broadcast_id'], set: ['made_text'] }).put
export const saveTestProgress = tests.update({ by: ['team_id', 'broadcast_id'], set: ['decides_at', 'rest_at'] }).put
/** The condition ensures that only one of several decisions succeeds. */
export const saveWinner = tests.update({
  by: ['team_id', 'broadcast_id'],
  where: { winner: null },
  set: ['winner', 'reason'],
})
