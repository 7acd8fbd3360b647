// The settings of the agents of inboxes, rows of settings.ts.
import { collectorUrl } from './address-values.ts'
import { anyText, integer } from './setting-values.ts'

export const AGENT_SETTINGS = {
  AGENT_URL: {
    values: collectorUrl,
    otherwise: 'none: agents do nothing',
    secret: true as const,
    sentence:
      'the chat completions endpoint (OpenAI format) of the language model for [agents of inboxes](inboxes.md#the-agent), such as `http://localhost:11434/v1/chat/completions`; it receives incoming email',
  },
  AGENT_MODEL: {
    values: anyText,
    otherwise: 'the default model of the endpoint',
    sentence: 'the name of that model',
  },
  AGENT_KEY: {
    values: anyText,
    otherwise: 'none',
    secret: true as const,
    sentence: 'the bearer token for that endpoint',
  },
  AGENT_KEY_FILE: { values: anyText, otherwise: 'none', sentence: 'a file with that token, instead of `AGENT_KEY`' },
  AGENT_TIMEOUT_SECONDS: {
    values: integer(1, 600),
    default: '60',
    sentence: 'response timeout of the model',
  },
}

export interface AgentConfig {
  url: string
  model: string | undefined
  key: string | undefined
  /** A file that contains the key, instead of `key`. */
  key_file: string | undefined
  limit_ms: number
}

interface AgentSettingValues {
  AGENT_URL: string | undefined
  AGENT_MODEL: string | undefined
  AGENT_KEY: string | undefined
  AGENT_KEY_FILE: string | undefined
  AGENT_TIMEOUT_SECONDS: number
}

export function readAgentConfig({
  AGENT_URL: url,
  AGENT_MODEL: model,
  AGENT_KEY: key,
  ...given
}: AgentSettingValues): AgentConfig | undefined {
  const { AGENT_KEY_FILE: key_file, AGENT_TIMEOUT_SECONDS } = given
  return url === undefined ? undefined : { url, model, key, key_file, limit_ms: AGENT_TIMEOUT_SECONDS * 1000 }
}
