// The settings of /mcp, rows of settings.ts.
import { originList } from './address-values.ts'
import { oneOfValues } from './setting-values.ts'

export const MCP_SETTINGS = {
  MCP: {
    values: oneOfValues(['on', 'off']),
    default: 'on',
    sentence: 'the [endpoint for agents](mcp.md) at `/mcp`; `off`: disabled',
  },
  MCP_ALLOWED_ORIGINS: {
    values: originList,
    default: '',
    otherwise: 'none',
    sentence: 'origins of web pages that may call `/mcp` from a browser, in addition to this server',
  },
}
