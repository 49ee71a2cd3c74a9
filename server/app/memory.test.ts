import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('V8 still has the option --heap-growing-percent for the growth of the old generation', () => {
	const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });

	expect(options).toContain('--heap-growing-percent ');
});
