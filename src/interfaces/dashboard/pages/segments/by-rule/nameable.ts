// Finds the objects of a team that a segment rule can refer to.
import { findBroadcasts, listBroadcasts } from '../../../../../campaigns/broadcasts/store.ts'
import { findPropertiesByKey } from '../../../../../audience/contact-properties/actions.ts'
import { findSegmentNames, listSegments } from '../../../../../audience/segments/store.ts'
import { parseSegmentField } from '../../../../../audience/segments/rule/fields.ts'
import type { Tx } from '../../../../../base/store/database.ts'
import { findTopics } from '../../../../../audience/topics/actions.ts'
import { listTopics } from '../../../../../audience/topics/store.ts'
import type { RuleNameable } from './fields.ts'

/** Maximum options of each kind, in the select of every condition. */
const LATEST = 50
const LATEST_BROADCASTS = 20

interface NamedObject {
  id: string
  name: string
}

/** `fields`: those of a rule; the objects that they refer to are included, too. */
export async function findRuleNameable(tx: Tx, team_id: string, fields: readonly string[]): Promise<RuleNameable> {
  const ids = (of: 'topic' | 'segment' | 'broadcast'): string[] => [
    ...new Set(
      fields.flatMap(text => {
        const field = parseSegmentField(text)
        return field?.of === of && 'id' in field ? [field.id] : []
      }),
    ),
  ]
  const most = { limit: LATEST }
  const segments = (await listSegments(tx, team_id, most)).rows.filter(({ rule }) => rule === null)
  const broadcasts = (await listBroadcasts(tx, { team_id }, most)).rows.filter(({ status }) => status !== 'draft')
  const topics = [...(await findTopics(tx, team_id, ids('topic'))).values()]
  const named = [...(await findSegmentNames(tx, team_id, ids('segment')))].map(([id, name]) => ({ id, name }))
  return {
    properties: await findPropertiesByKey(tx, team_id),
    topics: together((await listTopics(tx, { team_id }, most)).rows, topics),
    segments: together(segments, named),
    broadcasts: together(broadcasts.slice(0, LATEST_BROADCASTS), await findBroadcasts(tx, team_id, ids('broadcast'))),
  }
}

/** Without duplicates. */
function together(latest: readonly NamedObject[], named: readonly NamedObject[]): NamedObject[] {
  return [...new Map([...latest, ...named].map(({ id, name }) => [id, { id, name }])).values()]
}
