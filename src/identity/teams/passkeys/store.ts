// Stored passkeys: public keys, which are not secret.
import { nullable, number, text, uuid } from '../../../base/store/column.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

const passkeys = table('passkeys', {
  /** The id that the authenticator chose, in base64url. */
  credential_id: text,
  user_id: uuid,
  /** The name that the person chose. */
  name: text,
  /** A COSE key as the authenticator wrote it, in base64url. */
  public_key: text,
  /** Its signature counter, if the authenticator has one. */
  counter: number,
  created_at: text,
  last_used_at: nullable(text),
})

export type Passkey = RecordOf<typeof passkeys>

export const findPasskey = passkeys.find('credential_id').one
export const listPasskeys = passkeys.query<{ user_id: string }>(({ rows, params }) =>
  rows.where(params('user_id')).orderBy(['created_at', 'credential_id']),
).all
/** Returns whether the passkey was new. */
export const insertPasskey = passkeys.insertIfNew('credential_id').did
export const removePasskeyRow = passkeys.remove('user_id', 'credential_id').did
export const removePasskeysOf = passkeys.remove('user_id').did
/** Returns whether the person still has the passkey and its counter increased or is always 0 (WebAuthn 7.2, step 22). */
export const savePasskeyUse = passkeys.write<Omit<Passkey, 'name' | 'public_key' | 'created_at'>>(
  ({ rows, param, params }) =>
    rows
      .where(params('credential_id', 'user_id'))
      .where(query =>
        query
          .where('counter', '<', param('counter'))
          .orWhere(never => never.where({ counter: 0 }).where('counter', param('counter'))),
      )
      .update(params('counter', 'last_used_at')),
).did
