const PREFIX = 'bench:';

/**
 * The benchmarks among a project's scripts.
 * @param wanted without their prefix; all where none are named
 * @throws Error for one that there is not
 */
export function benchmarksIn(
	scripts: Readonly<Record<string, string>>,
	wanted: readonly string[],
): string[] {
	const all = Object.keys(scripts).filter((name) => name.startsWith(PREFIX));
	const names = wanted.map((name) => `${PREFIX}${name}`);
	const unknown = names.find((name) => !all.includes(name));
	if (unknown) throw new Error(`There is no ${unknown}. There are ${all.join(', ')}.`);
	return names.length > 0 ? names : all;
}
