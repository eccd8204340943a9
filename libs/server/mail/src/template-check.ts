import Handlebars from 'handlebars';
import { HELPERS } from './template-language';
import { InvalidTemplate, type Part } from './template-source';

/** Partials that templates may use, by part, with their parameters: true for those that are required. */
const PARTIALS: Readonly<Record<Part, Readonly<Record<string, Readonly<Record<string, boolean>>>>>> = {
  subject: {},
  text: { footer: {} },
  html: {
    frame: { title: true, preview: false },
    button: { url: true, label: true },
    'secondary-button': { url: true, label: true },
    small: {},
    link: { url: true, label: true },
    fallback: { url: true },
    details: {},
    detail: { label: true, value: true },
    note: {},
    name: {},
  },
};

/**
 * Checks one part of a template: known variables, helpers and partials only, everything escaped. Strict mode of Handlebars
 * finds unknown variables only where they are rendered, and not in conditions. Throws {@link InvalidTemplate}.
 */
export function checkPart(part: Part, source: string, variables: ReadonlySet<string>): void {
  let program: hbs.AST.Program;
  try {
    program = Handlebars.parse(source);
  } catch (error) {
    throw new InvalidTemplate(`a syntax error: ${(error as Error).message.split('\n')[0]}`);
  }
  new PartCheck(part, variables).accept(program);
}

class PartCheck extends Handlebars.Visitor {
  constructor(
    private readonly part: Part,
    private readonly variables: ReadonlySet<string>,
  ) {
    super();
  }

  override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
    if (!mustache.escaped) this.refuse(mustache, 'an unescaped value: use {{…}}');
    this.call(mustache);
  }

  override SubExpression(expression: hbs.AST.SubExpression): void {
    this.call(expression);
  }

  override BlockStatement(block: hbs.AST.BlockStatement): void {
    const name = originalOf(block.path);
    if (!HELPERS[name]?.isBlock) this.refuse(block, `an unknown block "${name}"; blocks are if and unless`);
    this.acceptArguments(block.params, block.hash);
    this.accept(block.program);
    if (block.inverse) this.accept(block.inverse);
  }

  override PartialStatement(partial: hbs.AST.PartialStatement): void {
    this.checkPartial(partial);
  }

  private checkPartial(partial: hbs.AST.PartialStatement | hbs.AST.PartialBlockStatement): void {
    const name = originalOf(partial.name);
    const parameters = PARTIALS[this.part][name];
    if (parameters === undefined) this.refuse(partial, `an unknown partial "${name}"`);
    const input = (partial.hash?.pairs ?? []).map(({ key }) => key);
    const missing = Object.keys(parameters).find((key) => parameters[key] && !input.includes(key));
    if (missing !== undefined) this.refuse(partial, `a partial "${name}" without ${missing}=…`);
    const unknown = input.find((key) => !(key in parameters));
    if (unknown !== undefined)
      this.refuse(partial, `a partial "${name}" with an unknown parameter "${unknown}"`);
    if (partial.params.length > 0) this.refuse(partial, `a partial "${name}" with a parameter without name`);
    this.acceptArguments([], partial.hash);
  }

  override PartialBlockStatement(partial: hbs.AST.PartialBlockStatement): void {
    this.checkPartial(partial);
    this.accept(partial.program);
  }

  override Decorator(decorator: hbs.AST.Decorator): void {
    this.refuse(decorator, 'a decorator, which is not available');
  }

  override DecoratorBlock(decorator: hbs.AST.DecoratorBlock): void {
    this.refuse(decorator, 'an inline partial, which is not available');
  }

  override PathExpression(path: hbs.AST.PathExpression): void {
    if (!this.variables.has(path.original)) this.refuse(path, `an unknown variable "${path.original}"`);
  }

  /** A variable, or a helper with arguments. */
  private call({ path, params, hash }: hbs.AST.MustacheStatement | hbs.AST.SubExpression): void {
    const name = originalOf(path);
    const hasArguments = params.length > 0 || hash !== undefined;
    if (!hasArguments) return this.accept(path);
    if (HELPERS[name] === undefined || HELPERS[name].isBlock)
      this.refuse(path, `an unknown helper "${name}"`);
    this.acceptArguments(params, hash);
  }

  private acceptArguments(params: readonly hbs.AST.Expression[], hash: hbs.AST.Hash | undefined): void {
    for (const param of params) this.accept(param);
    for (const { value } of hash?.pairs ?? []) this.accept(value);
  }

  private refuse(node: hbs.AST.Node, problem: string): never {
    throw new InvalidTemplate(`${problem} (line ${node.loc.start.line} of the section)`);
  }
}

function originalOf(path: hbs.AST.Expression | hbs.AST.Literal): string {
  return 'original' in path ? String(path.original) : '';
}
