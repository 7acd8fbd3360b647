import type { PasskeyAnswer } from '../../../../../identity/teams/passkeys/actions.ts'

/** What the script has filled in. */
export function passkeyAnswer(form: URLSearchParams): PasskeyAnswer {
  const [credential_id = '', client_data = '', authenticator_data = ''] = FIELDS.map(name => form.get(name) ?? '')
  return { credential_id, client_data, authenticator_data }
}

const FIELDS = ['credential_id', 'client_data', 'authenticator_data']
