import { glob } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import {
	generalHelp,
	parseOptions,
	scenarioHelp,
	splitCommandLine,
} from '../bench/lib/command-line.ts';
import { checkTarget } from '../bench/lib/result-row.ts';
import { SCENARIOS, selectScenarios } from '../bench/lib/scenario-list.ts';

const FOLDER = join(import.meta.dirname, '../bench/scenarios');

test('every benchmark is in the list, and its help names its options', async () => {
	const files = (await Array.fromAsync(glob('*.ts', { cwd: FOLDER }))).map((file) =>
		basename(file, '.ts'),
	);

	const all = selectScenarios(['all']);

	expect([...all].sort()).toEqual(files.sort());
	for (const name of all) {
		const { scenario } = await SCENARIOS[name].load();
		expect(generalHelp()).toContain(`  ${name} `);
		for (const option of Object.keys(scenario.options)) {
			expect(scenarioHelp(name, scenario.options)).toContain(`--${option} `);
		}
	}
});

test('several benchmarks can be selected by name, and an unknown name is reported', () => {
	expect(selectScenarios(['idle', 'reads'])).toEqual(['idle', 'reads']);
	expect(() => selectScenarios(['nothing'])).toThrow('Unknown scenario nothing');
});

test('on the command line, the options of a benchmark follow its name, and invalid options are refused', () => {
	const { names, options } = splitCommandLine(['reads', '--rounds', '2', '--data-dir=/tmp/x']);
	const declared = {
		rounds: { default: 5, help: '' },
		items: { default: 10, max: 100, help: '' },
		'data-dir': { default: '/data', help: '' },
	};

	expect(names).toEqual(['reads']);
	expect(parseOptions(declared, options)).toEqual({ rounds: 2, items: 10, 'data-dir': '/tmp/x' });
	expect(() => parseOptions(declared, ['--items', '101'])).toThrow(
		'--items needs a positive number',
	);
	expect(() => parseOptions(declared, ['--rounds', 'many'])).toThrow('not many');
	expect(() => parseOptions(declared, ['--other', '1'])).toThrow('--other');
});

test('the target of a benchmark is met only if every measurement meets the target', () => {
	const target = {
		what: 'reads',
		sign: '≥',
		limit: 2,
		unit: '×',
		comparedWith: 'the baseline',
	} as const;

	expect(checkTarget({ ...target, measurements: [2, 3.456] })).toEqual({
		what: 'reads',
		target: '≥ 2 × the baseline',
		measured: '2.00 to 3.46 ×',
		isMet: true,
	});
	expect(checkTarget({ ...target, measurements: [1.99, 3] }).isMet).toBe(false);
});
