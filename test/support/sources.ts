// Facts about the sources for the architecture tests: imports, exports, the length of functions, and which functions
// are asynchronous. Uses the compiler's parser, because a regular expression would confuse strings and comments with
// code.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript-5'

export interface SourceFunction {
  name: string
  lines: number
  /** Whether it is async or declared to return a promise. */
  awaits: boolean
}

export interface Source {
  /** The files that it imports from or re-exports from, including types. */
  imports: string[]
  /** Its own exports without re-exports. */
  exports: string[]
  functions: SourceFunction[]
}

/** Reads a file of src/ by its path within src/. */
export function readSource(file: string): Source {
  const text = readFileSync(path.join('src', file), 'utf8')
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const source: Source = { imports: [], exports: [], functions: [] }
  for (const statement of tree.statements) {
    if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) {
      const from = statement.moduleSpecifier
      if (from && ts.isStringLiteral(from) && from.text.startsWith('.'))
        source.imports.push(path.posix.join(path.posix.dirname(file), from.text))
    } else if (isExported(statement)) source.exports.push(...namesOf(statement))
  }
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) source.functions.push(functionOf(tree, node))
    ts.forEachChild(node, visit)
  }
  visit(tree)
  // overloads count as one name
  return { ...source, exports: [...new Set(source.exports)] }
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  )
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText())
  const { name } = statement as ts.DeclarationStatement
  return name ? [name.getText()] : []
}

function functionOf(tree: ts.SourceFile, node: ts.SignatureDeclaration): SourceFunction {
  const line = (position: number): number => tree.getLineAndCharacterOfPosition(position).line
  // an arrow function has the name of its variable
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined)
  const is_async =
    ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(each => each.kind === ts.SyntaxKind.AsyncKeyword)
  return {
    name: named?.getText() ?? `line ${line(node.getStart()) + 1}`,
    lines: line(node.end) - line(node.getStart()) + 1,
    awaits: is_async === true || node.type?.getText().startsWith('Promise<') === true,
  }
}
