// Reads the objects that segment rules name, and checks rules against them.
import { knownBroadcasts } from '../../../engagement/facts/store.ts'
import { propertiesOf } from '../../contact-properties/actions.ts'
import { refusal } from '../../../base/text/refusal.ts'
import type { Tx } from '../../../base/store/database.ts'
import { findTopics } from '../../topics/actions.ts'
import { countRuledSegments, findPickedSegments } from '../store.ts'
import { ruleNames, pickedSegmentRule, type RuleNames, type SegmentRule, segmentRuleFaults } from './fields.ts'
import type { RuleFacts } from './sql.ts'

/** Maximum segments by rule of a team: each is evaluated when the segments of a contact are listed. */
const RULED_MAX = 100

export async function readFacts(tx: Tx, team_id: string, rules: readonly SegmentRule[]): Promise<RuleFacts> {
  const names = rules.map(ruleNames)
  const all = (of: keyof RuleNames): string[] => names.flatMap(each => each[of])
  const [properties, topics, segments, broadcasts] = await Promise.all([
    all('properties').length > 0 ? propertiesOf(tx, team_id) : new Map(),
    findTopics(tx, team_id, all('topics')),
    findPickedSegments(tx, team_id, all('segments')),
    knownBroadcasts(tx, team_id, all('broadcasts')),
  ])
  return { team_id, properties, topics, segments, broadcasts }
}

/** The rule in its stored form. Refuses (422 validation_error) faults, and names of objects that do not exist. */
export async function usableRule(tx: Tx, team_id: string, rule: SegmentRule): Promise<SegmentRule> {
  const faults = segmentRuleFaults(rule)
  if (faults.length === 0) faults.push(...(await lackingNames(tx, team_id, rule)))
  if (faults.length > 0) throw refusal('validation_error', `Invalid \`rule\` field: ${faults.join('; ')}`)
  return pickedSegmentRule(rule)
}

async function lackingNames(tx: Tx, team_id: string, rule: SegmentRule): Promise<string[]> {
  const names = ruleNames(rule)
  const facts = await readFacts(tx, team_id, [rule])
  const lacking = (of: keyof RuleNames, what: string): string[] =>
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
  if ((await countRuledSegments(tx, team_id)) < RULED_MAX) return
  throw refusal('validation_error', `A team can have at most ${RULED_MAX} segments with a rule. Delete one first.`)
}
