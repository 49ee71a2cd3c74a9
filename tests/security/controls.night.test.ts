import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { ROOT } from '#tools/lib/run-program.ts';
import { CONTROLS } from './controls/all-controls.ts';
import type { Control } from './controls/control.ts';
import { openControlSandbox, replaceControl } from './controls/control-sandbox.ts';
import { findProblem } from './controls/proof.ts';

const sandbox = await openControlSandbox(inject('databaseServer'));
afterAll(sandbox.close);

const controlNamed = (partOfName: string): Control => {
	const control = CONTROLS.find(({ name }) => name.includes(partOfName));
	if (!control) throw new Error(`There is no control “${partOfName}”.`);
	return control;
};
const read = (file: string) => readFile(join(ROOT, file), 'utf8');

test('each security control has a unique name, a source text to replace that occurs once, and an existing test', async () => {
	for (const control of CONTROLS) {
		const source = await read(control.file);
		expect(replaceControl(source, control), control.name).not.toBe(source);
		expect(existsSync(join(ROOT, control.test)), control.test).toBe(true);
	}
	expect(new Set(CONTROLS.map(({ name }) => name)).size).toBe(CONTROLS.length);
});

// `npm run test:controls` tests all controls, and also that each test passes while its control is on.
test.each(['CSV exports escape formulas', 'unknown fields are dropped'])(
	'when the security control "%s" is disabled, its test fails',
	async (name) => {
		const control = controlNamed(name);

		expect(await sandbox.without(control, () => sandbox.test(control))).toBe('failed');
	},
);

test('a security control that can be disabled without a failing test is reported', async () => {
	const control = {
		...controlNamed('CSV exports escape formulas'),
		replace: 'escape_formulas: true,',
	};

	expect(await findProblem(sandbox, control)).toContain('passed although the control is off');
});
