// Making a segment by rule, and giving it another rule, with a look at who that is before anything is saved.
import { type CountedContacts, countRuled } from '../../../../../audience/contacts/search/actions.ts'
import { propertiesOf } from '../../../../../audience/contact-properties/actions.ts'
import { Refusal, refusal } from '../../../../../base/text/refusal.ts'
import {
  changeSegment,
  makeSegmentByRule,
  membersByRule,
  type Segment,
  type SegmentRule,
  usableSegmentName,
} from '../../../../../audience/segments/actions.ts'
import type { Tx } from '../../../../../base/store/database.ts'
import {
  type DashboardPage,
  type OpenRequest,
  openPage,
  page,
  type Redirect,
  type View,
  type Visit,
} from '../../../page.ts'
import { problem } from '../../../problems.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { after, findOr } from '../actions.ts'
import { NAME_FAULT } from '../list-view.ts'
import { ruleOf, type TypedRule, typedOf, typedRule } from './conditions.ts'
import { findRuleNameable } from './nameable.ts'
import { type RuleForm, ruleFormBody, ruleFormTitle } from './view.ts'

/** Of those of whom a rule is true. */
const SEEN = 10
/** Room for a rule of as many conditions as a form has, as a form writes them. */
const RULE_FORM_BYTES = 120_000

const NOTHING: TypedRule = { join: 'and', conditions: [] }

export const rulePages: DashboardPage[] = [
  page('GET /segments/by-rule', async visit => ruleView(await findForm(visit, undefined, NOTHING))),

  openPage('POST /segments/by-rule', request => answerForm(request, undefined), { form_bytes: RULE_FORM_BYTES }),

  page('GET /segments/:id/rule', async visit => {
    const { id } = visit.params
    return ruleView(await findForm(visit, id, await findTyped(visit, id)))
  }),

  openPage('POST /segments/:id/rule', request => answerForm(request, request.params.id), {
    form_bytes: RULE_FORM_BYTES,
  }),
]

type Outcome = Redirect | Pick<RuleForm, 'trouble' | 'counted' | 'isMore'>

/** What is refused is undone as a whole, and the form is shown again in a unit of its own. */
async function answerForm(request: OpenRequest, id: string | undefined): Promise<Redirect | View> {
  const typed = typedRule(request.form)
  const outcome = await act(request, id, typed)
  if ('location' in outcome) return outcome
  const form = await request.asVisitor(visit => findForm(visit, id, typed))
  return ruleView({ ...form, ...outcome, lines: request.form.getAll('field').length })
}

async function act(request: OpenRequest, id: string | undefined, typed: TypedRule): Promise<Outcome> {
  const asked = request.form.get('act')
  if (asked === 'more') return { isMore: true }
  try {
    if (asked === 'see') return { counted: await seeWho(request, typed) }
    return await request.asVisitor(visit => save(visit, id, typed))
  } catch (error) {
    if (error instanceof Refusal) return { trouble: error.message }
    throw error
  }
}

async function save(visit: Visit<Visitor>, id: string | undefined, typed: TypedRule): Promise<Redirect> {
  const { tx, visitor, form, now } = visit
  const team_id = visitor.team.id
  if (id === undefined) {
    const name = usableSegmentName(form.get('name') ?? '')
    if (name === undefined) throw refusal('validation_error', NAME_FAULT)
    const segment = await makeSegmentByRule(tx, team_id, { name, rule: await findRule(tx, team_id, typed) }, now)
    return after(segment.id, 'ruled')
  }
  if (!(await findTyped(visit, id))) {
    throw problem(422, 'The rule was not changed', 'It says more than this form can. A program changes it, by the API.')
  }
  await changeSegment(tx, team_id, id, { rule: await findRule(tx, team_id, typed) })
  return after(id, 'changed')
}

/** Outside of a unit, which would block all others. */
async function seeWho({ asVisitor, parts: { database } }: OpenRequest, typed: TypedRule): Promise<CountedContacts> {
  const { members, now } = await asVisitor(async ({ tx, visitor: { team }, now }) => {
    return { members: await membersByRule(tx, team.id, await findRule(tx, team.id, typed)), now }
  })
  return database.read(tx => countRuled(tx, members, { most: SEEN, now }))
}

/** Refuses (422 validation_error) what is no rule, in the words of the API where it has some. */
async function findRule(tx: Tx, team_id: string, typed: TypedRule): Promise<SegmentRule> {
  const rule = ruleOf(typed, await propertiesOf(tx, team_id))
  if (Array.isArray(rule)) throw refusal('validation_error', `Invalid \`rule\` field: ${rule.join('; ')}`)
  return rule
}

/** The rule of a segment that has one; nothing where the form cannot say the same. */
async function findTyped({ tx, visitor }: Visit<Visitor>, id: string): Promise<TypedRule | undefined> {
  const { rule } = await findRuled(tx, visitor, id)
  return typedOf(rule, await propertiesOf(tx, visitor.team.id))
}

async function findRuled(tx: Tx, visitor: Visitor, id: string): Promise<Segment & { rule: SegmentRule }> {
  const segment = await findOr(tx, visitor, id)
  const { rule } = segment
  if (!rule) throw problem(404, 'No rule', 'Contacts are put into this segment. Make another one by rule.')
  return { ...segment, rule }
}

async function findForm(
  { tx, visitor, form }: Visit<Visitor>,
  id: string | undefined,
  typed: TypedRule | undefined,
): Promise<RuleForm> {
  const segment = id === undefined ? undefined : await findRuled(tx, visitor, id)
  const fields = typed?.conditions.map(({ field }) => field) ?? []
  const known = await findRuleNameable(tx, visitor.team.id, fields)
  return { segment, typed, known, visitor, name: form.get('name') ?? '' }
}

function ruleView(form: RuleForm): View {
  return {
    title: ruleFormTitle(form.segment),
    body: () => ruleFormBody(form),
    ...(form.trouble !== undefined && { status: 422 }),
  }
}
