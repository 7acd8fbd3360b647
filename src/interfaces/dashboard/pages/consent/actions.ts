// The consent page: a client requests access, and the person approves or denies once.
import { requestLog } from '../../../http/request-log.ts'
import type { AuthorizationRequest } from '../../../../identity/oauth/authorize/requests.ts'
import { DatabaseUnavailable } from '../../../../base/store/database.ts'
import { type OpenRequest, type PageOutcome, type DashboardPage, type Visit, openPage, personPage } from '../../page.ts'
import { type PageProblem, asProblem, problem } from '../../problems.ts'
import type { Person } from '../../session/visitor.ts'
import { choiceOf } from './choice.ts'
import { consentBody, formTargets } from './view.ts'

type Consent = 'POST /consent/:sealed'

export const consentPages: DashboardPage[] = [
  personPage('GET /consent/:sealed', async ({ tx, visitor, params: { sealed }, path, parts: { oauth } }) => {
    const request = pending(await oauth.findAuthorizationRequest(tx, sealed))
    return {
      title: 'Allow access?',
      form_targets: formTargets(request.redirect_uri),
      body: () => consentBody(request, visitor, path),
    }
  }),

  openPage('POST /consent/:sealed', 'person', async request => {
    try {
      return await request.asPerson(answerRequest)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      return failRequest(request, error)
    }
  }),
]

/** Processes the person's answer. The redirect URI and the maximum access come from the sealed request, not from the form. */
async function answerRequest({ tx, visitor, params, form, parts }: Visit<Person, Consent>): Promise<PageOutcome> {
  const { oauth } = parts
  const { sealed } = params
  const request = pending(await oauth.findAuthorizationRequest(tx, sealed))
  const choice = choiceOf(form, request, visitor.teams)
  if (choice.decision === 'deny') return (await oauth.denyRequest(tx, sealed)) ?? answered()
  const { team_id, scopes } = choice
  const given = { user_id: visitor.user.id, team_id, ...(scopes && { scopes }) }
  return (await oauth.approveRequest(tx, sealed, given)) ?? answered()
}

/**
 * After a database failure: logs it like every failure, and redirects to the client with an error, so that the client also
 * learns about it.
 */
async function failRequest(
  { ctx, params, parts }: OpenRequest<Consent>,
  error: DatabaseUnavailable,
): Promise<PageOutcome> {
  const { database, oauth } = parts
  const trouble = asProblem(error, requestLog(ctx).logger)
  const going = await database.read(async tx => {
    pending(await oauth.findAuthorizationRequest(tx, params.sealed))
    return oauth.failRequest(tx, params.sealed)
  })
  return going ?? trouble
}

/** The request, if it can still be answered. Throws a problem otherwise. */
function pending(request: AuthorizationRequest | undefined): AuthorizationRequest {
  if (request && !request.is_answered) return request
  if (request) throw answered()
  throw problem(404, 'Request expired', 'The request is unknown or has expired. Go back to the app and start again.')
}

function answered(): PageProblem {
  return problem(
    409,
    'Already answered',
    'Each request can be answered once. If the app is not connected, go back to it and start again.',
  )
}
