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
    why: 'It proves that your mail is yours, so that it reaches inboxes.',
  },
  key: { title: 'Make an API key', path: '/api-keys', why: 'With it your program may send mail.' },
  mail: {
    title: 'Send a first email',
    path: '/docs/guides/quick-start',
    why: 'The quick start has the request to copy.',
  },
  contacts: {
    title: 'Add contacts',
    path: '/contacts',
    why: 'One by one, or from a file, for broadcasts and automations.',
  },
  connection: {
    title: 'Connect a webhook',
    path: '/webhooks',
    why: 'Your program is told what becomes of each email.',
  },
}

/** `relay`: the relay that email is sent through; without one, a team does not need a domain to start. */
export function stepList(steps: Steps, relay: string | undefined): Html {
  const names = Object.keys(STEPS) as (keyof Steps)[]
  const done = names.filter(name => steps[name]).length
  return html`<section class="panel" aria-labelledby="steps">
    <h2 id="steps">First steps</h2>
    <p class="soft">${done} of ${names.length} are done.</p>
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
      html`<p class="soft">
        To try it out you need none: mail is captured, and the <a href="/mailbox">mailbox</a> shows it.
      </p>`
    }
  </li>`
}
