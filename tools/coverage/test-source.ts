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

/** Calls `visit` with every node directly below this one, in the order of its fields. */
export function eachChild(node: Node, visit: (child: Node) => void): void {
  // Most fields are numbers and names, so copying them all would take longer.
  for (const field in node) {
    const value = node[field];
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value)) {
      if (isNode(value)) visit(value);
      continue;
    }
    for (const entry of value) if (isNode(entry)) visit(entry);
  }
}

/** The constants of a file, without functions that have statements. */
export function constantsOf(program: Node): Constant[] {
  const found: Constant[] = [];
  const visit = (node: Node, scope: Node): void => {
    if (node.type === "VariableDeclarator") {
      const { id, init } = node as { id?: unknown; init?: unknown };
      if (isNode(id) && isNode(init) && isPlain(init)) {
        found.push({ name: String(id["name"]), value: init, scope });
      }
    }
    const inside = node.type === "BlockStatement" ? node : scope;
    eachChild(node, (child) => visit(child, inside));
  };
  visit(program, program);
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
  const visit = (node: Node): void => {
    if (node.type === "Identifier") names.add(String(node["name"]));
    if (node.type === "Property") {
      if (node["computed"] === true) visit(node["key"] as Node);
      return visit(node["value"] as Node);
    }
    if (node.type === "MemberExpression" && node["computed"] !== true) {
      return visit(node["object"] as Node);
    }
    eachChild(node, visit);
  };
  visit(from);
  return names;
}
