import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { ROOT } from '#tools/lib/run-program.ts';
import { CONTROLS } from './controls/all-controls.ts';
import { titlesIn } from './controls/cited-tests.ts';
import type { Control } from './controls/control.ts';
import { openControlSandbox, replaceControl } from './controls/control-sandbox.ts';
import { findProblem } from './controls/proof.ts';

const trial = await openControlSandbox(inject('databaseServer'));
afterAll(trial.close);

const named = (word: string): Control => {
	const control = CONTROLS.find(({ name }) => name.includes(word));
	if (!control) throw new Error(`There is no control “${word}”.`);
	return control;
};
const read = (file: string) => readFile(join(ROOT, file), 'utf8');

test('each security control can be disabled, and has a test', async () => {
	for (const control of CONTROLS) {
		const source = await read(control.file);
		expect(replaceControl(source, control), control.name).not.toBe(source);
		expect(titlesIn(await read(control.test.file)), control.name).toContain(control.test.title);
	}
	expect(new Set(CONTROLS.map(({ name }) => name)).size).toBe(CONTROLS.length);
});

// The others are tested by `npm run test:controls`, which also checks that each test passes while its control is on.
test.each(['CSV exports escape formulas', 'unknown fields are dropped'])(
	'when the security control "%s" is disabled, its test fails',
	async (word) => {
		const control = named(word);

		expect(await trial.without(control, () => trial.test(control))).toBe('failed');
	},
);

test('a security control that can be disabled without a failing test is reported', async () => {
	const control = {
		...named('CSV exports escape formulas'),
		replace: 'escape_formulas: true,',
	};

	expect(await findProblem(trial, control)).toContain('passed although the control is off');
});
