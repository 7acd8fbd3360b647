// A person's second factor: set up with the password and a first code, and changed or removed with a code.
import {
  startFactor,
  confirmFactor,
  countRecoveryCodes,
  findOwnFactor,
  hasAuthenticatorApp,
  removeFactor,
  renewRecoveryCodes,
  useCode,
} from '../../../../identity/teams/factors/actions.ts'
import { endOtherSessions } from '../../../../identity/teams/sessions/actions.ts'
import { acceptPersonNotice } from '../../../../integrations/webhooks/delivery/notices/actions.ts'
import {
  type DashboardPage,
  type OpenRequest,
  type Redirect,
  type Visit,
  storeFlashFor,
  openPage,
  page,
} from '../../page.ts'
import { FormFault } from '../../problems.ts'
import { waitText } from '../../session/rate-limiter.ts'
import type { Visitor } from '../../session/visitor.ts'
import { checkOwnPassword } from '../account/actions.ts'
import { recoveryBox, twoFactorBody } from './view.ts'

const DONE = {
  needed: 'This team requires two-factor authentication. Set it up, or add a passkey to your account.',
  off: 'Two-factor authentication disabled.',
}

const twoFactorPage = page('GET /two-factor', 'account', async ({ tx, visitor, path: sent, parts }) => {
  const factor = await findOwnFactor(tx, visitor.user.id, parts.factor_secret)
  const codes_left = await countRecoveryCodes(tx, visitor.user.id)
  const shown = { visitor, factor, codes_left, sent }
  return { title: 'Two-factor authentication', done: DONE, body: () => twoFactorBody(shown) }
})
const refused = { refused: twoFactorPage }

export const twoFactorPages: DashboardPage[] = [
  twoFactorPage,

  /** Requires the password: a stranger at an open session must not lock its owner out. */
  openPage(
    'POST /two-factor/begin',
    'account',
    async request => {
      const user = await request.asVisitor(async ({ visitor }) => visitor.user)
      await checkOwnPassword(request, user, request.form.get('password') ?? '')
      return request.asVisitor(async ({ tx, now, parts }) => {
        await startFactor({ tx, now }, user.id, parts.factor_secret)
        return { location: '/two-factor' }
      })
    },
    refused,
  ),

  openPage(
    'POST /two-factor/confirm',
    'account',
    request =>
      withCode(request, async visit => {
        const { tx, visitor, session } = visit
        if (await hasAuthenticatorApp(tx, visitor.user.id)) return { location: '/two-factor' }
        const codes = await confirmFactor(visit, visitor.user)
        // these sessions were started with the password alone
        endOtherSessions(tx, { user_id: visitor.user.id, token: session })
        await tellOfFactor(visit, 'second factor', 'added')
        return storeFlashFor(visit, { location: '/two-factor', flash: recoveryBox(codes) })
      }),
    refused,
  ),

  openPage(
    'POST /two-factor/codes',
    'account',
    request =>
      withCode(request, async visit => {
        const codes = await renewRecoveryCodes(visit, visit.visitor.user)
        return storeFlashFor(visit, { location: '/two-factor', flash: recoveryBox(codes) })
      }),
    refused,
  ),

  openPage(
    'POST /two-factor/remove',
    'account',
    request =>
      withCode(request, async visit => {
        await removeFactor(visit, visit.visitor.user)
        await tellOfFactor(visit, 'second factor', 'removed')
        return { location: '/two-factor?done=off' }
      }),
    refused,
  ),
]

/**
 * Runs the action if the code of the form is right. A wrong code is refused after the transaction, which has to be committed
 * for it to count.
 */
async function withCode<At extends `POST /two-factor/${string}`>(
  { asVisitor }: OpenRequest<At>,
  act: (visit: Visit<Visitor, At>) => Promise<Redirect>,
): Promise<Redirect> {
  const outcome = await asVisitor(async visit => {
    const { visitor, form, parts } = visit
    const typed = { user_id: visitor.user.id, text: form.get('code') ?? '', browser: 'logged in' }
    const taken = await useCode(visit, { ...typed, server_secret: parts.factor_secret })
    return taken === 'right' ? act(visit) : taken
  })
  if (outcome === 'wrong') throw new FormFault('The code is incorrect or was already used. Wait for the next code.')
  if ('location' in outcome) return outcome
  throw new FormFault(waitText(outcome.wait_ms), 429, Math.ceil(outcome.wait_ms / 1000))
}

export async function tellOfFactor(
  { tx, team_id, now, visitor, parts }: Pick<Visit<Visitor>, 'tx' | 'team_id' | 'now' | 'visitor' | 'parts'>,
  factor: 'second factor' | 'passkey',
  what: 'added' | 'removed',
): Promise<void> {
  await acceptPersonNotice({ tx, team_id, now }, parts.notices_from, {
    to: visitor.user.email,
    subject: `A ${factor} was ${what}`,
    text: `A ${factor} was ${what} for your account ${visitor.user.email} at ${parts.public_url}, at ${now.toISOString()}.\n\nIf this was not you, change your password at once and ask the operator of the server to reset your second factor.`,
  })
}
