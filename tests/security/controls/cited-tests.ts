/** The call of a test with its title: `test('…',` or, after a table such as `test.each([…])`, `)('…',`. */
const TEST_CALL =
	/(?:\b(?:test|it)|[)`])\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)\s*,/g;

/** The titles of the tests in a source text, as written: with `%s` for the values of a table. */
export function titlesIn(source: string): string[] {
	return [...source.matchAll(TEST_CALL)].map(([, single, double, template]) =>
		(single ?? double ?? template ?? '').replace(/\\(.)/g, '$1'),
	);
}

/**
 * A regular expression for Vitest's `--testNamePattern`. It matches the titles of a test when it runs, in which
 * placeholders such as `%s` have been replaced by values.
 */
export function patternOf(title: string): string {
	return title
		.replace(/[.*+?^()|[\]\\{}]/g, String.raw`\$&`)
		.replace(/%[sdijfo#]|\$\w+(\.\w+)*/g, '.*');
}
