import { recurse } from '../builtins/recursion.js';
import type { Plan } from '../runtime/plan.js';
import type { Node } from '../syntax/ast.js';
import { compileIndex, compileIterate, compileSlice } from './access.js';
import { compileAssign } from './assign.js';
import {
  compileComma,
  compileLiteral,
  compileLocation,
  compilePipe,
  compileVariable,
  identity,
} from './basic.js';
import { compileBind } from './bind.js';
import { compileCall, compileDefine } from './calls.js';
import { compileArray, compileFormat, compileObject, compileText } from './construct.js';
import type { Context } from './context.js';
import { compileAlternative, compileBreak, compileIf, compileLabel, compileTry } from './control.js';
import { compileForeach, compileReduce } from './fold.js';
import { compileArithmetic, compileComparison, compileLogic, compileNegate } from './operators.js';
import type { Scope } from './scope.js';

/** Compiles any expression: the one place that knows every type of node. */
export function compileNode(node: Node, scope: Scope, context: Context, tail: boolean): Plan {
  if (node.type === 'array' || node.type === 'object' || node.type === 'assign')
    context.facts.constructions++;
  switch (node.type) {
    case 'identity':
      return identity;
    case 'recurse':
      return recurse;
    case 'literal':
      return compileLiteral(node);
    case 'location':
      return compileLocation(node);
    case 'variable':
      return compileVariable(node, scope, context);
    case 'pipe':
      return compilePipe(node, scope, context, tail);
    case 'comma':
      return compileComma(node, scope, context, tail);
    case 'index':
      return compileIndex(node, scope, context);
    case 'slice':
      return compileSlice(node, scope, context);
    case 'iterate':
      return compileIterate(node, scope, context);
    case 'array':
      return compileArray(node, scope, context);
    case 'object':
      return compileObject(node, scope, context);
    case 'text':
      return compileText(node, scope, context);
    case 'format':
      return compileFormat(node);
    case 'negate':
      return compileNegate(node, scope, context);
    case 'arithmetic':
      return compileArithmetic(node, scope, context);
    case 'comparison':
      return compileComparison(node, scope, context);
    case 'and':
    case 'or':
      return compileLogic(node, scope, context);
    case 'alternative':
      return compileAlternative(node, scope, context, tail);
    case 'assign':
      return compileAssign(node, scope, context);
    case 'if':
      return compileIf(node, scope, context, tail);
    case 'try':
      return compileTry(node, scope, context);
    case 'reduce':
      return compileReduce(node, scope, context);
    case 'foreach':
      return compileForeach(node, scope, context);
    case 'bind':
      return compileBind(node, scope, context, tail);
    case 'define':
      return compileDefine(node, scope, context, tail);
    case 'call':
      return compileCall(node, scope, context, tail);
    case 'label':
      return compileLabel(node, scope, context);
    case 'break':
      return compileBreak(node, scope, context);
  }
}
