// Each audited action in words for a sentence: before them stands the actor, behind them the object.
import type { Schemas } from '../../../generated/api.ts'

export type Action = Schemas['AuditAction']

export const ACTION_WORDS: Readonly<Record<Action, string>> = {
  'api_key.created': 'made the API key',
  'api_key.updated': 'changed the API key',
  'api_key.handed_over': 'took over the API key',
  'api_key.deleted': 'ended the API key',
  'domain.added': 'added the domain',
  'domain.updated': 'changed the domain',
  'domain.claimed': 'claimed the domain',
  'domain.verification_started': 'had DNS asked for the domain',
  'domain.keys_rotated': 'made new keys for the domain',
  'domain.deleted': 'removed the domain',
  'invitation.created': 'invited',
  'invitation.deleted': 'withdrew the invitation of',
  'member.joined': 'joined the team as',
  'member.updated': 'changed the role of',
  'member.removed': 'removed from the team',
  'member.left': 'left the team as',
  'member.password_changed': 'changed the password of',
  'member.password_reset': 'reset the password of',
  'member.factor_added': 'added a second factor to',
  'member.factor_removed': 'removed the second factor of',
  'member.recovery_codes_made': 'made new recovery codes for',
  'member.passkey_added': 'added a passkey to',
  'member.passkey_removed': 'removed a passkey of',
  'member.provider_linked': 'linked the OpenID provider to',
  'member.provider_removed': 'unlinked the OpenID provider from',
  'session.started': 'logged in as',
  'session.refused': 'tried too many wrong passwords for',
  'session.ended': 'logged out a browser of',
  'session.ended_everywhere': 'logged out everywhere as',
  'oauth_grant.approved': 'allowed access to the application',
  'oauth_grant.created': 'took up the access of the application',
  'oauth_grant.revoked': 'ended the access of the application',
  'oauth_client.registered': 'registered itself as the application',
  'oauth_client.created': 'added the application',
  'oauth_client.disabled': 'disabled the application',
  'oauth_client.enabled': 'enabled the application',
  'oauth_key.rotated': 'made a new key that signs access tokens',
  'webhook.created': 'made the webhook',
  'webhook.updated': 'changed the webhook',
  'webhook.secret_rotated': 'made a new secret for the webhook',
  'webhook.deleted': 'deleted the webhook',
  'delivery_pause.created': 'paused delivery of',
  'delivery_pause.deleted': 'resumed delivery of',
  'contact.erased': 'erased a contact',
  'contact.exported': 'exported what is kept of a contact',
  'contact.list_exported': 'exported contacts',
  'inbox.created': 'made the inbox',
  'inbox.deleted': 'deleted the inbox',
  'inbox_agent.updated': 'changed the agent of the inbox',
  'sign_up_form.created': 'made the sign-up form',
  'sign_up_form.updated': 'changed the sign-up form',
  'sign_up_form.deleted': 'deleted the sign-up form',
  'team.created': 'made the team',
  'team.updated': 'changed the names of the team',
}

export const ACTIONS = Object.keys(ACTION_WORDS) as Action[]

export function isAction(text: string): text is Action {
  return Object.hasOwn(ACTION_WORDS, text)
}
