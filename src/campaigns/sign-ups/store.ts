// Tables of sign-up forms and of sign-ups.
import { nullable, text, uuid } from '../../base/store/column.ts'
import { acrossTeams } from '../../base/store/statement.ts'
import { table } from '../../base/store/table.ts'
import type { SignUp, SignUpForm } from './rules.ts'

const forms = table<SignUpForm>('sign_up_forms', {
  id: uuid,
  team_id: uuid,
  name: text,
  consent: text,
  from: text,
  topic_id: nullable(uuid),
  segment_id: nullable(uuid),
  created_at: text,
})

interface StoredSignUp extends SignUp {
  email_key: string
  token_hash: string | null
  expires_at: string | null
}

const sign_ups = table<StoredSignUp>('sign_ups', {
  id: uuid,
  team_id: uuid,
  form_id: uuid,
  email: text,
  email_key: text,
  first_name: nullable(text),
  token_hash: nullable(text),
  consent: text,
  ip: text,
  created_at: text,
  expires_at: nullable(text),
  confirmed_at: nullable(text),
  confirmed_ip: nullable(text),
})

export const listForms = forms.list('team_id').page
export const findForm = forms.find('team_id', 'id').one
export const findFormOfAnyTeam = acrossTeams('finds the team of an address of this server', forms.find('id')).one
export const insertForm = forms.insert().put
export const saveForm = forms.update({
  by: ['team_id', 'id'],
  set: ['name', 'consent', 'from', 'topic_id', 'segment_id'],
}).put
export const removeForm = forms.remove('team_id', 'id').did

export const insertSignUp = sign_ups.insert().put
export const listSignUps = sign_ups.list('team_id', 'form_id').page
export const findSignUpByToken = acrossTeams('finds the team of a secret', sign_ups.find('token_hash')).one
/** Confirms a sign-up. Returns whether this call did it, which succeeds only once. */
export const saveConfirmation = sign_ups.update({
  by: ['team_id', 'id', 'token_hash'],
  where: { confirmed_at: null },
  set: ['confirmed_at', 'confirmed_ip', 'expires_at'],
}).did

/** Removes sign-ups that were not confirmed in time. */
export const removeUnconfirmedSignUps = acrossTeams(
  'a sweep',
  sign_ups.removeSome<never, { now: string }>({
    key: ['id'],
    where: ({ rows, param }) => rows.where('expires_at', '<=', param('now')),
  }),
).more

/** Some sign-ups of a person, oldest first. */
export const listSignUpsOf = sign_ups.query<{ team_id: string; email_key: string; after_id: string; limit: number }>(
  ({ rows, param, params }) =>
    rows.where(params('team_id', 'email_key')).andWhere('id', '>', param('after_id')).orderBy('id'),
  'limit :limit',
).all
export const removeSignUpsOf = sign_ups.removeSome({ key: ['id'], by: ['team_id', 'email_key'] }).more
