// The overlay for tools that skip recursion: the contract with the overlay has no recursive schema, and rules up to the
// given depth.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { FLAT_DEPTH, flatOverlay, recurringNames } from '../../scripts/contract/flat.ts'
import type { Json } from '../../scripts/openapi.ts'

const document: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const overlay: Json = parse(readFileSync('contract/flat.overlay.yaml', 'utf8'))
const flat = applied(document, overlay)

/** OpenAPI Overlay 1.0, 4.4.3: the update is merged into each node that the target selects. */
function applied(to: Json, { actions }: Json): Json {
  const copy = structuredClone(to)
  for (const { target, update } of actions) {
    const [root, ...names] = target.split('.')
    expect(root).toBe('$')
    const selected = names.reduce((at: Json, name: string) => at[name], copy)
    expect(selected, target).toBeTypeOf('object')
    merge(selected, update)
  }
  return copy
}

function merge(into: Json, update: Json): void {
  for (const [key, value] of Object.entries<Json>(update)) {
    if (typeof into[key] === 'object' && !Array.isArray(value)) merge(into[key], value)
    else into[key] = structuredClone(value)
  }
}

/** A rule with the given number of levels. */
function rule(levels: number): Json {
  return levels === 1
    ? { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' }
    : { type: levels % 2 ? 'and' : 'or', rules: [rule(levels - 1)] }
}

const graph = (levels: number): Json => ({
  name: 'Nested',
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } },
    { key: 'which', type: 'condition', config: rule(levels) },
    { key: 'wait', type: 'wait_for_event', config: { event_name: 'paid', filter_rule: rule(levels) } },
  ],
  connections: [],
})

function takes(by: Json, value: Json): boolean {
  const ajv = new Ajv2020({ strict: false })
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  ajv.addFormat('idn-email', true)
  ajv.addSchema({ $id: 'contract', components: { schemas: by.components.schemas } })
  return ajv.compile({ $ref: 'contract#/components/schemas/CreateAutomation' })(value)
}

it('applies to this version of the contract', () =>
  expect(overlay).toEqual(JSON.parse(JSON.stringify(flatOverlay(document)))))

it('leaves no recursive schema, in a document that is still valid', async () => {
  expect(recurringNames(document).length).toBeGreaterThan(1)
  expect(recurringNames(flat)).toEqual([])
  const { valid, errors } = await new Validator().validate(structuredClone(flat))
  expect([valid, errors]).toEqual([true, undefined])
})

it.each([1, 2, FLAT_DEPTH])('accepts rules of %i levels, as the contract does', levels => {
  expect([takes(document, graph(levels)), takes(flat, graph(levels))]).toEqual([true, true])
})

it('rejects deeper rules, and nothing else that the contract accepts', () => {
  const deeper = graph(FLAT_DEPTH + 1)
  expect([takes(document, deeper), takes(flat, deeper)]).toEqual([true, false])
  const wrong = graph(FLAT_DEPTH)
  wrong.steps[1].config.rules[0].rules[0].operator = 'like'
  expect([takes(document, wrong), takes(flat, wrong)]).toEqual([false, false])
})

it('can be created for any depth', () => {
  for (const depth of [2, 5]) {
    const other = applied(document, flatOverlay(document, depth))
    expect(recurringNames(other)).toEqual([])
    expect([takes(other, graph(depth)), takes(other, graph(depth + 1))]).toEqual([true, false])
  }
})

it('is formatted as `npm run check` requires', () => {
  const { status, stdout } = spawnSync('node_modules/.bin/oxfmt', ['--check', 'contract/flat.overlay.yaml'])
  expect(status, stdout.toString()).toBe(0)
})
