import ts from 'typescript';

/** One small change of a program that its tests should notice. */
export interface Mutant {
  /** Offsets in the text of the file. */
  start: number;
  end: number;
  replacement: string;
  /** 1-based. */
  line: number;
  /** The rule, as `was → is`. */
  change: string;
}

const operators: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
]);

/**
 * Lists the changes of a TypeScript file: another operator, a condition turned round, a truth turned round, a number one higher, an
 * early return or a call without a result left out, a default left out. Types, imports and texts for people stay as they are.
 */
export function listMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const add = (node: ts.Node, replacement: string, change: string): void => {
    const start = node.getStart(source);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    mutants.push({ start, end: node.getEnd(), replacement, line, change });
  };

  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) addOperator(node);
    else if (ts.isIfStatement(node)) {
      add(node.expression, `!(${node.expression.getText(source)})`, 'condition → its opposite');
      if (isEarlyReturn(node)) add(node, ';', 'early return → none');
    } else if (ts.isConditionalExpression(node)) {
      add(node.condition, `!(${node.condition.getText(source)})`, 'condition → its opposite');
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false', 'true → false');
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true', 'false → true');
    else if (ts.isNumericLiteral(node) && !ts.isPropertyName(node.parent)) {
      add(node, String(Number(node.text.replaceAll('_', '')) + 1), `${node.getText(source)} → one more`);
    } else if (ts.isExpressionStatement(node) && isPlainCall(node.expression)) add(node, ';', 'call → none');
    ts.forEachChild(node, visit);
  }

  function addOperator({ left, operatorToken, right }: ts.BinaryExpression): void {
    const other = operators.get(operatorToken.kind);
    if (other !== undefined) add(operatorToken, other, `${operatorToken.getText(source)} → ${other}`);
    if (operatorToken.kind !== ts.SyntaxKind.QuestionQuestionToken) return;
    const { parent } = operatorToken;
    add(parent, `(${left.getText(source)})!`, `?? ${right.getText(source).slice(0, 20)} → none`);
  }

  visit(source);
  return mutants;
}

function isEarlyReturn({ thenStatement, elseStatement }: ts.IfStatement): boolean {
  if (elseStatement !== undefined) return false;
  const only = ts.isBlock(thenStatement) ? thenStatement.statements[0] : thenStatement;
  return only !== undefined && (ts.isReturnStatement(only) || ts.isContinueStatement(only));
}

function isPlainCall(expression: ts.Expression): boolean {
  const call = ts.isAwaitExpression(expression) ? expression.expression : expression;
  return ts.isCallExpression(call) && call.expression.kind !== ts.SyntaxKind.SuperKeyword;
}
