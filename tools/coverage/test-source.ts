/** A node of the syntax tree. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export interface Source {
  readonly text: string;
  readonly constants: readonly Constant[];
}

/** A constant, or a helper of one expression: `const over = (field) => ({ … })`. */
interface Constant {
  readonly name: string;
  readonly value: Node;
  /** The block in which it is visible. */
  readonly scope: Node;
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** The constants of a file, without functions that have statements. */
export function constantsOf(program: unknown): Constant[] {
  const found: Constant[] = [];
  const visit = (value: unknown, scope: Node): void => {
    if (Array.isArray(value)) return value.forEach((entry) => visit(entry, scope));
    if (!isNode(value)) return;
    const inside = /^(Program|BlockStatement)$/.test(value.type) ? value : scope;
    const { id, init } = value as { id?: unknown; init?: unknown };
    if (value.type === "VariableDeclarator" && isNode(id) && isNode(init) && isPlain(init)) {
      found.push({ name: String(id["name"]), value: init, scope });
    }
    Object.values(value).forEach((child) => visit(child, inside));
  };
  visit(program, program as Node);
  return found;
}

function isPlain(value: Node): boolean {
  if (/^TS(As|Satisfies)Expression$/.test(value.type)) return isPlain(value["expression"] as Node);
  if (value.type !== "ArrowFunctionExpression") {
    return /^(Object|Array|Call)Expression$|Literal$/.test(value.type);
  }
  return (value["body"] as Node).type !== "BlockStatement";
}

/** The text of a node, followed by that of the constants it uses, directly or indirectly. */
export function textOf(node: Node, { text, constants }: Source): string {
  const used = new Set<Constant>();
  const follow = (from: Node): void => {
    const names = namesIn(from);
    for (const one of constants) {
      const isKnown = one.scope.start <= node.start && node.end <= one.scope.end;
      if (used.has(one) || !isKnown || !names.has(one.name)) continue;
      used.add(one);
      follow(one.value);
    }
  };
  follow(node);
  const parts = [node, ...[...used].map(({ value }) => value)];
  return parts.map(({ start, end }) => text.slice(start, end)).join("\n");
}

/** The identifiers used in a node, without keys and properties. */
function namesIn(from: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    if (value.type === "Identifier") names.add(String(value["name"]));
    if (value.type === "Property") {
      if (value["computed"] === true) visit(value["key"]);
      return visit(value["value"]);
    }
    if (value.type === "MemberExpression" && value["computed"] !== true) {
      return visit(value["object"]);
    }
    Object.values(value).forEach(visit);
  };
  visit(from);
  return names;
}
