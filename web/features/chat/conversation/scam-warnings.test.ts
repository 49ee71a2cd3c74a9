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
	])('a text typical of a payment scam gets a payment warning: %s', (text) => {
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
	])('a harmless text gets no warning: %s', (text) => {
		expect(scamWarningsFor(text)).toEqual([]);
	});

	test.each(['look: https://example.com/pay', 'see example.com', 'write to me@example.com'])(
		'a web or email address outside the marketplace gets a link warning: %s',
		(text) => {
			expect(scamWarningsFor(text)).toEqual(['link']);
		},
	);

	test('a link to this marketplace gets no warning, while a link to another site does', () => {
		vi.stubGlobal('location', new URL('https://market.example/chat/1/2'));
		onTestFinished(() => void vi.unstubAllGlobals());

		expect(scamWarningsFor('this one: https://market.example/item/7')).toEqual([]);
		expect(scamWarningsFor('market.example/item/7 or example.com')).toEqual(['link']);
	});

	test('one text can get a payment warning and a link warning', () => {
		expect(scamWarningsFor('scan this: https://example.com')).toEqual(['payment', 'link']);
	});
});
