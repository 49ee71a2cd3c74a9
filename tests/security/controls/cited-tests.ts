/** `test('…',` and, for a table, `)('…',`. */
const CALL =
	/(?:\b(?:test|it)|[)`])\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)\s*,/g;

/** The titles of the tests in a file, as written: with `%s` for values of a table. */
export function titlesIn(source: string): string[] {
	return [...source.matchAll(CALL)].map(([, single, double, template]) =>
		(single ?? double ?? template ?? '').replace(/\\(.)/g, '$1'),
	);
}

/** A pattern that matches a written title among the titles of a run. */
export function patternOf(title: string): string {
	return title
		.replace(/[.*+?^()|[\]\\{}]/g, String.raw`\$&`)
		.replace(/%[sdijfo#]|\$\w+(\.\w+)*/g, '.*');
}
