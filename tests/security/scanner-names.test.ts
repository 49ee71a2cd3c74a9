import { expect, test } from 'vitest';
import { startScript } from '#tests/support/process.ts';

test('a scan that does not exist is reported before any scan begins', async () => {
	const scanners = startScript('tests/security/scanners/main.ts', ['sqlmap', 'nmap']);

	expect(await scanners.ended).toBe(1);
	expect(scanners.output()).toBe('FAILED  no scan has “nmap” in its name\n');
});
