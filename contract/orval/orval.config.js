// A fetch client whose server is chosen where it runs.
const config = {
  lettermill: {
    input: './openapi.json',
    output: {
      target: './api.ts',
      client: 'fetch',
      mode: 'single',
      baseUrl: { runtime: 'process.env.LETTERMILL_URL' },
      // what it writes for lists of objects in a form with a file does not compile
      override: { formData: false },
    },
  },
}

export default config
