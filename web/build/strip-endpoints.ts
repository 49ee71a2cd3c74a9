import MagicString from 'magic-string';
import type { ESTree, Plugin } from 'vite';
import { FACTORY_PARTS } from '#contract/admin/endpoint-factories.ts';
import { CALL_PARTS } from '#contract/core/endpoint.ts';

const KEPT_NAMES: readonly string[] = CALL_PARTS;

/** The functions that declare an endpoint, with the kept properties that each of them adds to its argument. */
const FACTORIES = new Map<string, object>([['endpoint', {}], ...Object.entries(FACTORY_PARTS)]);

/**
 * Vite plugin that reduces each endpoint of the contract to the properties that an API call reads (`CALL_PARTS`). From
 * an `endpoints.ts` it removes everything else, imports included. A page that only makes calls then loads no schemas.
 */
export function stripEndpoints(): Plugin {
	return {
		name: 'strip-endpoints',
		apply: 'build',
		transform: {
			filter: { id: /\/contract\/.+\.ts$/ },
			handler(code, id) {
				const edited = new MagicString(code);
				for (const statement of this.parse(code).body) {
					const endpoint = endpointIn(statement);
					if (endpoint) {
						const keptProperties = endpoint.properties.filter(isKept);
						if (!keptProperties.every(isLiteral))
							this.error(`${KEPT_NAMES} must be literals.`, statement.start);
						const parts = keptProperties.map(({ start, end }) => code.slice(start, end));
						edited.overwrite(
							endpoint.start,
							endpoint.end,
							`{ ${[...endpoint.addedParts, ...parts].join(', ')} }`,
						);
					} else if (id.endsWith('/endpoints.ts')) edited.remove(statement.start, statement.end);
				}
				const map = edited.generateMap({ hires: true });
				return { code: edited.toString(), map, moduleSideEffects: false };
			},
		},
	};
}

/** The call in a statement `export const name = endpoint({ … })`, or of another factory, with its argument's properties. */
function endpointIn(statement: ESTree.Program['body'][number]) {
	if (statement.type !== 'ExportNamedDeclaration') return undefined;
	if (statement.declaration?.type !== 'VariableDeclaration') return undefined;
	const call = statement.declaration.declarations[0]?.init;
	if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier') return undefined;
	const [declaration] = call.arguments;
	const added = FACTORIES.get(call.callee.name);
	if (!added || declaration?.type !== 'ObjectExpression') return undefined;
	const addedParts = Object.entries(added).map(([name, value]) => `${name}: '${value}'`);
	return { start: call.start, end: call.end, properties: declaration.properties, addedParts };
}

/**
 * Whether a property of an endpoint is kept: one that a call reads, or a spread, which could contain such a property.
 * `isLiteral` then rejects the spread.
 */
function isKept(property: ESTree.ObjectPropertyKind): boolean {
	if (property.type === 'SpreadElement') return true;
	return property.key.type === 'Identifier' && KEPT_NAMES.includes(property.key.name);
}

/** Whether a value is a literal. Other expressions could refer to a removed statement. */
function isLiteral(node: ESTree.ObjectPropertyKind | ESTree.Expression): boolean {
	if (node.type === 'Property') return isLiteral(node.value);
	if (node.type === 'ObjectExpression') return node.properties.every(isLiteral);
	return node.type === 'Literal';
}
