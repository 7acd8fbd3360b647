// Access for a device (RFC 8628 3.3): the person enters the code that the device shows, and then decides.
import type { DeviceAuthorizationRequest } from '../../../../identity/oauth/device/actions.ts'
import { type DashboardPage, openPage, personPage } from '../../page.ts'
import { FormFault, type PageProblem, problem } from '../../problems.ts'
import { waitText } from '../../session/rate-limiter.ts'
import { choiceOf } from '../consent/choice.ts'
import { AFTER_ANSWER, codeBody, decisionBody } from './view.ts'

const UNKNOWN =
  'The code is incorrect or has expired. Compare it with the code on the device, or request a new code there.'

/** RFC 8628 3.3.1: a code in the URL is only filled in; the person still has to compare and submit it. */
const codePage = personPage('GET /device', async ({ visitor, query }) => ({
  title: 'Connect a device',
  done: AFTER_ANSWER,
  body: () => codeBody(visitor, query.get('user_code')),
}))

export const devicePages: DashboardPage[] = [
  codePage,

  openPage(
    'POST /device',
    'person',
    async ({ ctx, form, asPerson }) => {
      const typed = form.get('user_code') ?? ''
      // refused after the transaction, which has to be committed for a wrong code to be counted
      const entered = await asPerson(({ tx, visitor, parts }) =>
        parts.oauth.enterUserCode(tx, typed, { user_id: visitor.user.id, ip: ctx.ip }),
      )
      if (entered === 'unknown') throw new FormFault(UNKNOWN)
      if ('sealed' in entered) return { location: `/device/${entered.sealed}` }
      throw new FormFault(waitText(entered.wait_ms), 429, Math.ceil(entered.wait_ms / 1000))
    },
    { refused: codePage },
  ),

  personPage('GET /device/:sealed', async ({ tx, visitor, params: { sealed }, path, parts: { oauth } }) => {
    const request = pending(await oauth.findDeviceRequest(tx, sealed, visitor.user.id))
    return { title: 'Allow access?', body: () => decisionBody(request, visitor, path) }
  }),

  /** The maximum access comes from the stored request, not from the form. */
  personPage('POST /device/:sealed', async ({ tx, visitor, params: { sealed }, form, parts: { oauth } }) => {
    const user_id = visitor.user.id
    const request = pending(await oauth.findDeviceRequest(tx, sealed, user_id))
    const choice = choiceOf(form, request, visitor.teams)
    if (choice.decision === 'deny') {
      return (await oauth.denyDevice(tx, sealed, user_id)) ? { location: '/device?done=denied' } : answered()
    }
    const { decision: _, ...given } = choice
    const allowed = await oauth.approveDevice(tx, sealed, { user_id, ...given })
    return allowed ? { location: '/device?done=allowed' } : answered()
  }),
]

/** The request, if it can still be answered. Throws a problem otherwise. */
function pending(request: DeviceAuthorizationRequest | undefined): DeviceAuthorizationRequest {
  if (request && !request.is_answered) return request
  if (request) throw answered()
  throw problem(404, 'Request expired', 'The request is unknown or has expired. Request a new code on the device.')
}

function answered(): PageProblem {
  return problem(
    409,
    'Already answered',
    'Each request can be answered once. If the device is not connected, request a new code on it.',
  )
}
