// Collects the regular expressions of the sources, as literals and as `new RegExp`, and those of a contract. Uses the
// syntax tree, because plain text does not distinguish them from divisions and strings.
import vm from 'node:vm'
import ts from 'typescript-5'

export interface Regex {
  file: string
  line: number
  source: string
  flags: string
}

/** A `RegExp` built from more than the constants of its file: its pattern is not known before the program runs. */
export interface UnknownRegex {
  file: string
  line: number
  code: string
}

export interface Collected {
  regexes: Regex[]
  unknown: UnknownRegex[]
}

export function regexesOfSource(file: string, text: string): Collected {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const collected: Collected = { regexes: [], unknown: [] }
  const visit = (node: ts.Node): void => {
    const at = { file, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1 }
    if (ts.isRegularExpressionLiteral(node)) collected.regexes.push({ ...at, ...partsOf(node.text) })
    else if (isMade(node)) {
      const made = valueOf(node, tree)
      if (made) collected.regexes.push({ ...at, ...made })
      else collected.unknown.push({ ...at, code: node.getText() })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return collected
}

function partsOf(literal: string): Pick<Regex, 'source' | 'flags'> {
  const end = literal.lastIndexOf('/')
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) }
}

function isMade(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp'
}

/** Evaluates the expression with only the constants of its file that it names. */
function valueOf(node: ts.Expression, tree: ts.SourceFile): Pick<Regex, 'source' | 'flags'> | undefined {
  const constants = constantsOf(tree)
  const needed = new Map<string, string>()
  const need = (inner: ts.Node): void => {
    const constant = ts.isIdentifier(inner) ? constants.get(inner.text) : undefined
    if (constant && !needed.has(inner.getText())) {
      needed.set(inner.getText(), '')
      need(constant)
      // dependencies of a constant are listed before it
      needed.delete(inner.getText())
      needed.set(inner.getText(), `const ${inner.getText()} = ${constant.getText()};`)
    }
    ts.forEachChild(inner, need)
  }
  need(node)
  const { outputText } = ts.transpileModule(`${[...needed.values()].join('\n')}\n;({ made: ${node.getText()} }).made`, {
    compilerOptions: { target: ts.ScriptTarget.Latest },
  })
  try {
    const made: unknown = vm.runInNewContext(outputText, {}, { timeout: 1000 })
    const { source, flags } = made as RegExp
    return { source, flags }
  } catch {
    return undefined
  }
}

function constantsOf(tree: ts.SourceFile): Map<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>()
  for (const { declarationList } of tree.statements.filter(ts.isVariableStatement)) {
    for (const { name, initializer } of declarationList.declarations) {
      if (initializer && ts.isIdentifier(name)) constants.set(name.text, initializer)
    }
  }
  return constants
}

/** The value of each `pattern` in a JSON document, which partners compile and run (JSON Schema requires Unicode). */
export function regexesOfDocument(file: string, text: string): Regex[] {
  const sources = new Set<string>()
  JSON.parse(text, (name, value: unknown) => {
    if (name === 'pattern' && typeof value === 'string') sources.add(value)
    return value
  })
  const lines = text.split('\n')
  return [...sources].map(source => {
    const line = lines.findIndex(each => each.includes(JSON.stringify(source))) + 1
    return { file, line, source, flags: 'u' }
  })
}
