// The sign-up forms of a team: lists, creates, changes and deletes them, and shows the people who used one.
import { changeSignUpForm, dropForm, makeForm } from '../../../../campaigns/sign-ups/actions.ts'
import { findForm, listForms, listSignUps } from '../../../../campaigns/sign-ups/store.ts'
import type { SignUpForm } from '../../../../campaigns/sign-ups/rules.ts'
import { listSegments } from '../../../../audience/segments/store.ts'
import { listTopics } from '../../../../audience/topics/store.ts'
import type { InTeam } from '../../../../base/store/database.ts'
import { type DashboardPage, page } from '../../page.ts'
import { found } from '../../problems.ts'
import { findPage } from '../../ui/table.ts'
import { askedForm } from './asked.ts'
import { type Destinations, formBody, formsBody } from './view.ts'

const DONE = { deleted: 'The form was deleted. The proofs of the sign-ups are kept with the contacts.' }
const DONE_WITH_ONE = {
  made: 'The form is made. Open it, or paste it into your site.',
  changed: 'The form is changed.',
}

/** Maximum topics and segments to choose from: the newest ones. */
const CHOICES_MAX = 100

const formList = page('GET /sign-up-forms', async ({ tx, team_id, visitor, query }) => {
  const page = await findPage(query, asked => listForms(tx, { team_id }, asked))
  const to = await findDestinations({ tx, team_id })
  return { title: 'Sign-up forms', done: DONE, body: outcome => formsBody({ ...outcome, page, to, visitor }) }
})

const formPage = page('GET /sign-up-forms/:id', async visit => {
  const { tx, team_id, visitor, query, params, parts } = visit
  const form = await findOr(visit, params.id)
  const page = await findPage(query, asked => listSignUps(tx, { team_id, form_id: form.id }, asked))
  const to = await findDestinations(visit)
  const url = `${parts.site.public_url}/sign-up/${form.id}`
  const shown = { sign_up_form: form, page, to, url, visitor }
  return { title: form.name, done: DONE_WITH_ONE, body: outcome => formBody({ ...outcome, ...shown }) }
})

export const signUpFormPages: DashboardPage[] = [
  formList,

  page(
    'POST /sign-up-forms/make',
    async visit => {
      const { id } = await makeForm(visit, askedForm(visit.form))
      return { location: `/sign-up-forms/${id}?done=made` }
    },
    { refused: formList },
  ),

  formPage,

  page(
    'POST /sign-up-forms/:id/change',
    async visit => {
      const before = await findOr(visit, visit.params.id)
      await changeSignUpForm(visit, before, askedForm(visit.form))
      return { location: `/sign-up-forms/${before.id}?done=changed` }
    },
    { refused: formPage },
  ),

  page('POST /sign-up-forms/:id/delete', async visit => {
    await dropForm(visit, await findOr(visit, visit.params.id))
    return { location: '/sign-up-forms?done=deleted' }
  }),
]

async function findOr({ tx, team_id }: InTeam, id: string): Promise<SignUpForm> {
  return found(await findForm(tx, { team_id, id }), 'sign-up form')
}

async function findDestinations({ tx, team_id }: InTeam): Promise<Destinations> {
  const query = { limit: CHOICES_MAX }
  const [topics, segments] = [await listTopics(tx, { team_id }, query), await listSegments(tx, team_id, query)]
  return { topics: topics.rows, segments: segments.rows }
}
