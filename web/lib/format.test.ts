import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { formatCount, formatPrice, isolated } from '#contract/core/format.ts';
import {
	formatClock,
	formatDay,
	formatMoment,
	formatMonth,
	formatUntil,
	formatYear,
	timeAgo,
} from './format.ts';
import { formatDate, formatShortDay, formatWeekday } from './short-dates.ts';
import { site } from './site.ts';

describe('Price format', () => {
	test.each([
		[123_456.5, '₹1,23,456.50'],
		[999_999.99, '₹9,99,999.99'],
		[28_500, '₹28,500'],
		[0.01, '₹0.01'],
	])('a price of %d rupees is shown as %s', (rupees, expected) => {
		expect(formatPrice(rupees)).toBe(expected);
	});

	test('a price of zero is shown as the word “Free”', () => {
		expect(formatPrice(0)).toBe('Free');
	});
});

test('a count is formatted as by Intl.NumberFormat', () => {
	const intl = new Intl.NumberFormat('en-IN');
	fc.assert(
		fc.property(fc.nat(), (count) => {
			expect(formatCount(count)).toBe(intl.format(count));
		}),
	);
});

test('a name is isolated in a sentence where it could turn around what stands beside it, and nowhere else', () => {
	expect(['רחל', 'Sara سارة', '١٢٣', '𞤀𞤣𞤤𞤢𞤥'].map(isolated)).toEqual([
		'\u2068רחל\u2069',
		'\u2068Sara سارة\u2069',
		'\u2068١٢٣\u2069',
		'\u2068𞤀𞤣𞤤𞤢𞤥\u2069',
	]);
	const others = ['Asha Rao', 'आशा', 'ആശ', '“Engg. Maths – III” 📚', '明', ''];
	expect(others.map(isolated)).toEqual(others);
});

describe('Relative time', () => {
	const now = Date.parse('2026-11-20T12:00:00.000Z');
	const ago = (iso: string) => timeAgo(iso, 'long', now);

	test.each([
		['2026-11-20T11:59:30.000Z', 'just now'],
		['2026-11-20T11:48:00.000Z', '12 minutes ago'],
		['2026-11-20T09:00:00.000Z', '3 hours ago'],
		['2026-11-19T11:00:00.000Z', 'yesterday'],
		['2026-11-18T18:29:00.000Z', '2 days ago'],
		['2026-11-18T18:31:00.000Z', 'yesterday'],
		['2026-11-10T11:00:00.000Z', '10 days ago'],
		['2026-10-21T12:00:00.000Z', '30 days ago'],
		['2026-10-20T12:00:00.000Z', 'last month'],
		['2026-09-30T12:00:00.000Z', '2 months ago'],
		['2025-12-01T12:00:00.000Z', '11 months ago'],
		['2024-12-30T12:00:00.000Z', '2 years ago'],
		['2025-11-10T11:00:00.000Z', 'last year'],
	])('the time since %s is shown as “%s”', (iso, expected) => {
		expect(ago(iso)).toBe(expected);
	});

	test('a day of 25 hours, on which summer time ends, counts as one day', () => {
		const { utcOffsetChanges } = site;
		onTestFinished(() => void Object.assign(site, { utcOffsetChanges }));
		const endOfSummerTime = Date.parse('2026-10-25T01:00:00.000Z');
		Object.assign(site, {
			utcOffsetChanges: [
				[0, 60],
				[endOfSummerTime, 0],
			],
		});

		const lateThatDay = Date.parse('2026-10-25T23:30:00.000Z');
		expect(timeAgo('2026-10-24T23:10:00.000Z', 'long', lateThatDay)).toBe('yesterday');
	});

	test('a time in the future is shown as “just now”, since the clock of the computer may be slow', () => {
		expect(ago('2026-11-20T12:05:00.000Z')).toBe('just now');
	});
});

test('the end of a reservation is shown as weekday and time, with the date when it is more than six days ahead', () => {
	const until = (now: string) => formatUntil('2026-12-01T12:30:00Z', Date.parse(now));

	expect(until('2026-11-26T12:30:00Z')).toBe('until Tue, 18:00');
	expect(until('2026-11-24T12:30:00Z')).toBe('until Tue, 01 Dec, 18:00');
});

describe('Date and time formats', () => {
	const iso = '2026-11-18T11:00:00Z';

	test.each([
		['a day', formatDay, '18 November 2026'],
		['a day and a time', formatMoment, '18 November 2026 at 4:30 pm'],
		['a month', formatMonth, 'November 2026'],
		['a year', formatYear, '2026'],
		['a time', formatClock, '16:30'],
		['a weekday', formatWeekday, 'Wed'],
		['a short day', formatShortDay, '18 Nov'],
		['a short date', formatDate, '18 Nov 2026'],
	])('a timestamp is formatted as %s', (_, format, expected) => {
		expect(format(iso)).toBe(expected);
	});

	test('dates are formatted in the college’s time zone', () => {
		expect(formatDay('2026-11-18T20:00:00.000Z')).toBe('19 November 2026');
		expect(formatYear('2025-12-31T19:30:00.000Z')).toBe('2026');
	});
});

test('the short form of a relative time abbreviates minutes and hours, but not longer times', () => {
	const now = Date.parse('2026-11-20T12:00:00Z');

	expect(timeAgo('2026-11-20T11:30:00Z', 'short', now)).toBe('30 min ago');
	expect(timeAgo('2026-11-20T10:30:00Z', 'short', now)).toBe('1 hr ago');
	expect(timeAgo('2026-10-18T12:00:00Z', 'short', now)).toBe('last month');
});
