// The objects of the team that a step can refer to: the latest templates, topics and segments.
import { listSegments } from '../../../../../audience/segments/store.ts'
import { listTopics } from '../../../../../audience/topics/store.ts'
import type { Tx } from '../../../../../base/store/database.ts'
import { listTemplates } from '../../../../../mail/templates/store.ts'
import type { Option } from '../../../ui/schema/fields.ts'

/** Maximum options of each kind, in addition to the current value. */
const LATEST = { limit: 100 }

/** By the path of the field. */
export async function findNameable(tx: Tx, team_id: string, type: string): Promise<ReadonlyMap<string, Option[]>> {
  if (type === 'add_to_segment') {
    const { rows } = await listSegments(tx, team_id, LATEST)
    return new Map([['config.segment_id', rows.filter(({ rule }) => rule === null).map(named)]])
  }
  if (type !== 'send_email') return new Map()
  const { rows: templates } = await listTemplates(tx, { team_id }, LATEST)
  const topics = await listTopics(tx, { team_id }, LATEST)
  return new Map([
    ['config.template.id', templates.map(templateOption)],
    ['config.topic_id', topics.rows.map(named)],
  ])
}

const named = ({ id, name }: Option): Option => ({ id, name })

function templateOption({ id, name, published_at }: Option & { published_at: string | null }): Option {
  return { id, name: published_at === null ? `${name} (not published)` : name }
}
