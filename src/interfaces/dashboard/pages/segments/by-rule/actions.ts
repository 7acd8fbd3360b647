// Creates a segment by rule or edits a rule, with a preview of its contacts before anything is saved.
import { type CountedContacts, countRuleMembers } from '../../../../../audience/contacts/search/actions.ts'
import { findPropertiesByKey } from '../../../../../audience/contact-properties/actions.ts'
import { updateSegment, createRuleSegment, findMembersByRule } from '../../../../../audience/segments/actions.ts'
import type { Segment } from '../../../../../audience/segments/store.ts'
import type { SegmentRule } from '../../../../../audience/segments/rule/fields.ts'
import { normalizeSegmentName } from '../../../../../audience/segments/rules.ts'
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
import { requireSegment, to } from '../actions.ts'
import { NAME_FAULT } from '../list-view.ts'
import { ruleOf, type TypedRule, typedOf, typedRule } from './conditions.ts'
import { findRuleNameable } from './nameable.ts'
import { type RuleForm, ruleFormBody, ruleFormTitle } from './view.ts'

/** Maximum contacts in the preview. */
const PREVIEW_MAX = 10
/** Maximum bytes of a form, enough for a rule with the most conditions. */
const RULE_FORM_BYTES = 120_000

const NO_CONDITIONS: TypedRule = { join: 'and', conditions: [] }

const newRulePage = page('GET /segments/by-rule', 'member', visit => findRuleView(visit))
const rulePage = page('GET /segments/:id/rule', 'member', visit => findRuleView(visit, visit.params.id))

export const rulePages: DashboardPage[] = [
  newRulePage,

  openPage('POST /segments/by-rule', 'member', request => answerRuleForm(request), {
    form_bytes: RULE_FORM_BYTES,
    refused: newRulePage,
  }),

  rulePage,

  openPage('POST /segments/:id/rule', 'member', request => answerRuleForm(request, request.params.id), {
    form_bytes: RULE_FORM_BYTES,
    refused: rulePage,
  }),
]

async function answerRuleForm(request: OpenRequest, id?: string): Promise<Redirect | View> {
  const { asVisitor, form } = request
  const act = form.get('act')
  if (act === 'more') return asVisitor(visit => findRuleView(visit, id, { isMore: true }))
  if (act !== 'see') return asVisitor(visit => save(visit, id))
  const counted = await countMatches(request, typedRule(form))
  return asVisitor(visit => findRuleView(visit, id, { counted }))
}

async function save(visit: Visit<Visitor>, id: string | undefined): Promise<Redirect> {
  const { tx, team_id, form, now } = visit
  const typed = typedRule(form)
  if (id === undefined) {
    const name = normalizeSegmentName(form.get('name') ?? '')
    if (name === undefined) throw new FormFault(NAME_FAULT)
    const segment = await createRuleSegment({ tx, team_id, now }, { name, rule: await requireRule(tx, team_id, typed) })
    return to(segment.id, 'ruled')
  }
  if (!(await findTypedRule(visit, id))) {
    throw problem(422, 'Rule not updated', 'This form cannot show the rule. Edit it with the API.')
  }
  await updateSegment({ tx, team_id }, id, { rule: await requireRule(tx, team_id, typed) })
  return to(id, 'changed')
}

/** Counts outside of a transaction, which would block others. */
async function countMatches(
  { asVisitor, parts: { database } }: OpenRequest,
  typed: TypedRule,
): Promise<CountedContacts> {
  const { members, now } = await asVisitor(async ({ tx, team_id, now }) => {
    return { members: await findMembersByRule(tx, team_id, await requireRule(tx, team_id, typed)), now }
  })
  return database.read(tx => countRuleMembers(tx, members, { most: PREVIEW_MAX, now }))
}

/** The typed rule. Throws a `FormFault` for an invalid one. */
async function requireRule(tx: Tx, team_id: string, typed: TypedRule): Promise<SegmentRule> {
  const rule = ruleOf(typed, await findPropertiesByKey(tx, team_id))
  if (Array.isArray(rule)) throw new FormFault(`Invalid rule: ${rule.join('; ')}.`)
  return rule
}

/** The rule of a segment by rule; `undefined` if the form cannot express it. */
async function findTypedRule(visit: Visit<Visitor>, id: string): Promise<TypedRule | undefined> {
  const { rule } = await requireRuled(visit, id)
  return typedOf(rule, await findPropertiesByKey(visit.tx, visit.team_id))
}

async function requireRuled(visit: Visit<Visitor>, id: string): Promise<Segment & { rule: SegmentRule }> {
  const segment = await requireSegment(visit, id)
  const { rule } = segment
  if (!rule)
    throw problem(
      404,
      'Segment without a rule',
      'Contacts are added to this segment manually. Create another one by rule.',
    )
  return { ...segment, rule }
}

/** The form, with the typed values or else with the stored rule. */
async function findRuleView(
  visit: Visit<Visitor>,
  id?: string,
  more?: Pick<RuleForm, 'counted' | 'isMore'>,
): Promise<View> {
  const { tx, team_id, form } = visit
  const segment = id === undefined ? undefined : await requireRuled(visit, id)
  const isSent = form.size > 0
  const typed = isSent ? typedRule(form) : id === undefined ? NO_CONDITIONS : await findTypedRule(visit, id)
  const known = await findRuleNameable(tx, team_id, typed?.conditions.map(({ field }) => field) ?? [])
  const lines = isSent ? form.getAll('field').length : undefined
  const shown = { segment, typed, known, name: form.get('name') ?? '', lines, ...more }
  return { title: ruleFormTitle(segment), body: () => ruleFormBody(shown) }
}
