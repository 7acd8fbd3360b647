// Accessibility violations of a page, found by axe.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { target: string[] }[]
}

/** The violated rules with their first few places. `rules` limits the check; the default is all rules. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // bypasses the content security policy of the page, as a browser extension does
  await page.evaluate(AXE)
  // skips the emails in frames; passes are reported with one place only, instead of all 30,000
  const options = JSON.stringify({ iframes: false, resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const { violations: found } = await page.evaluate<{ violations: Violation[] }>(`axe.run(${options})`)
  const places = (nodes: Violation['nodes']): string[] => nodes.slice(0, 3).flatMap(each => each.target)
  return found.map(({ id, nodes }) => `${id}: ${places(nodes).join(', ')} of ${nodes.length}`)
}
