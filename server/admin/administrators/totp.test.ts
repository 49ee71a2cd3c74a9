import { URI } from 'otpauth';
import { expect, test } from 'vitest';
import { generateTotpSecret, timeStepOfCode, totpUri } from './authenticate.ts';

/** '12345678901234567890' of RFC 6238, appendix B, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
	[59, '287082', 1],
	[1_111_111_109, '081804', 37_037_036],
	[1_234_567_890, '005924', 41_152_263],
	[2_000_000_000, '279037', 66_666_666],
])('TOTP follows RFC 6238: at second %i the code is %s', (second, code, timeStep) => {
	expect(timeStepOfCode(SECRET, code, second * 1000)).toBe(timeStep);
});

test('a TOTP code is accepted one time step early or late, and the code’s own time step is returned', () => {
	const timeSteps = [-2, -1, 0, 1, 2].map((delta) =>
		timeStepOfCode(SECRET, '005924', (1_234_567_890 + delta * 30) * 1000),
	);

	expect(timeSteps).toEqual([undefined, 41_152_263, 41_152_263, 41_152_263, undefined]);
});

test('a new TOTP secret has 160 bits, and its otpauth URI contains secret, issuer and account', () => {
	const secret = generateTotpSecret();

	const uri = totpUri(secret, { issuer: 'Hostel & Co', label: 'asha@campus.example' });

	expect(secret).toMatch(/^[A-Z2-7]{32}$/);
	expect(uri).toMatch(/^otpauth:\/\/totp\//);
	expect(URI.parse(uri)).toMatchObject({
		issuer: 'Hostel & Co',
		label: 'asha@campus.example',
		algorithm: 'SHA1',
		digits: 6,
		period: 30,
		secret: { base32: secret },
	});
});
