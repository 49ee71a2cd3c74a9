import { existsSync, readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { cruise } from 'dependency-cruiser';
import { type ESTree, parseSync, Visitor } from 'vite';
import { layerOf } from './lib/layers.ts';
import { ROOT } from './lib/run-program.ts';
import { printLine } from './lib/terminal.ts';

/*
 * Checks the import rules, which follow from the layers in `lib/layers.ts`, and that no file holds on to the insides of a
 * library. A step of `npm test`.
 */
const SOURCE_FOLDERS = ['contract', 'server', 'web', 'tools', 'deploy', 'tests', 'bench'];

process.chdir(ROOT);
const { default: rules } = await import(`${ROOT}.dependency-cruiser.mjs`);
const { options, forbidden } = rules;
const { output } = await cruise(SOURCE_FOLDERS, {
	...options,
	validate: true,
	ruleSet: { forbidden },
});
if (typeof output === 'string') throw new Error('The result came back as text.');
const { violations, totalCruised } = output.summary;
for (const { rule, from, to } of violations) printLine(`${rule.name}: ${from} → ${to}`);

const sources = await Array.fromAsync(glob(`{${SOURCE_FOLDERS}}/**/*.{ts,tsx}`));
const readPaths = new Set(output.modules.map(({ source }) => source));
// If the TypeScript compiler is missing, dependency-cruiser skips TypeScript files without an error.
const unread = sources.filter((source) => !readPaths.has(source));
for (const source of unread) printLine(`${source} was not read.`);
const productionFiles = sources.filter((source) => !source.includes('.test.'));
const unlisted = productionFiles.filter((source) => layerOf(source) === undefined);
for (const source of unlisted) printLine(`${source} is in no folder of tools/lib/layers.ts.`);

const holds = (await Promise.all(sources.map(holdsOn))).flat();
for (const hold of holds) printLine(hold);

printLine(`${totalCruised} modules, ${violations.length} violations`);
const faultCount = violations.length + unread.length + unlisted.length + holds.length;
process.exitCode = faultCount === 0 ? 0 : 1;

/**
 * What a file does with the insides of libraries, which change without notice. Tests may replace methods: spies do.
 * @returns one line per import of an inside, changed prototype, and function assigned to a member of an object
 */
async function holdsOn(path: string): Promise<string[]> {
	const source = await readFile(path, 'utf8');
	const { program } = parseSync(path, source);
	const found: string[] = [];
	const functionNames = new Set<string>();
	const isTest = /^(tests|bench)\/|\.test\.tsx?$/.test(path);
	const report = (what: string, { start }: ESTree.Node) => {
		const line = source.slice(0, start).split('\n').length;
		found.push(`${path}:${line} ${what}`);
	};
	function checkImport(node: ESTree.Node | null | undefined): void {
		if (node?.type === 'Literal' && isInside(String(node.value)))
			report(`imports the inside of a library: ${node.value}`, node);
	}
	const isFunction = (node: ESTree.Node) =>
		/FunctionExpression$/.test(node.type) ||
		(node.type === 'Identifier' && functionNames.has(node.name));

	new Visitor({
		FunctionDeclaration: ({ id }) => void (id && functionNames.add(id.name)),
		VariableDeclarator({ id, init }) {
			if (id.type === 'Identifier' && init && isFunction(init)) functionNames.add(id.name);
		},
	}).visit(program);
	new Visitor({
		// Types are not code: the compiler checks them.
		ImportDeclaration: ({ importKind, source: from }) =>
			importKind === 'type' ? undefined : checkImport(from),
		ExportNamedDeclaration: ({ source: from }) => checkImport(from),
		ExportAllDeclaration: ({ source: from }) => checkImport(from),
		ImportExpression: ({ source: from }) => checkImport(from),
		CallExpression(call) {
			const callee = source.slice(call.callee.start, call.callee.end);
			const [target, properties] = call.arguments;
			if (/^require$|^(require|import\.meta|createRequire\(.*\))\.resolve$/.test(callee))
				checkImport(target);
			if (isTest || !target) return;
			if (/^(Object|Reflect)\.definePropert(y|ies)$/.test(callee))
				report('defines a property of an object', call);
			const replaces =
				properties?.type === 'ObjectExpression' &&
				properties.properties.some((one) => one.type === 'Property' && isFunction(one.value));
			const isPrototype = /\.prototype$/.test(source.slice(target.start, target.end));
			if (callee === 'Object.assign' && (replaces || isPrototype))
				report('replaces a method of an object', call);
		},
		AssignmentExpression(assignment) {
			const { left, right } = assignment;
			if (isTest || left.type !== 'MemberExpression') return;
			const text = source.slice(left.start, left.end);
			if (/\.prototype\b/.test(text)) report('changes a prototype', assignment);
			// Objects of our classes, refs of React, and handlers of events are there to be assigned.
			else if (isFunction(right) && !/^this\.|\.(current|on[a-z]+)$/.test(text))
				report('replaces a method of an object', assignment);
		},
	}).visit(program);
	return found;
}

/**
 * Whether the path leads into a package. Paths that a package does not export fail already, with the rule `resolvable`. A
 * package without `exports` has its entry points at its root; its programs are in `bin`.
 */
function isInside(specifier: string): boolean {
	const [, name = '', path] = /^((?:@[^/]+\/)?[^@#./:][^/:]*)\/(.+)$/.exec(specifier) ?? [];
	const manifest = `node_modules/${name}/package.json`;
	if (path === undefined || !existsSync(manifest)) return false;
	if (/^(dist|lib|build|src)\//.test(path)) return true;
	const { exports, bin = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
	return exports === undefined && path.includes('/') && !Object.values(bin).includes(path);
}
