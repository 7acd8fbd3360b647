// What a page has that keeps people from it who see, hear or move otherwise, as axe finds it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { target: string[] }[]
}

/** Rules, and the first few places. `rules`: all without it. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // past the policy of the page, as an extension of the browser would
  await page.evaluate(AXE)
  // all but the mails in frames is looked at; of what is right it says the first place only, and not all 30,000
  const options = JSON.stringify({ iframes: false, resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const { violations: found } = await page.evaluate<{ violations: Violation[] }>(`axe.run(${options})`)
  const places = (nodes: Violation['nodes']): string[] => nodes.slice(0, 3).flatMap(each => each.target)
  return found.map(({ id, nodes }) => `${id}: ${places(nodes).join(', ')} of ${nodes.length}`)
}
