import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { scamWarningsFor } from './scam-warnings.ts';

describe('scam warnings on a received message', () => {
	test.each([
		'Send me the OTP you got',
		'tell me the otp.',
		'O.T.P. please',
		'Scan this and the money comes',
		'Pay an advance, then I keep it for you',
		'half in ADVANCE',
		'I send you a QR',
		'here is the qr-code',
		'pay to asha.k@okaxis',
		'UPI: 9876543210@ybl',
		'ओटीपी भेजो',
		'यह क्यूआर कोड स्कैन करो',
		'पहले एडवांस दो',
		'otp bhejo jaldi',
		'qr scan karo bhai',
	])('warn of a payment scam: %s', (text) => {
		expect(scamWarningsFor(text)).toEqual(['payment']);
	});

	test.each([
		'Is it still available?',
		'We do advanced calculus in the third semester',
		'scandal, scanner and landscape',
		'The Casio fx-991 works, all keys fine',
		'Qrious about the optics book',
		'27,500 and it’s yours. Library steps at 5:30?',
		'Meet @ 5 at the gate',
		'कल मिलते हैं',
	])('are absent from a harmless message: %s', (text) => {
		expect(scamWarningsFor(text)).toEqual([]);
	});

	test.each(['look: https://example.com/pay', 'see example.com', 'write to me@example.com'])(
		'warn of what leads out of the market: %s',
		(text) => {
			expect(scamWarningsFor(text)).toEqual(['link']);
		},
	);

	test('are absent from a link to this market', () => {
		vi.stubGlobal('location', new URL('https://market.example/chat/1/2'));
		onTestFinished(() => void vi.unstubAllGlobals());

		expect(scamWarningsFor('this one: https://market.example/item/7')).toEqual([]);
		expect(scamWarningsFor('market.example/item/7 or example.com')).toEqual(['link']);
	});

	test('can be of both kinds for one message', () => {
		expect(scamWarningsFor('scan this: https://example.com')).toEqual(['payment', 'link']);
	});
});
