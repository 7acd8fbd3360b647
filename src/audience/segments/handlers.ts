// The operations on segments.
import type { Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import * as actions from './actions.ts'
import { segmentResponse, segmentItem } from './present.ts'
import * as store from './store.ts'

const unknown = (): Error => refusal('not_found', 'Segment not found')

export const listSegments: Handler<'listSegments'> = async ({ tx, caller, query }) => {
  const { rows, has_more } = await store.listSegments(tx, caller.team_id, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(segmentItem) } }
}

export const createSegment: Handler<'createSegment'> = async ({ tx, caller, body: { name, rule }, now }) => {
  const { team_id } = caller
  const { id } = rule
    ? await actions.createRuleSegment({ tx, team_id, now }, { name, rule })
    : await actions.createSegment({ tx, team_id, now }, name)
  return { status: 201, body: { object: 'segment', id, name } }
}

export const getSegment: Handler<'getSegment'> = async ({ tx, caller, path }) => {
  const segment = await store.findSegment(tx, caller.team_id, path.segment_id)
  if (!segment) throw unknown()
  return { status: 200, body: segmentResponse(segment) }
}

export const updateSegment: Handler<'updateSegment'> = async ({ tx, team_id, path, body }) => {
  const id = path.segment_id
  if (!(await actions.updateSegment({ tx, team_id }, id, body))) throw unknown()
  return { status: 200, body: { object: 'segment', id } }
}

export const removeSegment: Handler<'removeSegment'> = async ({ tx, team_id, path, now }) => {
  const id = path.segment_id
  if (!(await actions.removeSegment({ tx, team_id, now }, id))) throw unknown()
  return { status: 200, body: { object: 'segment', id, deleted: true } }
}
