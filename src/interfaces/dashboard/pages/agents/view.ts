// The page about agents.
import type { ListedGrant } from '../../../../identity/oauth/store/grants.ts'
import { type CallerNames, momentOfLog } from '../../../../watch/logs/present.ts'
import type { LogLine } from '../../../../watch/logs/line.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Visitor } from '../../session/visitor.ts'
import { facts, tag } from '../../ui/facts.ts'
import { confirmForm } from '../../ui/forms.ts'
import { scopeTitles } from '../../ui/scopes.ts'
import { listItem, rowList } from '../../ui/table.ts'
import { dateTimeWithSeconds, dateTime } from '../../ui/time.ts'
import { link } from '../../ui/link.ts'

interface AgentsPage {
  /** The URL of the endpoint; `undefined` if it is disabled. */
  address: string | undefined
  /** Grants that have not ended. */
  grants: readonly ListedGrant[]
  /** The latest lines of the request log; `undefined` for a role that may not see the log. */
  calls: { lines: readonly LogLine[]; names: CallerNames } | undefined
  visitor: Visitor
}

export function agentsBody({ address, grants, calls, visitor }: AgentsPage): Html {
  return html`<h1>Connect an agent</h1>
    <p class="lead">
      An agent can send email for <bdi>${visitor.team.name}</bdi>, check its status, and use the rest of the API.
      <a href="/docs/guides/mcp">Learn more</a>
    </p>
    ${address === undefined ? OFF : connecting(address)}
    <h2>Connected apps</h2>
    ${rowList(grants, {
      row: grant => grantRow(grant),
      empty: 'No connected apps yet. When an agent opens the URL above, a page asks for your approval.',
      label: 'Connected apps',
    })}
    <p class="soft">To view revoked apps, open <a href="/grants">Connected apps</a>.</p>
    ${calls && callsPart(calls)}`
}

function callsPart({ lines, names }: NonNullable<AgentsPage['calls']>): Html {
  const empty = 'No calls yet. Give an agent the URL above.'
  return html`<h2>Recent calls</h2>
    ${rowList(lines, { row: line => callRow(line, names), empty, label: 'Calls' })}`
}

const OFF = html`<p class="strip warning"><span>The MCP endpoint is disabled on this server.</span></p>`

function connecting(address: string): Html {
  const entry = JSON.stringify({ mcpServers: { lettermill: { url: address } } })
  const added = JSON.stringify({ name: 'lettermill', type: 'http', url: address })
  return html`<p>Give your agent this URL. It opens a page where you choose its permissions. No key is needed.</p>
    ${facts([
      ['URL', code(address)],
      [
        'Claude Code',
        html`${code(`claude mcp add --transport http lettermill ${address}`)} then <code>/mcp</code> to log in`,
      ],
      [
        'Claude Desktop',
        html`<em>Settings</em>, <em>Connectors</em>, <em>Add custom connector</em>, then enter the URL`,
      ],
      ['Cursor', html`In <code>~/.cursor/mcp.json</code>: ${code(entry)}`],
      ['VS Code', code(`code --add-mcp '${added}'`)],
    ])}
    <p class="soft">
      To limit the tools, use <code>${address}?read_only=true</code> or
      <code>${address}?toolsets=emails,contacts</code>. An agent that runs without a person uses an
      ${link('/api-keys', 'API key')}.
    </p>`
}

const code = (text: string): Html => html`<pre class="text" tabindex="0">${text}</pre>`

function grantRow({ id, client, scopes, created_at, last_used_at }: ListedGrant): Html {
  return listItem(
    html`<h3><bdi>${client.name}</bdi></h3>
      <p>${tag(scopeTitles(scopes).join(', '))}</p>
      <p class="soft">Since ${dateTime(created_at)}${last_used_at && html`; refreshed ${dateTime(last_used_at)}`}</p>`,
    confirmForm({
      path: `/grants/${encodeURIComponent(id)}/revoke`,
      label: 'Revoke',
      about: client.name,
      question:
        'The app loses access immediately, and the API keys that it created are deleted. It can request access again.',
    }),
  )
}

function callRow(line: LogLine, names: CallerNames): Html {
  const { id, status, caller, user_agent } = line
  const tool = /mcp\/([a-z0-9-]+)$/.exec(user_agent ?? '')?.[1] ?? line.path
  const name = names.get(caller.id) ?? (caller.kind === 'api_key' ? 'deleted API key' : 'unknown app')
  return listItem(
    html`${link(`/logs/${id}`, html`<code>${tool}</code>`)}
      <span class="soft">${dateTimeWithSeconds(momentOfLog(line))}, <bdi>${name}</bdi></span>`,
    tag(String(status), status < 400 ? 'good' : status < 500 ? 'wait' : 'bad'),
  )
}
