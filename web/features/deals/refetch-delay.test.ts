import { describe, expect, test } from 'vitest';
import { sampleDeal, sampleHandover, sampleOffer } from '#tests/support/deal-replies.ts';
import { refetchDelayMs } from './refetch-delay.ts';

const NOW_MS = Date.parse('2026-11-27T10:00:00Z');
const SECOND_MS = 1000;
const at = (seconds: number) => new Date(NOW_MS + seconds * SECOND_MS).toISOString();
const secondsUntilRefetch = (...changes: Parameters<typeof sampleDeal>) =>
	Number(refetchDelayMs(sampleDeal(...changes), NOW_MS)) / SECOND_MS;

test('a deal is loaded again a second after the first of its deadlines', () => {
	const offer = sampleOffer({ expiresAt: at(60) });
	const handover = sampleHandover({ agreedSlot: at(90) });

	expect(secondsUntilRefetch({ offer, handover })).toBe(61);
});

test('a deal without deadlines is not loaded again by itself', () => {
	expect(refetchDelayMs(sampleDeal({}), NOW_MS)).toBe(false);
});

describe('reload of a deal on a device whose clock is fast', () => {
	test.each([
		[1, 1],
		[4, 4],
		[600, 600],
	])(
		'a deal whose offer ended %i s ago on the device, but is still open on the server, is loaded again in %i s',
		(over, wait) => {
			expect(secondsUntilRefetch({ offer: sampleOffer({ expiresAt: at(-over) }) })).toBe(wait);
		},
	);

	test('a hand-over whose time has come on the device, but not on the server, is loaded again', () => {
		const handover = sampleHandover({ agreedSlot: at(-3) });

		expect(secondsUntilRefetch({ handover, actions: ['cancel-handover'] })).toBe(3);
	});
});

test('a deal is loaded again when one can say that the other did not come, and not once more', () => {
	const handover = sampleHandover({ agreedSlot: at(-600) });
	const over = sampleHandover({ agreedSlot: at(-1000) });

	expect(secondsUntilRefetch({ handover, actions: ['handover-no-deal'] })).toBe(301);
	const actions = ['handover-no-deal' as const, 'handover-missed' as const];
	expect(refetchDelayMs(sampleDeal({ handover: over, actions }), NOW_MS)).toBe(false);
});
