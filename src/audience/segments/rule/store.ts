// Reads the objects that segment rules name, and checks rules against them.
import { findExistingBroadcasts } from '../../../engagement/facts/store.ts'
import { findPropertiesByKey } from '../../contact-properties/actions.ts'
import { refusal } from '../../../base/text/refusal.ts'
import type { Tx } from '../../../base/store/database.ts'
import { findTopics } from '../../topics/actions.ts'
import { countRuleSegments, findManualSegments } from '../store.ts'
import {
  namesInSegmentRule,
  pickSegmentRule,
  type SegmentRuleNames,
  type SegmentRule,
  segmentRuleFaults,
} from './fields.ts'
import type { RuleFacts } from './sql.ts'

/** Maximum segments by rule of a team: each is evaluated when the segments of a contact are listed. */
const RULED_MAX = 100

export async function readRuleFacts(tx: Tx, team_id: string, rules: readonly SegmentRule[]): Promise<RuleFacts> {
  const names = rules.map(namesInSegmentRule)
  const all = (of: keyof SegmentRuleNames): string[] => names.flatMap(each => each[of])
  const [properties, topics, segments, broadcasts] = await Promise.all([
    all('properties').length > 0 ? findPropertiesByKey(tx, team_id) : new Map(),
    findTopics(tx, team_id, all('topics')),
    findManualSegments(tx, team_id, all('segments')),
    findExistingBroadcasts(tx, team_id, all('broadcasts')),
  ])
  return { team_id, properties, topics, segments, broadcasts }
}

/** The rule in its stored form. Refuses (422 validation_error) faults, and names of objects that do not exist. */
export async function checkSegmentRule(tx: Tx, team_id: string, rule: SegmentRule): Promise<SegmentRule> {
  const faults = segmentRuleFaults(rule)
  if (faults.length === 0) faults.push(...(await lackingNames(tx, team_id, rule)))
  if (faults.length > 0) throw refusal('validation_error', `Invalid \`rule\` field: ${faults.join('; ')}`)
  return pickSegmentRule(rule)
}

async function lackingNames(tx: Tx, team_id: string, rule: SegmentRule): Promise<string[]> {
  const names = namesInSegmentRule(rule)
  const facts = await readRuleFacts(tx, team_id, [rule])
  const lacking = (of: keyof SegmentRuleNames, what: string): string[] =>
    names[of].filter(name => !facts[of].has(name)).map(name => `unknown ${what} ${name}`)
  return [
    ...lacking('properties', 'contact property'),
    ...lacking('topics', 'topic'),
    ...lacking('segments', 'segment without a rule'),
    ...lacking('broadcasts', 'broadcast'),
  ]
}

/** Refuses (422 validation_error) another segment by rule if the team has the maximum. */
export async function refuseTooManyRules(tx: Tx, team_id: string): Promise<void> {
  tx.guard(team_id, 'segments_by_rule')
  if ((await countRuleSegments(tx, team_id)) < RULED_MAX) return
  throw refusal('validation_error', `A team can have at most ${RULED_MAX} segments with a rule. Delete one first.`)
}
