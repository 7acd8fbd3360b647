// Stored passkeys: public keys, which are no secrets.
import { nullable, number, text, uuid } from '../../../base/store/column.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

const passkeys = table('passkeys', {
  /** The id that the authenticator chose, in base64url. */
  credential_id: text,
  user_id: uuid,
  /** As the person calls it. */
  name: text,
  /** A COSE key as the authenticator wrote it, in base64url. */
  public_key: text,
  /** How often it has signed, as far as it counts that. */
  counter: number,
  created_at: text,
  last_used_at: nullable(text),
})

export type Passkey = RecordOf<typeof passkeys>

export const findPasskey = passkeys.find('credential_id').one
export const listPasskeys = passkeys.query<{ user_id: string }>(({ rows, params }) =>
  rows.where(params('user_id')).orderBy(['created_at', 'credential_id']),
).all
/** Returns whether no person had it before. */
export const insertPasskey = passkeys.insertIfNew('credential_id').did
export const removePasskeyRow = passkeys.remove('user_id', 'credential_id').did
export const removePasskeysOf = passkeys.remove('user_id').did
/** Returns whether the person has the passkey still and its counter went on, or never counts (WebAuthn 7.2, step 22). */
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
