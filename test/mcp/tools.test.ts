// The list of tools, generated from the contract.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { toolsOf } from '../../scripts/contract/tools.ts'
import { Tools, type GeneratedTool } from '../../src/interfaces/mcp/tools.ts'

const written: GeneratedTool[] = JSON.parse(readFileSync('generated/tools.json', 'utf8'))
const wire: { mcp: string[] }[] = JSON.parse(readFileSync('spec/wire.json', 'utf8'))
const tools = new Tools(written)
const ALL = { toolsets: undefined, read_only: false }
const named = (name: string): GeneratedTool => written.find(({ tool }) => tool.name === name)!
const names = ({ tools: json }: { tools: string }): string[] =>
  (JSON.parse(json) as { name: string }[]).map(({ name }) => name)

describe('E: operations without a tool', () => {
  it.each([
    'create-audience',
    'send-email-by-sending',
    'export-contacts',
    'create-contact-import',
    'exchange-token',
    'get-jwks',
  ])('%s is not a tool', name => expect(named(name)).toBeUndefined())

  it('has the same names as resend-mcp for shared tools', () => {
    const theirs = new Set(wire.flatMap(({ mcp }) => mcp))
    expect(written.filter(({ tool }) => theirs.has(tool.name)).length).toBeGreaterThanOrEqual(75)
  })
})

describe('E: the extension x-tool', () => {
  const document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))

  it('excludes an operation', () => {
    const changed = structuredClone(document)
    changed.paths['/usage'].get['x-tool'] = false
    const left = toolsOf(changed).map(({ tool }) => tool.name)
    expect(left).toEqual(written.map(({ tool }) => tool.name).filter(name => name !== 'get-usage'))
  })

  it('overrides the defaults', () => {
    expect(named('resume-broadcast').tool.annotations.openWorldHint).toBe(true)
    expect(named('share-email').tool.annotations.destructiveHint).toBe(false)
  })
})

describe('E: input', () => {
  const schemas = written.map(({ tool }) => [tool.name, tool.inputSchema] as const)

  it.each(schemas)('of %s is self-contained JSON Schema 2020-12', (_, schema) => {
    const ajv = new Ajv2020({ strictTypes: false, allowUnionTypes: true, validateFormats: false })
    expect(() => ajv.compile(schema)).not.toThrow()
    expect(schema).toMatchObject({ type: 'object' })
    const text = JSON.stringify(schema)
    expect(text).not.toMatch(/"(?:pattern|example|examples|x-[a-z-]+)":(?!\{)/)
    expect(text).not.toMatch(/"\$ref":"(?!#\/\$defs\/)/)
  })

  it('names other tools by their names, without HTTP terms', () => {
    const words = JSON.stringify(written.map(({ tool }) => tool))
    expect(words.match(/`(?:GET|POST|PUT|PATCH|DELETE) \/[^`]*`|x-batch-validation|An extension\b/g)).toBeNull()
  })

  it('has at most 2,000 characters per tool on average', () => {
    const whole = names(tools.page(['full_access'], ALL)!).length
    expect(tools.page(['full_access'], ALL)!.tools.length / whole).toBeLessThan(2000)
  })

  it('has one flat object: path, query, header, body; and `items` for a list', () => {
    const properties = (name: string): string[] =>
      Object.keys((named(name).tool.inputSchema as { properties: object }).properties)
    expect(properties('update-topic')).toEqual(expect.arrayContaining(['topic_id', 'name']))
    expect(properties('send-email')).toContain('idempotency_key')
    expect(properties('send-batch')).toEqual(['idempotency_key', 'batch_validation', 'items'])
  })
})

describe('E: annotations', () => {
  it.each([
    ['list-emails', { readOnlyHint: true, openWorldHint: false }],
    ['simulate-graph', { readOnlyHint: true, openWorldHint: false }],
    ['create-contact', { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }],
    ['remove-contact', { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false }],
    ['send-email', { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }],
  ])('%s', (name, annotations) =>
    expect(named(name).tool.annotations).toEqual({ title: named(name).tool.title, ...annotations }),
  )
})

describe('E: order, pages', () => {
  it('lists by name, in one page', () => {
    const page = tools.page(['full_access'], ALL)!
    expect(names(page)).toEqual(names(page).toSorted())
    expect(page.next_cursor).toBeUndefined()
    expect(tools.page(['full_access'], ALL, 'page-2')).toBeUndefined()
  })

  it('continues at the cursor if more tools exist', () => {
    const short = new Tools(written.slice(0, 5), 2)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = short.page(['full_access'], ALL, cursor)!
      seen.push(...names(page))
      cursor = page.next_cursor
    } while (cursor !== undefined)
    expect(seen).toEqual(written.slice(0, 5).map(({ tool }) => tool.name))
  })
})

describe('E: fewer tools', () => {
  it('limits the listed and callable tools', () => {
    const few = { toolsets: new Set(['emails']), read_only: true }
    const listed = names(tools.page(['full_access'], few)!)
    expect(listed).toContain('list-emails')
    expect(listed).not.toContain('send-email')
    expect(tools.find('send-email', few)).toBeUndefined()
    expect(tools.find('list-contacts', few)).toBeUndefined()
  })
})
