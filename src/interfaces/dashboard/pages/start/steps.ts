// The first steps of a new team, checked off when done.
import { type Html, html } from '../../../../base/html/html.ts'
import { tag } from '../../ui/facts.ts'
import type { Steps } from './find.ts'
import { link } from '../../ui/link.ts'

interface Step {
  title: string
  path: string
  /** Its purpose. */
  why: string
}

const STEPS: Record<keyof Steps, Step> = {
  domain: {
    title: 'Add a domain',
    path: '/domains',
    why: 'Verified domains help your emails reach the inbox.',
  },
  key: { title: 'Create an API key', path: '/api-keys', why: 'Your programs send emails with it.' },
  mail: {
    title: 'Send a first email',
    path: '/docs/guides/quick-start',
    why: 'Copy the request from the quick start.',
  },
  contacts: {
    title: 'Add contacts',
    path: '/contacts',
    why: 'Add them one by one or import a file. Broadcasts and automations use them.',
  },
  connection: {
    title: 'Add a webhook',
    path: '/webhooks',
    why: 'Your program receives an event for each delivery, bounce and click.',
  },
}

/** `relay`: the relay that email is sent through; without one, a team does not need a domain to start. */
export function stepList(steps: Steps, relay: string | undefined): Html {
  const names = Object.keys(STEPS) as (keyof Steps)[]
  const done = names.filter(name => steps[name]).length
  return html`<section class="panel" aria-labelledby="steps">
    <h2 id="steps">Get started</h2>
    <p class="soft">${done} of ${names.length} done.</p>
    <ol class="first-steps">
      ${names.map(name => stepRow(name, steps[name], relay))}
    </ol>
  </section>`
}

function stepRow(name: keyof Steps, isDone: boolean, relay: string | undefined): Html {
  const { title, path, why } = STEPS[name]
  return html`<li>
    <p>
      ${isDone ? title : link(path, title, 'alone')} ${isDone && tag('Done', 'good')}
      ${!isDone && name === 'connection' && html`<span class="soft">or <a href="/agents">connect an agent</a></span>`}
    </p>
    ${!isDone && html`<p class="soft">${why}</p>`}
    ${
      !isDone &&
      name === 'domain' &&
      relay === undefined &&
      html`<p class="soft">Not needed for testing: emails are captured and <a href="/mailbox">listed here</a>.</p>`
    }
  </li>`
}
