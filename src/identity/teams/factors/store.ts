// Stored second factors, and the hashes of recovery codes.
import { nullable, number, text, uuid } from '../../../base/store/column.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

const factors = table('totp_factors', {
  user_id: uuid,
  /** Sealed. */
  secret: text,
  /** `null` until a code has proven that the person's app has the secret. */
  confirmed_at: nullable(text),
  /** The time step of the last accepted code. */
  last_step: number,
})
const codes = table('recovery_codes', { user_id: uuid, code_hash: text })

export type Factor = RecordOf<typeof factors>

export const findFactor = factors.find('user_id').one
export const saveFactor = factors.upsert(['user_id'], ['secret', 'confirmed_at', 'last_step']).put
export const saveConfirmed = factors.update({ by: ['user_id'], set: ['confirmed_at'] }).put
export const removeFactorRow = factors.remove('user_id').did
/** Returns whether the step was later than the last one: of two requests with one code, one succeeds. */
export const useTotpStep = factors.write<{ user_id: string; step: number }>(({ rows, param, params }) =>
  rows
    .where(params('user_id'))
    .where('last_step', '<', param('step'))
    .update({ last_step: param('step') }),
).did

export const insertRecoveryCode = codes.insert().put
export const removeRecoveryCodes = codes.remove('user_id').put
/** Returns whether the code existed. */
export const useRecoveryCode = codes.remove('user_id', 'code_hash').did
export const listRecoveryCodes = codes.find('user_id').all
