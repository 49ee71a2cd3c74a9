import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { benchmarksIn } from '../bench/benchmarks.ts';

const ROOT = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));

test('every benchmark is among all of them', async () => {
	const programs: string[] = [];
	for await (const file of glob('bench/*.ts', { cwd: ROOT })) {
		const isProgram = /^await main\(\)/m.test(await readFile(join(ROOT, file), 'utf8'));
		if (isProgram && file !== 'bench/all.ts') programs.push(`node ${file}`);
	}

	const all = benchmarksIn(scripts, []).map((name) => scripts[name]);
	expect(all.sort()).toEqual(programs.sort());
});

test('some of them can be named, and one that there is not is told', () => {
	expect(benchmarksIn(scripts, ['idle', 'reads'])).toEqual(['bench:idle', 'bench:reads']);
	expect(() => benchmarksIn(scripts, ['nothing'])).toThrow('There is no bench:nothing');
});
