// Creates a segment by rule or changes a rule, with a preview of the members before anything is saved.
import { type CountedContacts, countRuled } from '../../../../../audience/contacts/search/actions.ts'
import { propertiesOf } from '../../../../../audience/contact-properties/actions.ts'
import { refusal } from '../../../../../base/text/refusal.ts'
import { changeSegment, makeSegmentByRule, membersByRule } from '../../../../../audience/segments/actions.ts'
import type { Segment } from '../../../../../audience/segments/store.ts'
import type { SegmentRule } from '../../../../../audience/segments/rule/fields.ts'
import { usableSegmentName } from '../../../../../audience/segments/rules.ts'
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
import { FormFault, problem } from '../../../problems.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { after, findOr } from '../actions.ts'
import { NAME_FAULT } from '../list-view.ts'
import { ruleOf, type TypedRule, typedOf, typedRule } from './conditions.ts'
import { findRuleNameable } from './nameable.ts'
import { type RuleForm, ruleFormBody, ruleFormTitle } from './view.ts'

/** Maximum contacts in the preview. */
const SEEN = 10
/** Maximum bytes of a form, enough for a rule with the most conditions. */
const RULE_FORM_BYTES = 120_000

const NOTHING: TypedRule = { join: 'and', conditions: [] }

const newRulePage = page('GET /segments/by-rule', 'member', visit => findRuleView(visit))
const rulePage = page('GET /segments/:id/rule', 'member', visit => findRuleView(visit, visit.params.id))

export const rulePages: DashboardPage[] = [
  newRulePage,

  openPage('POST /segments/by-rule', 'member', request => answerForm(request), {
    form_bytes: RULE_FORM_BYTES,
    refused: newRulePage,
  }),

  rulePage,

  openPage('POST /segments/:id/rule', 'member', request => answerForm(request, request.params.id), {
    form_bytes: RULE_FORM_BYTES,
    refused: rulePage,
  }),
]

async function answerForm(request: OpenRequest, id?: string): Promise<Redirect | View> {
  const { asVisitor, form } = request
  const asked = form.get('act')
  if (asked === 'more') return asVisitor(visit => findRuleView(visit, id, { isMore: true }))
  if (asked !== 'see') return asVisitor(visit => save(visit, id))
  const counted = await seeWho(request, typedRule(form))
  return asVisitor(visit => findRuleView(visit, id, { counted }))
}

async function save(visit: Visit<Visitor>, id: string | undefined): Promise<Redirect> {
  const { tx, team_id, form, now } = visit
  const typed = typedRule(form)
  if (id === undefined) {
    const name = usableSegmentName(form.get('name') ?? '')
    if (name === undefined) throw new FormFault(NAME_FAULT)
    const segment = await makeSegmentByRule({ tx, team_id, now }, { name, rule: await findRule(tx, team_id, typed) })
    return after(segment.id, 'ruled')
  }
  if (!(await findStored(visit, id))) {
    throw problem(
      422,
      'The rule was not changed',
      'This form cannot show the rule. A program can change it, by the API.',
    )
  }
  await changeSegment({ tx, team_id }, id, { rule: await findRule(tx, team_id, typed) })
  return after(id, 'changed')
}

/** Counts outside of a transaction, which would block others. */
async function seeWho({ asVisitor, parts: { database } }: OpenRequest, typed: TypedRule): Promise<CountedContacts> {
  const { members, now } = await asVisitor(async ({ tx, team_id, now }) => {
    return { members: await membersByRule(tx, team_id, await findRule(tx, team_id, typed)), now }
  })
  return database.read(tx => countRuled(tx, members, { most: SEEN, now }))
}

/** The typed rule. Refuses (422 validation_error) an invalid one, with the API's message if there is one. */
async function findRule(tx: Tx, team_id: string, typed: TypedRule): Promise<SegmentRule> {
  const rule = ruleOf(typed, await propertiesOf(tx, team_id))
  if (Array.isArray(rule)) throw refusal('validation_error', `Invalid \`rule\` field: ${rule.join('; ')}`)
  return rule
}

/** The rule of a segment by rule; `undefined` if the form cannot express it. */
async function findStored(visit: Visit<Visitor>, id: string): Promise<TypedRule | undefined> {
  const { rule } = await findRuled(visit, id)
  return typedOf(rule, await propertiesOf(visit.tx, visit.team_id))
}

async function findRuled(visit: Visit<Visitor>, id: string): Promise<Segment & { rule: SegmentRule }> {
  const segment = await findOr(visit, id)
  const { rule } = segment
  if (!rule) throw problem(404, 'No rule', 'Contacts are put into this segment. Make another one by rule.')
  return { ...segment, rule }
}

/** The form, with the typed values or else with the stored rule. */
async function findRuleView(
  visit: Visit<Visitor>,
  id?: string,
  more?: Pick<RuleForm, 'counted' | 'isMore'>,
): Promise<View> {
  const { tx, team_id, visitor, form } = visit
  const segment = id === undefined ? undefined : await findRuled(visit, id)
  const isSent = form.size > 0
  const typed = isSent ? typedRule(form) : id === undefined ? NOTHING : await findStored(visit, id)
  const known = await findRuleNameable(tx, team_id, typed?.conditions.map(({ field }) => field) ?? [])
  const shown = { segment, typed, known, visitor, name: form.get('name') ?? '', ...more }
  const lines = isSent ? form.getAll('field').length : undefined
  return {
    title: ruleFormTitle(segment),
    body: ({ trouble }) => ruleFormBody({ ...shown, lines, trouble }),
  }
}
