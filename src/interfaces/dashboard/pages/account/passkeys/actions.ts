// Passkeys of a person: adding and removing them with the password.
import { createFirstRecoveryCodes, hasFactor } from '../../../../../identity/teams/factors/actions.ts'
import {
  addPasskey,
  checkNewPasskey,
  passkeyChallenge,
  removePasskey,
} from '../../../../../identity/teams/passkeys/actions.ts'
import { listPasskeys } from '../../../../../identity/teams/passkeys/store.ts'
import { relyingParty } from '../../../../../identity/teams/passkeys/rules.ts'
import { normalizeName } from '../../../../../identity/teams/rules.ts'
import { endOtherSessions } from '../../../../../identity/teams/sessions/actions.ts'
import { describeBrowser } from '../../../../../identity/teams/sessions/rules.ts'
import { html } from '../../../../../base/html/html.ts'
import { type DashboardPage, storeFlashFor, openPage } from '../../../page.ts'
import { FormFault, requireFound } from '../../../problems.ts'
import { tellOfFactor } from '../../two-factor/actions.ts'
import { recoveryBox } from '../../two-factor/view.ts'
import { accountPage, checkOwnPassword } from '../actions.ts'
import { UNKNOWN, renderFor } from '../../../ui/reader.ts'
import { newPasskeyAnswer, newPasskeyForm } from './view.ts'

const REFUSED = 'The passkey was not added: it could not be checked, or took too long. Begin again with your password.'
const TOO_MANY = 'You have as many passkeys as an account can. Remove one first.'
const refused = { refused: accountPage }

export const passkeyPages: DashboardPage[] = [
  /** Requires the password: a stranger at an open session must not add access. */
  openPage(
    'POST /account/passkeys/begin',
    'account',
    async request => {
      const { parts, form, ctx, asVisitor } = request
      const user = await asVisitor(async ({ visitor }) => visitor.user)
      const party = relyingParty(parts.public_url)
      if (!party) throw new FormFault('Passkeys need HTTPS and a host name.')
      await checkOwnPassword(request, user, form.get('password') ?? '')
      return asVisitor(async visit => {
        const { tx, session: token, now } = visit
        const challenge = passkeyChallenge({ purpose: 'add', token, server_secret: parts.factor_secret }, now)
        const passkeys = await listPasskeys(tx, { user_id: user.id })
        const shown = { user, party, passkeys, challenge }
        const form = { ...shown, name: describeBrowser(ctx.get('user-agent')) }
        const { csrf_token } = visit.visitor
        const flash = renderFor({ ...UNKNOWN, csrf_token }, () => newPasskeyForm(form))
        return storeFlashFor(visit, { location: '/account', flash })
      })
    },
    refused,
  ),

  /** The challenge proves that the password was right, in this session and recently. */
  openPage(
    'POST /account/passkeys/add',
    'account',
    async ({ asVisitor, form, parts }) => {
      const user = await asVisitor(async ({ visitor }) => visitor.user)
      const name = normalizeName(form.get('name') ?? '')
      if (!name) throw new FormFault('Please give the passkey a name of up to 100 characters.')
      const party = relyingParty(parts.public_url)
      const made = party && (await checkNewPasskey(newPasskeyAnswer(form), party))
      if (!made) throw new FormFault(REFUSED)
      return asVisitor(async visit => {
        const { tx, session: token } = visit
        const isFirst = !(await hasFactor(tx, user.id))
        const bound = { purpose: 'add', token, server_secret: parts.factor_secret } as const
        const outcome = await addPasskey(visit, user, { made, name, ...bound })
        if (outcome === 'too_many') throw new FormFault(TOO_MANY)
        if (outcome === 'refused') throw new FormFault(REFUSED)
        // these sessions were started with the password alone
        if (isFirst) endOtherSessions(tx, { user_id: user.id, token })
        const codes = await createFirstRecoveryCodes(tx, user.id)
        await tellOfFactor(visit, 'passkey', 'added')
        const added = html`<p class="note done" role="status">The passkey <bdi>${name}</bdi> was added.</p>`
        const flash = html`${added} ${codes.length > 0 && recoveryBox(codes)}`
        return storeFlashFor(visit, { location: '/account', flash })
      })
    },
    refused,
  ),

  openPage(
    'POST /account/passkeys/remove',
    'account',
    async request => {
      const user = await request.asVisitor(async ({ visitor }) => visitor.user)
      await checkOwnPassword(request, user, request.form.get('password') ?? '')
      return request.asVisitor(async visit => {
        const removed = await removePasskey(visit, user, request.form.get('credential_id') ?? '')
        requireFound(removed, 'passkey', 'The passkey was already removed.')
        await tellOfFactor(visit, 'passkey', 'removed')
        return { location: '/account?done=passkey' }
      })
    },
    refused,
  ),
]
