import { expect, test } from 'vitest';
import { createSeal } from './encryption.ts';

const PURPOSE = 'secrets of authenticator apps';
const seal = createSeal(['a secret of the market'], PURPOSE);

test('what is sealed opens again, and looks different each time', () => {
	const [first, second] = [seal.close('JBSWY3DP', 'admin 1'), seal.close('JBSWY3DP', 'admin 1')];

	expect([seal.open(first, 'admin 1'), seal.open(second, 'admin 1')]).toEqual([
		'JBSWY3DP',
		'JBSWY3DP',
	]);
	expect(first).not.toBe(second);
	expect(Buffer.from(first, 'base64url').toString('latin1')).not.toContain('JBSWY3DP');
});

test.each([
	['with another secret', () => createSeal(['another'], PURPOSE), 'admin 1'],
	['for another purpose', () => createSeal(['a secret of the market'], 'another'), 'admin 1'],
	['for another owner', () => seal, 'admin 2'],
])('what is sealed does not open %s', (_, opener, owner) => {
	const sealed = seal.close('JBSWY3DP', 'admin 1');

	expect(() => opener().open(sealed, owner)).toThrow();
});

test('what was tampered with does not open', () => {
	const bytes = Buffer.from(seal.close('JBSWY3DP', 'admin 1'), 'base64url');

	const opened = [0, 13, bytes.length - 1].map((place) => {
		const changed = Buffer.from(bytes);
		changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
		return () => seal.open(changed.toString('base64url'), 'admin 1');
	});

	for (const open of opened) expect(open).toThrow();
	expect(() => seal.open('', 'admin 1')).toThrow();
});
