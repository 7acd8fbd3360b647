// A fetch client whose server is chosen where it runs.
const config = {
  lettermill: {
    input: './openapi.json',
    output: {
      target: './api.ts',
      client: 'fetch',
      mode: 'single',
      baseUrl: { runtime: 'process.env.LETTERMILL_URL' },
    },
  },
}

export default config
