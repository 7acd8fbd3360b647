// Generators for other languages, tested if the machine has the programs they require: `npm run contract -- --all`.
import type { Tool } from './tools.ts'

const OPENAPI_GENERATOR = '7.25.0'
const OAPI_CODEGEN = '2.8.2'

/** The program is a jar that Maven downloads. */
const GENERATOR: Pick<Tool, 'version' | 'before'> = {
  version: OPENAPI_GENERATOR,
  before: [
    `mvn -q -B dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR} -DoutputDirectory=. -Dmdep.stripVersion=true`,
  ],
}

const VENV = ['python3 -m venv venv', 'venv/bin/python -m pip install -q -r requirements.txt']
const GO = ['go build -o drive .']

const FORMS = '--global-property models,apis,supportingFiles,apiTests=false,modelTests=false,skipFormModel=false'
const JAVA: Pick<Tool, 'language' | 'needs' | 'compile' | 'run'> = {
  language: 'Java',
  needs: ['java', 'mvn'],
  compile: [
    'mvn -q -B -Djava.version=17 -Dmaven.compiler.source=17 -Dmaven.compiler.target=17 compile dependency:copy-dependencies -DoutputDirectory=target/lib',
  ],
  run: 'java -cp target/classes:target/lib/* Drive',
}
const PACKAGES = '--invoker-package client --api-package client.api --model-package client.model'
/** The unions of a string and a list of strings, by the names that openapi-generator gives them. */
const TEXTS = Object.entries({
  SendEmail: ['to', 'cc', 'bcc', 'reply_to'],
  CreateTemplate: ['reply_to'],
  CreateBroadcast: ['reply_to'],
  TestBroadcast: ['to'],
  ReplyToInboxEmail: ['cc', 'bcc'],
  ForwardInboxEmail: ['to', 'cc', 'bcc'],
  CreateInboxDraft: ['to', 'cc', 'bcc'],
  UpdateInboxDraft: ['to', 'cc', 'bcc'],
}).flatMap(([model, fields]) => fields.map(field => `${model}_${field}`))
const LISTS_IN_UNIONS = [
  ...TEXTS,
  'ContactDeleteStep_config',
  'ContactTopicsUpdate',
  'EmailAttachment_content',
  'StepVariable',
]

function javaCommand(library: string, properties: string, mapped: string[]): string {
  return `openapi-generator-cli generate -g java --library ${library} -i openapi.json -o . ${PACKAGES} --additional-properties=openApiNullable=false,containerDefaultToNull=true,${properties}useOneOfDiscriminatorLookup=true --schema-mappings ${mapped.join(',')} ${FORMS}`
}

export const foreignTools: Tool[] = [
  {
    ...GENERATOR,
    id: 'openapi-generator-python',
    language: 'Python',
    needs: ['java', 'mvn', 'python3'],
    command: `openapi-generator-cli generate -g python -i openapi.json -o . --package-name client ${FORMS}`,
    note: '`--global-property models,apis,supportingFiles` omits `webhooks`, for which the generated Python does not compile; the default options work with `openapi-3.0.json`, which has no webhooks',
    compile: [
      ...VENV,
      'venv/bin/python -m compileall -q client drive.py',
      'openapi-generator-cli generate -g python -i openapi-3.0.json -o default',
      'venv/bin/python -m compileall -q default/openapi_client',
    ],
    run: 'venv/bin/python drive.py',
  },
  {
    id: 'openapi-python-client',
    language: 'Python',
    version: '0.29.1',
    needs: ['python3'],
    before: VENV,
    command: 'openapi-python-client generate --path openapi.json --config config.yaml --meta none --output-path client',
    note: 'with [this configuration](../contract/openapi-python-client/config.yaml); OAuth operations that accept a form or JSON cannot be imported, which is a bug of the generator',
    compile: ['venv/bin/python -m compileall -q client drive.py'],
    run: 'venv/bin/python drive.py',
  },
  {
    ...GENERATOR,
    id: 'openapi-generator-go',
    language: 'Go',
    needs: ['java', 'mvn', 'go'],
    command: `openapi-generator-cli generate -g go -i openapi.json -o client --package-name client --additional-properties=enumClassPrefix=true,useOneOfDiscriminatorLookup=true,withGoMod=false ${FORMS}`,
    compile: GO,
    run: './drive',
  },
  {
    id: 'oapi-codegen',
    language: 'Go',
    version: OAPI_CODEGEN,
    needs: ['go'],
    before: ['mkdir client'],
    command: `go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${OAPI_CODEGEN} -generate types,client -package client -o client/client.go openapi.json`,
    compile: GO,
    run: './drive',
  },
  {
    ...GENERATOR,
    ...JAVA,
    id: 'openapi-generator-java-native',
    command: javaCommand(
      'native',
      'supportUrlQuery=false,',
      LISTS_IN_UNIONS.map(name => `${name}=Object`),
    ),
    note: 'unions with a list are mapped to `Object`, because the generated code for them does not compile',
  },
  {
    ...GENERATOR,
    ...JAVA,
    id: 'openapi-generator-java-okhttp-gson',
    command: javaCommand(
      'okhttp-gson',
      '',
      TEXTS.map(name => `${name}=OneOrMore`),
    ),
    note: 'unions of a string and a list use [this class](../contract/openapi-generator-java-okhttp-gson/src/main/java/client/model/OneOrMore.java), because the generated class cannot send the list; versions before 7.20 cannot read `null` for an optional object (`quiet_hours` of an automation)',
  },
]
